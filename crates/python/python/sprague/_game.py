"""Games, solutions, certificates, positions."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Iterator
from operator import index
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, SupportsIndex, cast, overload

from . import _sprague

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

__all__ = [
    "Best",
    "Certificate",
    "Game",
    "Misere",
    "Move",
    "Quotient",
    "Solution",
    "Verified",
    "best",
    "check",
    "game",
    "games",
]


def _coq(theorem: dict[str, str] | None) -> str | None:
    """Which Coq accepted a statement, and when."""
    return None if theorem is None else f"Coq {theorem['version']}, {theorem['date']}"


def _object(text: str) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(text))


def _table(rows: Iterable[tuple[str, object]]) -> str:
    cells = "".join(
        f"<tr><th style='text-align:left'>{html.escape(name)}</th>"
        f"<td style='text-align:left'>{html.escape(str(value))}</td></tr>"
        for name, value in rows
    )
    return f"<table>{cells}</table>"


def _latex_name(text: str) -> str:
    for character in "\\_{}&%$#":
        text = text.replace(character, "\\" + character if character != "\\" else " ")
    return rf"\text{{{text}}}"


class Certificate(str):
    """A proof, as the JSON text that `sprague check` reads.

    >>> import sprague
    >>> proof = sprague.game("Kayles").certificate
    >>> proof.check().statement
    '0.77: G(n+12)=G(n) for all n>=71; the period 12 and the preperiod 71 are the least'
    """

    __slots__ = ()

    @property
    def data(self) -> dict[str, Any]:
        """The certificate as a dictionary."""
        return _object(self)

    def check(self, game: str | Game | None = None) -> Verified:
        """Verifies it with the independent checker; raises `CheckError` if it proves nothing."""
        return check(self, game)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes it to a file, for `sprague check FILE`."""
        Path(path).write_text(self, encoding="utf-8")


class Verified(NamedTuple):
    """A statement that the checker verified."""

    game: str
    #: The exact statement.
    statement: str
    theorem: str
    #: How many values were recomputed.
    values: int


def check(
    certificate: str | PathLike[str], game: str | Game | None = None, *, threads: int | None = None
) -> Verified:
    """Verifies a certificate, given as text or as the path of a file.

    With `game` the certificate must be about these rules. Raises `CheckError` when the
    certificate does not prove its claim; whatever is returned was verified.

    >>> import sprague
    >>> sprague.check(sprague.game("S(1,2,4)").certificate, game="S(1,2,4)").theorem
    'finite-subtraction'
    >>> sprague.check(sprague.game("S(1,2,4)").certificate, game="Kayles")
    Traceback (most recent call last):
    ...
    sprague.CheckError: game: the certificate is about S(1,2,4), not about 0.77
    """
    text = certificate if isinstance(certificate, str) else ""
    if not isinstance(certificate, str) or (text.strip() and not text.lstrip().startswith("{")):
        text = Path(certificate).read_text(encoding="utf-8")
    rules = None if game is None else str(game)
    return Verified(**json.loads(_sprague.check(text, rules, threads)))


class _Kept(NamedTuple):
    """What a pickle keeps of a solution, in place of the compiled one."""

    json: str
    statement: str | None
    proof: str | None
    known: NDArray[np.uint32]

    def to_json(self) -> str:
        return self.json

    def claim(self) -> str | None:
        return self.statement

    def certificate_json(self) -> str | None:
        return self.proof

    def computed_values(self) -> NDArray[np.uint32]:
        return self.known

    def value(self, n: int) -> int | None:
        if n < 0:
            raise _sprague.SpragueError("a heap has at least 0 tokens")
        if n < len(self.known):
            return int(self.known[n])
        data = _object(self.json)
        if data["status"] != "proved":
            return None
        preperiod, period = _whole(data["preperiod"]), _whole(data["period"])
        if preperiod is None or period is None or preperiod + period > len(self.known):
            # A formula or an automaton gives it, which is found again.
            return _sprague.Game(data["game"]).value(n)
        turns, rest = divmod(n - preperiod, period)
        first = int(self.known[preperiod + rest])
        grows = (preperiod + rest) % period not in data["periodic_residues"]
        return first + turns * (_whole(data["saltus"]) or 0) if grows else first


