"""Checked by mypy: what the type stubs promise."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

import sprague

kayles: sprague.Game = sprague.game("Kayles")
values: NDArray[np.uint32] = kayles.values(10)
value: int = kayles.value(10**30)
solution: sprague.Solution = kayles.solve()
period: int | None = solution.period
certificate: sprague.Certificate | None = solution.certificate
best: sprague.Best = kayles.best(3, 5)
moves: list[sprague.Move] = best.moves
one: int = kayles[5]
some: NDArray[np.uint32] = kayles[:20]
several: list[int] = [value for value, _ in zip(kayles, range(3))]
value_of: sprague.Value = sprague.evaluate("{1|*} + ^") + 1 - sprague.col("o+")
number: Fraction = sprague.col("o+").number
less: bool = value_of < 2
confused: bool = value_of | 0
relation: sprague.Relation = sprague.compare("*", 0)
truth: bool = sprague.holds("^ > 0")
whole: int = int(sprague.Value(3))
atlas: sprague.atlas.Atlas = sprague.atlas.connect(":seed:")
rows = atlas.find(kind="periodic", period=">100")
first: str = rows[0]["game"]
