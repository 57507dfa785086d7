#!/usr/bin/env bash
# Plays the newcomer: a clean clone, a clean HOME, an empty target directory. Runs the two
# commands of the README, the ten-minute tour, the installation, the release tarball, the
# Python package and the page. Needs Rust, Python and some minutes.
#
#   tools/newcomer.sh            everything
#   tools/newcomer.sh quick      without `make test`
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)
place=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$place"' EXIT
say() { printf '\n== %s\n' "$*"; }

# Where the toolchain lives and what it downloaded may stay; nothing else of the old HOME.
export CARGO_HOME=${CARGO_HOME:-$HOME/.cargo} RUSTUP_HOME=${RUSTUP_HOME:-$HOME/.rustup}
export HOME=$place/home XDG_DATA_HOME= XDG_CACHE_HOME= XDG_CONFIG_HOME=
mkdir "$HOME"
say "clone"
git clone --quiet "$repository" "$place/sprague"
cd "$place/sprague"

say "README: the first command"
cargo run --release --quiet -- solve 0.156

say "install"
cargo install --quiet --locked --path crates/cli --root "$place/installed"
export PATH=$place/installed/bin:$PATH
sprague --version

say "the tour"
cd "$place"
sed -n 's/^\$ //p' sprague/docs/tour.md | while read -r line; do
  echo "\$ $line"
  # The tour shows one mistake; its exit status is 2.
  eval "$line" > out 2>&1 || [ $? = 2 ] || { cat out; exit 1; }
  head -3 out
done

say "selftest"
sprague selftest --quiet

say "the page"
sprague serve --addr 127.0.0.1:0 --quiet > serve.log 2>&1 &
server=$!
for _ in $(seq 100); do grep -q 'http://' serve.log && break; sleep 0.1; done
address=$(grep -o 'http://[0-9.:]*' serve.log | head -1)
python3 - "$address" <<'PYTHON'
import json, sys, urllib.request
get = lambda path: urllib.request.urlopen(sys.argv[1] + path, timeout=20).read()
assert b"<html" in get("/")
assert json.loads(get("/api/values?game=0.77&from=0&to=5"))["values"] == [0, 1, 2, 3, 1, 4]
print("page and API answer")
PYTHON
kill "$server"; wait "$server" || true; server=

say "the release"
cd "$place/sprague"
make dist

say "the Python wheel"
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet ./crates/python
"$place/venv/bin/python" -c 'import sprague; print(sprague.game("0.77").values(11))'

if [ "${1:-}" != quick ]; then
  say "README: the second command"
  make test
fi
say "done"