def _whole(number: int | str | None) -> int | None:
    """A number of the JSON objects, where those beyond 2^53 are strings."""
    return None if number is None else int(number)


class Solution:
    """What was found about the nim-sequence of a game, and how well it is known.

    >>> import sprague
    >>> s = sprague.game("0.3F").solve()
    >>> s.kind, s.preperiod, s.period, s.saltus, s.status
    ('arithmetic-periodic', 0, 6, 3, 'proved')
    >>> s.value(10**20)
    49999999999999999999
    """

    __slots__ = ("_data", "_found", "_values")

    def __init__(self, found: _sprague.Solution | _Kept) -> None:
        self._found = found
        self._data = _object(found.to_json())
        self._values: NDArray[np.uint32] | None = None

    def __reduce__(self) -> tuple[type[Solution], tuple[_Kept]]:
        found = self._found
        kept = _Kept(found.to_json(), found.claim(), found.certificate_json(), self.values)
        return (Solution, (kept,))

    @property
    def game(self) -> str:
        """The rules."""
        return str(self._data["game"])

    @property
    def kind(self) -> str:
        """periodic, arithmetic-periodic, sapp, ruler, automatic, closed-form or open."""
        return str(self._data["kind"])

    @property
    def preperiod(self) -> int | None:
        """The least l with G(n+p) = G(n)+s for all n >= l."""
        return _whole(self._data["preperiod"])

    @property
    def period(self) -> int | None:
        """The least period p."""
        return _whole(self._data["period"])

    @property
    def saltus(self) -> int | None:
        """The saltus s."""
        return _whole(self._data["saltus"])

    @property
    def periodic_residues(self) -> list[int]:
        """Of sapp: the residues n mod p whose values do not grow."""
        return list(self._data["periodic_residues"])

    @property
    def status(self) -> str:
        """proved, observed or open."""
        return str(self._data["status"])

    @property
    def theorem(self) -> str | None:
        """The theorem that proves it."""
        return cast("str | None", self._data["theorem"])

    @property
    def statement(self) -> str | None:
        """What is claimed, exactly; None where nothing is."""
        return self._found.claim()

    @property
    def formulas(self) -> list[str]:
        """What a proof by automata or by a closed form says in formulas."""
        return list(self._data.get("formulas", []))

    @property
    def computed(self) -> int:
        """How many values were computed."""
        return int(self._data["computed"])

    @property
    def max_value(self) -> int:
        """The greatest of them."""
        return int(self._data["max_value"])

    @property
    def sparse_space(self) -> dict[str, Any] | None:
        """The sparse space seen: mask, position parity, rare positions."""
        return cast("dict[str, Any] | None", self._data.get("sparse_space"))

    @property
    def proved(self) -> bool:
        """Whether a theorem proves it, with all its hypotheses checked."""
        return self.status == "proved"

    @property
    def checked(self) -> bool | None:
        """Whether the checker has verified the certificate; None where there is none."""
        return cast("bool | None", self._data["checked"])

    @property
    def checked_by_coq(self) -> str | None:
        """The Coq that accepted the statement as a theorem, and when; None where none did.

        >>> import sprague
        >>> sprague.game("Kayles").solve().checked_by_coq  # doctest: +ELLIPSIS
        'Coq 8..., 20...'
        """
        return _coq(self._data.get("coq"))

    @property
    def source(self) -> str | None:
        """Whose proof it is, where it is not of this search: "atlas", the one that ships with the package.

        >>> import sprague
        >>> s = sprague.game("0.454").solve()
        >>> s.status, s.source, s.period
        ('proved', 'atlas', 60620715)
        """
        return cast("str | None", self._data.get("source"))

    @property
    def near_misses(self) -> list[dict[str, Any]]:
        """Where nothing is proved or observed: the periods that most heaps obey, the best first.

        >>> import sprague
        >>> best = sprague.game("0.F6").solve(limit=2500).near_misses[0]
        >>> best["period"], best["saltus"], best["from"], best["to"], best["fails_at"]
        (43, 32, 604, 1885, 1886)
        """
        return list(self._data.get("near_misses", []))

    @property
    def record(self) -> list[str]:
        """What the atlas and the literature have on record.

        >>> import sprague
        >>> any("published: preperiod 465384263797" in s for s in sprague.game("0.106").solve(limit=20000).record)
        True
        """
        return list(self._data.get("record", []))

    @property
    def certificate(self) -> Certificate | None:
        """The proof, where there is one."""
        text = self._found.certificate_json()
        return None if text is None else Certificate(text)

    @property
    def values(self) -> NDArray[np.uint32]:
        """The values that were computed: one array, the same each time, that cannot be written."""
        if self._values is None:
            self._values = self._found.computed_values()
            self._values.flags.writeable = False
        return self._values

    def value(self, n: int) -> int | None:
        """The nim-value of a heap of n, or None where nothing proved gives it."""
        return self._found.value(n)

    def to_dict(self) -> dict[str, Any]:
        """The solution as `sprague solve --format json` prints it."""
        return dict(self._data)

    def __repr__(self) -> str:
        yet = ", certificate not checked yet" if self.checked is False else ""
        what = f"{self.kind}, {self.status}{yet}" if self.kind != "open" else "open"
        statement = f": {self.statement}" if self.statement else f" after {self.computed} values"
        return f"<Solution of {self.game}: {what}{statement}>"

    def _repr_html_(self) -> str:
        by = f" by {self.theorem}" if self.theorem else ""
        if self.checked is False:
            by += ", certificate not checked yet"
        if self.checked_by_coq:
            by += f", checked by {self.checked_by_coq}"
        return _table(
            [
                ("game", self.game),
                ("kind", self.kind),
                ("statement", self.statement or "-"),
                ("status", self.status + by),
                ("computed", f"{self.computed} values, the greatest is {self.max_value}"),
            ]
        )

    def _repr_latex_(self) -> str:
        if self.period is None:
            return rf"${_latex_name(self.game)}$: {self.kind}"
        saltus = f" + {self.saltus}" if self.saltus else ""
        but = ""
        if self.periodic_residues:
            listed = ", ".join(map(str, self.periodic_residues))
            but = rf"\quad(\text{{without the saltus for }} n \bmod {self.period} \in \{{{listed}\}})"
        how = "" if self.proved else r"\quad\text{(observed, not proved)}"
        if self.checked is False:
            how = r"\quad\text{(certificate not checked yet)}"
        return (
            rf"$\mathcal{{G}}(n+{self.period}) = \mathcal{{G}}(n){saltus}"
            rf"\quad\text{{for all }} n \ge {self.preperiod}{but}{how}$"
        )


