#!/bin/sh
# Tests the Python package: builds the wheel, installs it into clean virtual environments and
# runs the tests, the doctests, the type checkers and the tutorial there. Everything is kept in
# target/python and can be run again; arguments go to pytest. Needs Rust, python3 (3.10 or
# later) and a package index; venv is installed where it is missing and that is allowed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work="${CARGO_TARGET_DIR:-$root/target}/python"
python=${PYTHON:-python3}
packages="numpy pytest distributed pandas pyarrow polars nbclient nbformat ipykernel matplotlib mypy pyright[nodejs]"
mkdir -p "$work"

fail() { echo "crates/python/test.sh: $*" >&2; exit 1; }

command -v "$python" >/dev/null || fail "python3 is missing: install Python 3.10 or later"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' ||
    fail "$("$python" --version) is too old: the package needs Python 3.10 or later"
# Debian has Python without pip and venv.
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; } ||
        fail "$python has no venv: install it (on Debian: apt-get install python3-venv)"
    apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null
fi

# A new environment, unless it is there with these packages.
environment() { # name, packages
    name=$1; shift
    if [ "$(cat "$work/$name/ready" 2>/dev/null)" != "with $*" ]; then
        rm -rf "${work:?}/$name"
        "$python" -m venv "$work/$name"
        [ $# -eq 0 ] || "$work/$name/bin/pip" install --quiet --disable-pip-version-check "$@"
        echo "with $*" > "$work/$name/ready"
    fi
}

install() { # name, arguments of pip
    name=$1; shift
    "$work/$name/bin/pip" install --quiet --disable-pip-version-check --force-reinstall "$@"
}

# The dev profile is optimised and shares its dependencies with `cargo test`.
environment tools 'maturin>=1.9.4,<2'
rm -rf "$work/wheels"
"$work/tools/bin/maturin" build --quiet --manifest-path "$here/Cargo.toml" \
    --interpreter "$python" --out "$work/wheels"
wheel=$(echo "$work"/wheels/sprague-*-abi3-*.whl)
[ -f "$wheel" ] || fail "no abi3 wheel was built"

# Nothing of the source folder is seen: its package has no compiled part.
cd "$work"
export MPLBACKEND=Agg
unset PYTHONPATH

# What the wheel asks for is enough.
rm -rf "$work/bare"
environment bare
install bare "$wheel"
"$work/bare/bin/python" "$here/tests/bare.py"

# shellcheck disable=SC2086
environment env $packages
install env --no-deps "$wheel"
py="$work/env/bin/python"
"$py" -m pytest --quiet -p no:cacheprovider --rootdir "$here" "$here/tests" "$@"
"$py" -m pytest --quiet -p no:cacheprovider --doctest-modules --pyargs sprague
"$py" -m pytest --quiet -p no:cacheprovider --rootdir "$root" --doctest-glob '*.md' \
    "$root/docs/python.md" "$here/README.md"
"$py" -m mypy --config-file "$here/pyproject.toml" --cache-dir "$work/mypy" -p sprague
"$py" -m mypy --config-file "$here/pyproject.toml" --cache-dir "$work/mypy" "$here/tests/typed.py"
"$py" -m mypy.stubtest sprague._sprague
# Every public name has its type: 100 %, or pyright fails.
PATH="$work/env/bin:$PATH" "$py" -m pyright --verifytypes sprague --ignoreexternal
