"""The package with nothing but what the wheel asks for: run in an environment of its own."""

import importlib.util
import sys

import sprague

for package in ("pandas", "polars", "matplotlib", "distributed"):
    assert importlib.util.find_spec(package) is None, package

assert sprague.game("Kayles").values(6).tolist() == [0, 1, 2, 3, 1, 4]
assert sprague.evaluate("{2|-1}") + 1 == sprague.Value("{3|0}")
assert sprague.check(sprague.game("Kayles").certificate).game == "0.77"
seed = sprague.atlas.connect(":seed:")
assert seed["Kayles"]["period"] == 12
for work, missing in [(sprague.game("Kayles").plot, "matplotlib"), (seed.to_pandas, "pandas"), (seed.to_polars, "polars")]:
    try:
        work()
    except ImportError as error:
        assert f"pip install {missing}" in str(error), error
    else:
        sys.exit(f"{work} works without {missing}")