class Move(NamedTuple):
    """A winning move: in which part, from which heap, to which heaps."""

    part: int
    heap: int
    to: tuple[int, ...]
    #: Which of the new heaps keeps the pass, where the rules have one: an index into `to`.
    keeper: int | None = None


class Best:
    """Who wins a position, its nim-value, and the winning moves.

    >>> import sprague
    >>> b = sprague.best("Kayles: 3 5 7")
    >>> b.outcome, b.value
    ('N', 5)
    >>> b.moves[0]
    Move(part=0, heap=5, to=(4,), keeper=None)
    """

    __slots__ = ("_data", "moves", "position")

    def __init__(self, position: str, data: dict[str, Any]) -> None:
        self._data = data
        self.position: str = position
        #: The winning moves.
        self.moves: list[Move] = [
            Move(m["part"], int(m["heap"]), tuple(map(int, m["to"])), m.get("pass"))
            for m in data["moves"]
        ]

    @property
    def outcome(self) -> str:
        """'N': the player to move wins; 'P': the other one."""
        return str(self._data["outcome"])

    @property
    def value(self) -> int | None:
        """The nim-value; None under misere play."""
        value = self._data["value"]
        return None if value is None else int(value)

    @property
    def complete(self) -> bool:
        """Whether `moves` lists every winning move."""
        return bool(self._data["complete"])

    def __repr__(self) -> str:
        value = "" if self.value is None else f", value {self.value}"
        return f"<Best of {self.position}: {self.outcome}{value}, {len(self.moves)} winning moves>"

    def _repr_html_(self) -> str:
        rows: list[tuple[str, object]] = [("position", self.position), ("outcome", self.outcome)]
        if self.value is not None:
            rows.append(("value", self.value))
        for move in self.moves[:20]:
            rows.append((f"{move.heap} →", " + ".join(map(str, move.to)) or "nothing"))
        if len(self.moves) > 20:
            rows.append(("…", f"{len(self.moves)} winning moves"))
        return _table(rows)


