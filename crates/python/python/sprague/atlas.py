"""The atlas: an SQLite file of surveyed games.

>>> import sprague
>>> a = sprague.atlas.connect(":seed:")
>>> a["Kayles"]["period"]
12
>>> rows = a.find(kind="periodic", status="proved", period=">300", family="octal:3")
>>> sorted({row["period"] for row in rows})
[349, 442, 1180, 1550, 149459, 10015179, 11770282, 60620715, 328226140474]

Rows are plain dictionaries: ``pandas.DataFrame(rows)`` takes them as they are, and
``polars.DataFrame(rows, infer_schema_length=None)``.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, cast

from . import _sprague
from ._game import Certificate, _coq, _object, _table

if TYPE_CHECKING:
    import pandas
    import polars

    from ._game import Game

__all__ = ["DTYPES", "Atlas", "connect", "default_path"]

#: The columns of the table `game` and their types in pandas, for its ``read_csv(dtype=...)``.
DTYPES: dict[str, str] = dict(_sprague.columns())


def _find(
    family: str | None,
    where: str | None,
    order: str | None,
    most: int | None,
    columns: Iterable[str] | None,
    conditions: dict[str, object],
) -> dict[str, object]:
    """What to find, as the compiled part takes it."""
    asked = {name: conditions.pop(name, None) for name in ("oeis", "same_as", "literature")}
    begins = conditions.pop("begins", None)
    if begins is not None and not isinstance(begins, str):
        begins = ",".join(str(int(value)) for value in cast("Iterable[int]", begins))
    representatives = bool(conditions.pop("representatives", False))
    # `class` is a word of the language: `class_` may be written.
    named = [(k.removesuffix("_"), str(v)) for k, v in conditions.items() if v is not None]
    return {
        "conditions": named,
        "family": family,
        "begins": begins,
        **{name: None if text is None else str(text) for name, text in asked.items()},
        "representatives": representatives,
        "where": where,
        "order": order,
        "most": most,
        "columns": None if columns is None else _names(columns),
    }


def _names(columns: Iterable[str]) -> list[str]:
    """Names of columns: a list of them, or one text with commas."""
    return columns.split(",") if isinstance(columns, str) else list(columns)


def _rows(text: str) -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", json.loads(text))


class Atlas(_sprague.Atlas):
    """An open atlas. Safe to use from several threads; other processes may read the file."""

    _folder: tempfile.TemporaryDirectory[str] | None = None

    def get(self, game: str | Game) -> dict[str, Any] | None:
        """The row of a game, or None."""
        text = self.row_json(str(game))
        return None if text is None else _object(text)

    def __getitem__(self, game: str | Game) -> dict[str, Any]:
        row = self.get(game)
        if row is None:
            raise KeyError(str(game))
        return row

    def __contains__(self, game: object) -> bool:
        return self.get(str(game)) is not None

    def __len__(self) -> int:
        return int(self.sql("SELECT count(*) AS n FROM game")[0]["n"])

    def find(
        self,
        *,
        family: str | None = None,
        where: str | None = None,
        order: str | None = None,
        most: int | None = None,
        columns: Iterable[str] | None = None,
        **conditions: object,
    ) -> list[dict[str, Any]]:
        """The rows that satisfy conditions: all columns of them, or those named.

        Texts (kind, status, theorem, class_, game): equal, several with commas, ``*`` and ``?``
        as in file names. Numbers (period, preperiod, saltus, computed, max_value, rares, ...):
        ``12``, ``">100"``, ``"10..20"``. `where` is a condition in SQL.

        A sequence is asked for by its first values (``begins=[1, 2, 3, 1, 4]``), its number in the
        OEIS (``oeis="A002186"``) or a game that has it (``same_as="0.137"``); what others have
        solved and we have not by ``literature="theirs"``, and the reverse by ``"ours"``;
        ``order="nearness"`` begins with the open games nearest to regular ones;
        ``representatives=True`` gives one row for games that are the same by known theorems.
        Misere play is ``misere="tame"``, ``"wild"``, ``"finite"``, ``"infinite"`` or ``"open"``, and
        ``misere_order=">40"`` a condition on the quotient.

        >>> import sprague
        >>> a = sprague.atlas.connect(":seed:")
        >>> [row["game"] for row in a.find(game="0.1?", period=">=10")]
        ['0.15', '0.16', '0.17']
        >>> [row["game"] for row in a.find(begins=[1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6])]
        ['0.77', '0.771']
        >>> [row["game"] for row in a.find(oeis="A002186")]
        ['0.77']
        >>> "0.07" in [row["game"] for row in a.find(same_as="DawsonsKayles")]
        True
        >>> [row["game"] for row in a.find(literature="theirs", representatives=True)]
        []
        >>> [row["game"] for row in a.find(misere="infinite", game="0.2*")]
        ['0.26', '0.261', '0.262', '0.263', '0.27', '0.271', '0.272', '0.273']
        >>> near = a.find(status="open", order="nearness", most=3, columns="game,nearness")
        >>> sorted((row["nearness"] for row in near), reverse=True) == [row["nearness"] for row in near]
        True
        """
        return _rows(self.find_json(_find(family, where, order, most, columns, conditions)))

    def sql(self, query: str) -> list[dict[str, Any]]:
        """The answer of an SQL query that only reads.

        >>> import sprague
        >>> a = sprague.atlas.connect(":seed:")
        >>> a.sql("SELECT count(*) AS games FROM member WHERE family = 'hex:2'")
        [{'games': 256}]
        >>> a.sql("DELETE FROM game")
        Traceback (most recent call last):
        ...
        sprague.AtlasError: only SELECT queries are run here
        """
        return _rows(self.sql_json(query))

    def certificate(self, game: str | Game) -> Certificate | None:
        """The certificate that proves a row, if it is kept here."""
        text = self.certificate_json(str(game))
        return None if text is None else Certificate(text)

    def checked_by_coq(self, game: str | Game) -> str | None:
        """The Coq that accepted the statement of a row as a theorem, and when; None where none did.

        >>> import sprague
        >>> a = sprague.atlas.connect(":seed:")
        >>> a.checked_by_coq("0.77") is None, a.checked_by_coq("0.16") is None
        (False, True)
        """
        text = self.coq_json(str(game))
        return None if text is None else _coq(_object(text))

    def misere(self, game: str | Game) -> dict[str, Any] | None:
        """What is known about the misere play of a game; None where it was not looked at.

        >>> import sprague
        >>> a = sprague.atlas.connect(":seed:")
        >>> a.misere("Kayles")["quotient_order"], a.misere("0.26")["status"]
        (40, 'infinite')
        """
        text = self.misere_json(str(game))
        return None if text is None else _object(text)

    def literature(self, game: str | Game) -> list[dict[str, Any]]:
        """What the literature says about a game.

        >>> import sprague
        >>> sprague.atlas.connect(":seed:").literature("0.106")[0]["period"]
        328226140474
        """
        return _rows(self.literature_json(str(game)))

    def stats(self) -> dict[str, Any]:
        """Counts and records."""
        return _object(self.stats_json())

    def import_(self, path: str | PathLike[str]) -> dict[str, Any]:
        """Takes in an atlas as one file, certificates (one on a line), or the directory of a hunt.

        Proofs enter if the checker verifies them here; what was left out is named, with the reason.
        """
        games, proved, left_out = self.import_path(fspath(path))
        return {"games": games, "proved": proved, "left_out": dict(left_out)}

    def verify(self, threads: int | None = None) -> dict[str, Any]:
        """Checks every certificate again, and that rows follow from their representatives."""
        return _object(self.verify_json(threads))

    def export(
        self,
        path: str | PathLike[str],
        format: str | None = None,
        *,
        family: str | None = None,
        where: str | None = None,
        order: str | None = None,
        most: int | None = None,
        columns: Iterable[str] | None = None,
        **conditions: object,
    ) -> None:
        """Writes rows to a file: csv, jsonl, parquet or latex; its ending names the format.

        The conditions are those of `find`; without any, all rows are written. pandas reads Parquet
        as it is, and CSV right where it is told the types, else the game 0.77 is a number:

        >>> import sprague, pandas, tempfile
        >>> folder = tempfile.TemporaryDirectory()
        >>> file = folder.name + "/some.csv"
        >>> columns = ["game", "period", "checked"]
        >>> sprague.atlas.connect(":seed:").export(file, game="0.0,0.77", columns=columns)
        >>> pandas.read_csv(file, dtype=sprague.atlas.DTYPES)
           game  period  checked
        0   0.0       1     True
        1  0.77      12     True
        """
        name = fspath(path)
        if format is None:
            format = name.rpartition(".")[2]
        self.export_to(name, format, _find(family, where, order, most, columns, conditions))

    def to_pandas(self, **conditions: Any) -> pandas.DataFrame:
        """The rows of `find` as a pandas data frame, with the types of `DTYPES`."""
        try:
            import pandas
        except ImportError as error:
            raise ImportError("to_pandas() needs pandas: pip install pandas") from error
        frame = pandas.DataFrame(self.find(**conditions))
        types = {name: kind for name, kind in DTYPES.items() if name in frame.columns}
        # These are lists here.
        types.pop("periodic_residues", None)
        return frame.astype(types)

    def to_polars(self, **conditions: Any) -> polars.DataFrame:
        """The rows of `find` as a polars data frame."""
        try:
            import polars
        except ImportError as error:
            raise ImportError("to_polars() needs polars: pip install polars") from error
        return polars.DataFrame(self.find(**conditions), infer_schema_length=None)

    def __repr__(self) -> str:
        return f"<Atlas {fspath(self.path)!r}: {len(self)} games>"

    def _repr_html_(self) -> str:
        totals = self.stats()["totals"]
        return _table([("atlas", self.path), *totals.items()])


def connect(path: str | PathLike[str] | None = None, *, seed: bool = True) -> Atlas:
    """Opens an atlas; a file that is not there yet starts from the seed, or empty with seed=False.

    Without a path it is the atlas of the user, the one the command line uses;
    ``":seed:"`` is a fresh copy of the seed in a temporary folder.
    """
    folder = None
    if path == ":seed:":
        folder = tempfile.TemporaryDirectory(prefix="sprague-")
        path = fspath(folder.name) + "/atlas.db"
    elif path is None:
        path = _sprague.default_path()
        if path is None:
            raise _sprague.AtlasError("no home folder to keep the atlas in: name a file")
    opened = Atlas(fspath(path), seed)
    opened._folder = folder
    return opened


def default_path() -> str | None:
    """Where the atlas of the user is."""
    path = _sprague.default_path()
    return None if path is None else fspath(path)
