#!/bin/sh
# Tests the Python package: builds the wheel, installs it into a clean virtual environment and
# runs the tests, the doctests, the type checker and the tutorial there. Everything is kept in
# target/python and can be run again. Needs python3 (3.10 or later) with venv, and PyPI.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work="${CARGO_TARGET_DIR:-$root/target}/python"
python=${PYTHON:-python3}
mkdir -p "$work"

if [ ! -x "$work/tools/bin/maturin" ]; then
    "$python" -m venv "$work/tools"
    "$work/tools/bin/pip" install --quiet --disable-pip-version-check 'maturin>=1.8,<2'
fi

# The dev profile is optimised and shares its dependencies with `cargo test`.
rm -rf "$work/wheels"
"$work/tools/bin/maturin" build --quiet --manifest-path "$here/Cargo.toml" \
    --interpreter "$python" --out "$work/wheels" ${MATURIN_ARGS:-}

# The wheel goes into an environment that has the requirements and nothing of the repository.
if [ ! -f "$work/env/ready" ]; then
    rm -rf "$work/env"
    "$python" -m venv "$work/env"
    "$work/env/bin/pip" install --quiet --disable-pip-version-check \
        numpy pytest distributed pandas pyarrow nbclient nbformat ipykernel matplotlib mypy
    touch "$work/env/ready"
fi
"$work/env/bin/pip" install --quiet --disable-pip-version-check --no-deps --force-reinstall \
    "$work"/wheels/sprague-*.whl

# Not from the source folder, whose package has no compiled part.
cd "$work"
export MPLBACKEND=Agg
"$work/env/bin/python" -m pytest --quiet -p no:cacheprovider "$here/tests" "$@"
"$work/env/bin/python" -m pytest --quiet -p no:cacheprovider --doctest-modules --pyargs sprague
"$work/env/bin/python" -m mypy --strict "$here/tests/typed.py"
