"""Values of short games: Col, Snort, and the calculus of partisan games."""

from __future__ import annotations

import html
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from numbers import Rational
from operator import index
from typing import Any, Literal, SupportsIndex, TypeAlias, Union

from . import _sprague

__all__ = ["Number", "Relation", "Value", "col", "compare", "evaluate", "holds", "snort"]

#: How two values compare; ``"||"``: they are confused, neither is less.
Relation: TypeAlias = Literal["<", "=", ">", "||"]

#: Steps a question takes at most, unless it is allowed more: some seconds.
_STEPS = 60_000_000

#: What stands for a value.
_Like: TypeAlias = Union["Value", SupportsIndex, Fraction]


def _limit(steps: int | None) -> int | None:
    """A limit as the compiled part takes it."""
    if steps is None or steps >= 2**64:
        return None
    if steps < 0:
        raise _sprague.SpragueError("a limit of steps is at least 0, or None for no limit")
    return index(steps)


def _fraction(number: tuple[int, int]) -> Fraction:
    numerator, exponent = number
    return Fraction(numerator, 1 << exponent)


def _form(value: object) -> _sprague.ShortGame | None:
    """A value, an integer or a fraction as a value; None where it is none of them."""
    if isinstance(value, Value):
        return value._form
    if isinstance(value, Fraction):
        denominator = value.denominator
        if denominator & (denominator - 1):
            raise _sprague.SpragueError(
                f"{value} is no short game: its denominator is not a power of 2"
            )
        return _sprague.number(value.numerator, denominator.bit_length() - 1)
    if isinstance(value, SupportsIndex):
        return _sprague.number(index(value), 0)
    return None


