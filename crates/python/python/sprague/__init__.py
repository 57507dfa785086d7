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
    Col,
    Game,
    Misere,
    Move,
    Quotient,
    Solution,
    Value,
    Verified,
    best,
    check,
    col,
    evaluate,
    game,
    games,
    snort,
)
from ._sprague import (
    AtlasError,
    CheckError,
    ComputationError,
    ParseError,
    SpragueError,
    UnknownValueError,
    __version__,
)

__all__ = [
    "AtlasError",
    "Best",
    "Certificate",
    "CheckError",
    "Col",
    "ComputationError",
    "Game",
    "Misere",
    "Move",
    "ParseError",
    "Quotient",
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
    "evaluate",
    "game",
    "games",
    "hunt",
    "snort",
    "survey",
    "verify_hunt",
]
