#!/bin/sh
# Runs what is in this folder as far as one machine can: the sbatch script without SLURM, stopped and
# taken up again, and the commands of the Kubernetes manifest as processes. PYTHON names a Python with
# the package and Dask; without it, the environment that crates/python/test.sh has made is used.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/.." && pwd)
PYTHON=${PYTHON:-${CARGO_TARGET_DIR:-$root/target}/python/env/bin/python}
export PYTHON
"$PYTHON" -c 'import sprague, distributed' 2>/dev/null || {
    echo "deploy/test.sh: not tested: no Python with sprague and Dask (run crates/python/test.sh first)"
    exit 0
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# A census that is stopped, and goes on.
"$here/census.sbatch" octal:2 octal.db --limit 2000 --time 5 > first.json 2> first.log &
job=$!
sleep 8
kill "$job" 2>/dev/null || true
wait "$job" || true
"$here/census.sbatch" octal:2 octal.db --limit 2000 --time 5 > second.json 2> second.log || {
    cat second.log; exit 1
}
grep -q '"games": 64' second.json
echo "the sbatch script, without SLURM: $(cat second.json)"

"$PYTHON" "$here/manifest.py"