class Value:
    """The value of a short game under normal play, in canonical form. Values do not change.

    A value is made from text in the usual notation, from an integer, or from a fraction with a power
    of 2 below. Values are added, subtracted and compared with one another and with numbers:

    >>> from sprague import Value
    >>> switch = Value("{2|-1}")
    >>> switch + 1, -switch, switch - switch
    (Value('{3|0}'), Value('{1|-2}'), Value('0'))
    >>> Value(10) > Value(9), max(map(Value, (2, 10, 9)))
    (True, Value('10'))
    >>> switch.mean, switch.temperature, switch.birthday
    (Fraction(1, 2), Fraction(3, 2), 3)

    ``==`` is equality of values, and equal values have one hash. ``a | b`` says whether two values
    are confused. Those have no order, and ``<``, ``<=``, ``>``, ``>=`` raise `ConfusedError` instead of
    letting `sorted` and `max` give an order that is none; `compare` has all four answers.

    >>> Value("*") | 0, Value("*").compare(0)
    (True, '||')
    >>> Value("*") < 0
    Traceback (most recent call last):
    ...
    sprague.ConfusedError: * and 0 are confused, neither is less: compare() says so, and a | b

    The operators take at most 60 million steps, which is some seconds; `plus` and `compare` take
    more where `steps` allows it.
    """

    # `cached_property` keeps its values in the dictionary.
    _form: _sprague.ShortGame

    def __new__(cls, value: str | _Like = 0, *, steps: int | None = _STEPS) -> Value:
        form = _sprague.evaluate(value, _limit(steps)) if isinstance(value, str) else _form(value)
        if form is None:
            raise TypeError(
                f"a value is made from text, an integer or a Fraction, not from {type(value).__name__}"
            )
        made = _made(form)
        if cls is Number:
            made.as_integer_ratio()  # or an error
        return made

    @cached_property
    def value(self) -> str | None:
        """The canonical form as text; None where it is too long to write."""
        return self._form.text()

    @cached_property
    def latex(self) -> str | None:
        """The canonical form for LaTeX, to stand in a formula; None where it is too long to write.

        >>> from sprague import Value
        >>> print(Value("1/2^*").latex)
        \\frac{1}{2}{\\uparrow}{*}
        """
        return self._form.latex()

    @property
    def outcome(self) -> Literal["L", "R", "N", "P"]:
        """Who wins: L Left, R Right, whoever starts; N the first player, P the second."""
        outcomes: dict[Relation, Literal["L", "R", "N", "P"]] = {
            "<": "R", "=": "P", ">": "L", "||": "N",
        }  # fmt: skip
        return outcomes[self.compare(0, steps=None)]

    @cached_property
    def _stops(self) -> tuple[Fraction, Fraction]:
        left, right = self._form.stops()
        return (_fraction(left), _fraction(right))

    @property
    def left_stop(self) -> Fraction:
        """The number reached when Left starts and both play until the value is a number."""
        return self._stops[0]

    @property
    def right_stop(self) -> Fraction:
        """The number reached when Right starts."""
        return self._stops[1]

    @cached_property
    def _heat(self) -> tuple[Fraction, Fraction]:
        mean, temperature = self._form.heat()
        return (_fraction(mean), _fraction(temperature))

    @property
    def mean(self) -> Fraction:
        """The mean value."""
        return self._heat[0]

    @property
    def temperature(self) -> Fraction:
        """The temperature: -1/2^k for a number with denominator 2^k, else at least 0."""
        return self._heat[1]

    @cached_property
    def birthday(self) -> int:
        """The day it is born."""
        return self._form.birthday()

    @cached_property
    def _options(self) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
        left, right = self._form.options()
        return (tuple(map(_made, left)), tuple(map(_made, right)))

    @property
    def left(self) -> tuple[Value, ...]:
        """Left's options in the canonical form.

        >>> from sprague import Value
        >>> Value("^*").left, Value("^*").right
        ((Value('0'), Value('*')), (Value('0'),))
        """
        return self._options[0]

    @property
    def right(self) -> tuple[Value, ...]:
        """Right's options in the canonical form."""
        return self._options[1]

    def _parts(self) -> tuple[tuple[int, int], int, int]:
        parts = self._form.number_up_star()
        if parts is None:
            raise _sprague.SpragueError(f"{self._shown()} is no sum of a number, ups and a nimber")
        return parts

    @property
    def number(self) -> Fraction:
        """The number x of a value x + n·↑ + *m; other values have none, which is an error.

        >>> from sprague import Value
        >>> v = Value("1/2^3*2")
        >>> v.number, v.up, v.star
        (Fraction(1, 2), 3, 2)
        """
        return _fraction(self._parts()[0])

    @property
    def up(self) -> int:
        """The n of a value x + n·↑ + *m."""
        return self._parts()[1]

    @property
    def star(self) -> int:
        """The m of a value x + n·↑ + *m."""
        return self._parts()[2]

    @property
    def is_number(self) -> bool:
        """Whether the value is a number."""
        return False

    def as_integer_ratio(self) -> tuple[int, int]:
        """Numerator and denominator, where the value is a number."""
        raise _sprague.SpragueError(f"{self._shown()} is no number")

    def __int__(self) -> int:
        numerator, denominator = self.as_integer_ratio()
        if denominator != 1:
            raise _sprague.SpragueError(f"{self._shown()} is no integer")
        return numerator

    def __float__(self) -> float:
        numerator, denominator = self.as_integer_ratio()
        return numerator / denominator

    def plus(self, other: _Like, *, steps: int | None = _STEPS) -> Value:
        """The sum with another value, in at most so many steps; None for no limit."""
        return _made(self._form.plus(_given(other), _limit(steps)))

    def compare(self, other: _Like, *, steps: int | None = _STEPS) -> Relation:
        """How this value compares with another: ``<``, ``=``, ``>``, or ``||`` for confused.

        At most so many steps are taken; None for no limit.

        >>> from sprague import Value
        >>> [Value("^").compare(other) for other in (0, 1, Value("^"), Value("*"))]
        ['>', '<', '=', '||']
        """
        relation: Relation = self._form.compare(_given(other), _limit(steps))
        return relation

    def _order(self, other: object) -> Relation | None:
        """How this value compares with one that may be something else; never confused."""
        form = _form(other)
        if form is None:
            return None
        relation: Relation = self._form.compare(form, _STEPS)
        if relation == "||":
            shown = [_made(form)._shown() for form in (self._form, form)]
            raise _sprague.ConfusedError(
                f"{shown[0]} and {shown[1]} are confused, neither is less: compare() says so, and a | b"
            )
        return relation

    def __add__(self, other: _Like) -> Value:
        form = _form(other)
        return NotImplemented if form is None else _made(self._form.plus(form, _STEPS))

    __radd__ = __add__

    def __sub__(self, other: _Like) -> Value:
        form = _form(other)
        return NotImplemented if form is None else _made(self._form.plus(form.negative(), _STEPS))

    def __rsub__(self, other: _Like) -> Value:
        form = _form(other)
        return NotImplemented if form is None else _made(form.plus(self._form.negative(), _STEPS))

    def __neg__(self) -> Value:
        return _made(self._form.negative())

    def __pos__(self) -> Value:
        return self

    def __or__(self, other: _Like) -> bool:
        """Whether the two are confused."""
        form = _form(other)
        return NotImplemented if form is None else self._form.compare(form, _STEPS) == "||"

    __ror__ = __or__

    def __lt__(self, other: _Like) -> bool:
        relation = self._order(other)
        return NotImplemented if relation is None else relation == "<"

    def __le__(self, other: _Like) -> bool:
        relation = self._order(other)
        return NotImplemented if relation is None else relation in ("<", "=")

    def __gt__(self, other: _Like) -> bool:
        relation = self._order(other)
        return NotImplemented if relation is None else relation == ">"

    def __ge__(self, other: _Like) -> bool:
        relation = self._order(other)
        return NotImplemented if relation is None else relation in (">", "=")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, float):
            # As fractions do, which equal both.
            return self.is_number and self.number == other
        try:
            form = _form(other)
        except _sprague.SpragueError:
            # A third is no short game, and none equals it.
            return False
        return NotImplemented if form is None else self._form.equals(form)

    def __hash__(self) -> int:
        return hash(self._form.fingerprint())

    def __bool__(self) -> bool:
        """Whether the value is not 0."""
        return self != 0

    def _shown(self) -> str:
        return "this value (too long to write out)" if self.value is None else self.value

    def __str__(self) -> str:
        if self.value is None:
            raise _sprague.ComputationError("the canonical form is too long to write out")
        return self.value

    def __repr__(self) -> str:
        if self.value is None:
            return f"<Value of birthday {self.birthday}, too long to write out>"
        return f"Value({self.value!r})"

    def __reduce__(self) -> tuple[type[Value], tuple[str]]:
        return (Value, (str(self),))

    def _repr_latex_(self) -> str | None:
        return None if self.latex is None else f"${self.latex}$"

    def _repr_html_(self) -> str:
        stops = f"{self.left_stop} and {self.right_stop}"
        rows = {
            "value": self.value or "too long to write out",
            "outcome": self.outcome,
            "stops": stops,
            "mean": self.mean,
            "temperature": self.temperature,
            "birthday": self.birthday,
        }
        cells = "".join(
            f"<tr><th style='text-align:left'>{name}</th>"
            f"<td style='text-align:left'>{html.escape(str(value))}</td></tr>"
            for name, value in rows.items()
        )
        return f"<table>{cells}</table>"