def best(position: str, *, misere: bool = False, most: int = 1000, time: float = 60.0) -> Best:
    """Judges a position such as ``"Kayles: 3 5 7; Nim: 2"``: at most `most` winning moves.

    >>> import sprague
    >>> sprague.best("Nim: 1 2 3").outcome
    'P'
    >>> sprague.best("Nim: 1 1 1", misere=True).outcome
    'P'
    """
    return Best(position, _object(_sprague.best(position, misere, most, time)))


class Quotient(NamedTuple):
    """A misere quotient: a finite commutative monoid with its P-classes."""

    #: The number of classes.
    order: int
    #: proved: of the whole game; open: of the heaps to `largest` only.
    status: str
    #: Where the classes of the heaps repeat.
    preperiod: int | None
    period: int | None
    #: Generators and relations.
    presentation: str
    #: The classes that are P-positions.
    p_classes: list[int]
    #: The multiplication table.
    table: list[list[int]]
    #: The class of each heap.
    pretending_function: list[int]
    #: The largest heap that was looked at.
    largest: int
    #: What the checker verifies; None for games with a pass.
    certificate: Certificate | None


class Misere:
    """Misere play of a game: whoever makes the last move loses.

    >>> import sprague
    >>> m = sprague.game("Kayles").misere
    >>> m.values(5)
    [1, 0, 2, 3, 0, 1]
    >>> m.genus(5)
    ['0', '1', '2', '3', '1', '4^146']
    >>> m.canonical_forms(5)
    ['0', '1', '2', '3', '1', '2[2]321']
    """

    __slots__ = ("_forms", "_game")

    def __init__(self, game: str, forms: int = 1_000_000) -> None:
        """`forms` bounds the canonical forms made for the genus; beyond it, `ComputationError`."""
        self._game = game
        self._forms = forms

    def _ask(self, to: int, symbols: int = 1) -> dict[str, Any]:
        return _object(_sprague.misere(self._game, to, self._forms, symbols))

    def values(self, to: int = 30) -> list[int]:
        """The misere nim-values of the heaps 0 to `to`."""
        return list(self._ask(to)["misere_values"])

    def genus(self, to: int = 30) -> list[str]:
        """The genus symbols of the heaps 0 to `to`."""
        return list(self._ask(to)["genus"])

    def canonical_forms(self, to: int = 30, *, symbols: int = 60) -> list[str | None]:
        """The canonical forms of the heaps 0 to `to` as CGSuite writes them, without ``*[`` and ``]``.

        None stands for forms with more symbols, and for those with more than 500 positions in them.
        """
        return list(self._ask(to, symbols)["canonical_forms"])

    def outcomes(self, to: int = 30) -> str:
        """P or N for the heaps 0 to `to`."""
        return "".join("P" if value == 0 else "N" for value in self.values(to))

    def tame(self, to: int = 30) -> bool:
        """Whether the heaps 0 to `to` are tame."""
        return bool(self._ask(to)["tame"])

    def quotient(self, to: int = 2000, *, classes: int = 1000) -> Quotient:
        """The misere quotient: of the whole game where heaps to `to` show and prove its period.

        >>> import sprague
        >>> quotient = sprague.game("Kayles").misere.quotient()
        >>> quotient.order, quotient.status, quotient.preperiod, quotient.period
        (40, 'proved', 71, 12)
        """
        text, certificate = _sprague.misere_quotient(self._game, to, classes)
        proof = None if certificate is None else Certificate(certificate)
        return Quotient(**_object(text), certificate=proof)

    def __repr__(self) -> str:
        return f"<Misere play of {self._game}>"


