"""Impartial heap games: nim-sequences computed, proved and played.

>>> import sprague
>>> kayles = sprague.game("Kayles")
>>> kayles.values(12)
array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], dtype=uint32)
>>> kayles.solve()
<Solution of 0.77: periodic, proved: G(n+12)=G(n) for all n>=71; the period 12 and the preperiod 71 are the least>
>>> kayles.value(10**1000)
1

A game is written as on the command line: a take-and-break code (``0.77``, ``4.12``, ``0.3F``,
``0.[3]``), a set (``S(1,2,4)``, ``AllBut(1,2,8)``), a name (``Kayles``, ``Grundy``, ``Mark``), or
a rule (``n -> n-1 | n div 2``).
"""

from __future__ import annotations

from . import atlas
from ._census import census, hunt, survey, verify_hunt
from ._game import (
    Best,
    Certificate,
    Game,
    Misere,
    Move,
    Quotient,
    Solution,
    Verified,
    best,
    check,
    game,
    games,
)
from ._sprague import (
    AtlasError,
    CheckError,
    ComputationError,
    ConfusedError,
    ParseError,
    SpragueError,
    UnknownValueError,
    __version__,
)
from ._value import Number, Relation, Value, col, compare, evaluate, holds, snort

__all__ = [
    "AtlasError",
    "Best",
    "Certificate",
    "CheckError",
    "ComputationError",
    "ConfusedError",
    "Game",
    "Misere",
    "Move",
    "Number",
    "ParseError",
    "Quotient",
    "Relation",
    "Solution",
    "SpragueError",
    "UnknownValueError",
    "Value",
    "Verified",
    "__version__",
    "atlas",
    "best",
    "census",
    "check",
    "col",
    "compare",
    "evaluate",
    "game",
    "games",
    "holds",
    "hunt",
    "snort",
    "survey",
    "verify_hunt",
]