class Number(Value):
    """A value that is a number. `Fraction` takes it as it is.

    >>> from fractions import Fraction
    >>> from sprague import Value, evaluate
    >>> half = evaluate("{0|1}")
    >>> Fraction(half), half == Fraction(1, 2), float(half)
    (Fraction(1, 2), True, 0.5)
    >>> int(half + half)
    1
    >>> int(evaluate("*"))
    Traceback (most recent call last):
    ...
    sprague.SpragueError: * is no number
    """

    @property
    def is_number(self) -> bool:
        """True."""
        return True

    @property
    def numerator(self) -> int:
        """The numerator in lowest terms."""
        return self.number.numerator

    @property
    def denominator(self) -> int:
        """The denominator, a power of 2."""
        return self.number.denominator

    def as_integer_ratio(self) -> tuple[int, int]:
        """Numerator and denominator."""
        return self.number.as_integer_ratio()

    def __hash__(self) -> int:
        # That of equal integers and fractions.
        return hash(self.number)


Rational.register(Number)


def _made(form: _sprague.ShortGame) -> Value:
    """The Python value of a compiled one."""
    parts = form.number_up_star()
    made: Value = object.__new__(Number if parts is not None and parts[1:] == (0, 0) else Value)
    made._form = form
    return made


def _given(value: object) -> _sprague.ShortGame:
    form = _form(value)
    if form is None:
        raise TypeError(f"no value, integer or Fraction: {type(value).__name__}")
    return form


