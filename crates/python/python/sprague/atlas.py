"""The atlas: an SQLite file of surveyed games.

>>> import sprague
>>> a = sprague.atlas.connect(":seed:")
>>> a["Kayles"]["period"]
12
>>> rows = a.find(kind="periodic", period=">300", family="octal:3")
>>> sorted({row["period"] for row in rows})
[349, 442, 1550]

Rows are plain dictionaries, so ``pandas.DataFrame(rows)`` and ``polars.DataFrame(rows)`` take
them as they are.
"""

from __future__ import annotations

import json
import tempfile
from os import PathLike, fspath
from typing import Any

from . import _sprague
from ._game import Certificate, _table

__all__ = ["Atlas", "connect", "default_path"]

_TEXTS = ("kind", "status", "theorem", "class", "game", "representative", "standard_form")


class Atlas(_sprague.Atlas):
    """An open atlas. Safe to use from several threads; other processes may read the file."""

    _folder: Any = None

    def get(self, game: str) -> dict[str, Any] | None:
        """The row of a game, or None."""
        text = self.row_json(str(game))
        return None if text is None else json.loads(text)

    def __getitem__(self, game: str) -> dict[str, Any]:
        row = self.get(game)
        if row is None:
            raise KeyError(str(game))
        return row

    def __contains__(self, game: object) -> bool:
        return self.get(str(game)) is not None

    def __len__(self) -> int:
        return self.sql("SELECT count(*) AS n FROM game")[0]["n"]

    def find(
        self,
        *,
        family: str | None = None,
        where: str | None = None,
        order: str | None = None,
        most: int | None = None,
        **conditions: object,
    ) -> list[dict[str, Any]]:
        """The rows that satisfy conditions.

        Texts (kind, status, theorem, class, game): equal, several with commas, ``*`` and ``?``
        as in file names. Numbers (period, preperiod, saltus, computed, max_value, rares, ...):
        ``12``, ``">100"``, ``"10..20"``. `where` is a condition in SQL.
        """
        texts, numbers = [], []
        for column, wanted in conditions.items():
            if wanted is not None:
                (texts if column in _TEXTS else numbers).append((column, str(wanted)))
        return json.loads(self.find_json(texts, numbers, family, where, order, most))

    def sql(self, query: str) -> list[dict[str, Any]]:
        """The answer of an SQL query that only reads.

        >>> import sprague
        >>> a = sprague.atlas.connect(":seed:")
        >>> a.sql("DELETE FROM game")
        Traceback (most recent call last):
        ...
        sprague.AtlasError: only SELECT queries are run here
        """
        return json.loads(self.sql_json(query))

    def certificate(self, game: str) -> Certificate | None:
        """The certificate that proves a row, if it is kept here."""
        text = self.certificate_json(str(game))
        return None if text is None else Certificate(text)

    def literature(self, game: str) -> list[dict[str, Any]]:
        """What the literature says about a game."""
        return json.loads(self.literature_json(str(game)))

    def stats(self) -> dict[str, Any]:
        """Counts and records."""
        return json.loads(self.stats_json())

    def verify(self, threads: int | None = None) -> dict[str, Any]:
        """Checks every certificate again."""
        return json.loads(self.verify_json(threads))

    def to_pandas(self, **conditions: Any) -> Any:
        """The rows of `find` as a pandas data frame."""
        import pandas

        return pandas.DataFrame(self.find(**conditions))

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