class Game(_sprague.Game):
    """A game by its rules. Equal rules make equal games; games can be pickled and hashed.

    >>> import sprague
    >>> g = sprague.game("Dawson's Kayles")
    >>> g
    Game('0.07')
    >>> g.standard_form, g.shift
    ('0.137', 1)
    >>> g.options(5)
    [[3], [1, 2]]

    A game is read like the endless sequence of its values: ``g[5]`` is one of them, ``g[:20]`` an
    array, and ``for value in g`` goes on for ever.

    >>> g[6], g[:8]
    (3, array([0, 0, 1, 1, 2, 0, 3, 1], dtype=uint32))
    >>> from itertools import islice
    >>> list(islice(g, 8))
    [0, 0, 1, 1, 2, 0, 3, 1]
    """

    __slots__ = ()

    @overload
    def __getitem__(self, heap: SupportsIndex, /) -> int: ...
    @overload
    def __getitem__(self, heaps: slice, /) -> NDArray[np.uint32]: ...
    def __getitem__(self, heaps: SupportsIndex | slice, /) -> int | NDArray[np.uint32]:
        """The value of a heap, of any size as in `value`; or an array of values.

        >>> import sprague
        >>> sprague.game("Kayles")[10:20:3]
        array([2, 1, 1, 2], dtype=uint32)
        >>> sprague.game("Kayles")[5:]
        Traceback (most recent call last):
        ...
        sprague.SpragueError: a nim-sequence has no end: name one, as in game[5:100]
        """
        if not isinstance(heaps, slice):
            return self.value(index(heaps))
        start, stop, step = heaps.start, heaps.stop, heaps.step
        if stop is None:
            raise _sprague.SpragueError(
                f"a nim-sequence has no end: name one, as in game[{start or ''}:100]"
            )
        start, stop = 0 if start is None else index(start), index(stop)
        step = 1 if step is None else index(step)
        if start < 0 or stop < 0:
            raise _sprague.SpragueError(
                "a nim-sequence has no end to count back from: bounds are at least 0"
            )
        if step < 1:
            raise _sprague.SpragueError("steps go forward here: turn the array, game[:20][::-1]")
        return self.values(min(start, stop), stop)[::step]

    def __iter__(self) -> Iterator[int]:
        """G(0), G(1), and so on without end."""
        start, stop = 0, 256
        while True:
            yield from self.values(start, stop).tolist()
            # Twice as far each time: what is computed again is less than what is new.
            start, stop = stop, 2 * stop

    def __len__(self) -> NoReturn:
        # No TypeError, which list() passes over: it would take all memory.
        raise _sprague.SpragueError(
            "a nim-sequence has no end, hence no length: take a part, game[:100]"
        )

    def __bool__(self) -> bool:
        return True

    def __contains__(self, value: object, /) -> NoReturn:
        raise _sprague.SpragueError(
            "a nim-sequence has no end to look to: ask a part, 7 in game[:1000]"
        )

    def solve(  # type: ignore[override]
        self, limit: int = 300_000_000, time: float | None = 120.0
    ) -> Solution:
        """Finds the regularity of the nim-sequence and proves it.

        At most `limit` values are computed, for at most `time` seconds. The answer is
        `proved` only where a theorem applies and all its hypotheses were checked.

        >>> import sprague
        >>> sprague.game("0.156").solve().period
        349
        """
        return Solution(super().solve(limit, time))

    @property
    def certificate(self) -> Certificate | None:
        """The proof that `solve` finds, or None."""
        return self.solve().certificate

    @property
    def misere(self) -> Misere:
        """Misere play of this game."""
        return Misere(self.rules)

    def best(self, *heaps: int, misere: bool = False, most: int = 1000) -> Best:
        """Judges a position of heaps of this game.

        >>> import sprague
        >>> sprague.game("S(1,2,4)").best(9, 5).value
        2
        """
        return best(f"{self.rules}: {' '.join(map(str, heaps))}", misere=misere, most=most)

    @property
    def info(self) -> dict[str, Any]:
        """What is known about the rules, as `sprague info --format json` prints it.

        >>> import sprague
        >>> sprague.game("0.07").info["cousins"]
        ['0.137', '0.4']
        """
        return _object(self.info_json())

    @property
    def standard_form(self) -> str | None:
        """The standard form of a code: the cousin whose sequence begins 0, 1."""
        return cast("str | None", self.info["standard_form"])

    @property
    def shift(self) -> int | None:
        """r with G_standard(n) = G(n+r)."""
        return cast("int | None", self.info["shift"])

    @property
    def names(self) -> list[str]:
        """The names this game goes by."""
        return list(self.info["names"])

    def plot(self, n: int = 1000, ax: Axes | None = None, **style: Any) -> Axes:
        """Draws the first `n` values with matplotlib; returns the axes.

        `style` goes to matplotlib's ``scatter``.
        """
        try:
            import matplotlib.pyplot as plt
        except ImportError as error:
            raise ImportError("plot() needs matplotlib: pip install matplotlib") from error
        if ax is None:
            _, ax = plt.subplots()
        values = self.values(n)
        style = {"s": 4, "linewidths": 0, **style}
        ax.scatter(range(len(values)), values, **style)
        ax.set_xlabel("n")
        ax.set_ylabel("G(n)")
        ax.set_title(str(self))
        return ax

    def __repr__(self) -> str:
        return f"Game({self.rules!r})"

    def __reduce__(self) -> tuple[type[Game], tuple[str]]:
        return (Game, (self.rules,))

    def _repr_html_(self) -> str:
        info = self.info
        rows: list[tuple[str, object]] = [("game", info["game"])]
        if info["names"]:
            rows.append(("names", ", ".join(info["names"])))
        rows.append(("class", info["class"]))
        rows.append(("rules", " ".join(info["words"])))
        if info["standard_form"]:
            rows.append(("standard form", info["standard_form"]))
        values = " ".join(map(str, self.values(24).tolist()))
        rows.append(("values", values + " …"))
        return _table(rows)

    def _repr_latex_(self) -> str:
        values = ", ".join(map(str, self.values(12).tolist()))
        return rf"${_latex_name(self.rules)}:\ {values}, \ldots$"


def game(rules: str | Game) -> Game:
    """The game with these rules.

    >>> import sprague
    >>> sprague.game("0.77") == sprague.game("Kayles")
    True
    >>> sprague.game("0.7x")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    sprague.ParseError: ...
    """
    return rules if isinstance(rules, Game) else Game(rules)


def games() -> list[str]:
    """The named games.

    >>> import sprague
    >>> "Kayles" in sprague.games()
    True
    """
    return [name for name, _ in _sprague.games()]