def evaluate(expression: str, *, steps: int | None = _STEPS) -> Value:
    """The value of an expression of short games, in at most so many steps; None for no limit.

    >>> import sprague
    >>> switch = sprague.evaluate("{2|-1} + *")
    >>> switch, switch.mean, switch.temperature
    (Value('{2*|-1*}'), Fraction(1, 2), Fraction(3, 2))

    `holds` answers comparisons.
    """
    return _made(_sprague.evaluate(expression, _limit(steps)))


def holds(comparison: str, *, steps: int | None = _STEPS) -> bool:
    """Whether a comparison of two expressions is true: ``<``, ``<=``, ``=``, ``!=``, ``>=``, ``>``,
    ``||`` (confused), ``<|`` (less or confused), ``|>`` (greater or confused).

    >>> import sprague
    >>> sprague.holds("^ > 0"), sprague.holds("* = 0"), sprague.holds("* || 0")
    (True, False, True)
    """
    return _sprague.holds(comparison, _limit(steps))


def compare(a: _Like | str, b: _Like | str, *, steps: int | None = _STEPS) -> Relation:
    """How two values compare: ``<``, ``=``, ``>``, or ``||`` for confused.

    >>> import sprague
    >>> sprague.compare("{1|-1}", 0)
    '||'
    """
    return Value(a, steps=steps).compare(Value(b, steps=steps), steps=steps)


def _board(
    graph: str | None,
    nodes: int | None,
    edges: Sequence[tuple[int, int]] | None,
    tints: str | None,
) -> dict[str, object]:
    """A board as the compiled part takes it."""
    listed = None if edges is None else list(edges)
    return {"graph": graph, "nodes": nodes, "edges": listed, "tints": tints}


def col(
    graph: str | None = None,
    *,
    nodes: int | None = None,
    edges: Sequence[tuple[int, int]] | None = None,
    tints: str | None = None,
    steps: int | None = None,
) -> Value:
    """The value of Col on a graph: text such as ``"+oo-"`` or ``"grid 3x4"``, or nodes and edges.

    Tints, one letter per node: o untinted, + Left (black) only, - Right (white) only. The value is a
    number, or a number and star: `number` and `star` of it. `steps` bounds the positions remembered.

    >>> import sprague
    >>> sprague.col("o+"), sprague.col("o+").outcome
    (Value('1/2'), 'L')
    >>> sprague.col(nodes=3, edges=[(0, 1), (1, 2)], tints="oo-").number
    Fraction(-1, 2)
    """
    return _made(_sprague.col(_board(graph, nodes, edges, tints), _limit(steps)))


def snort(
    graph: str | None = None,
    *,
    nodes: int | None = None,
    edges: Sequence[tuple[int, int]] | None = None,
    tints: str | None = None,
    steps: int | None = None,
) -> Value:
    """The value of Snort on a graph, given as to `col`.

    `steps` bounds the positions remembered and the steps of computing with their values.

    >>> import sprague
    >>> sprague.snort("oo")
    Value('+-1')
    """
    return _made(_sprague.snort(_board(graph, nodes, edges, tints), _limit(steps)))
