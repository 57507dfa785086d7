#!/usr/bin/env bash
# The tests of the engine and of hunts with the address sanitizer, which sees every read and write of the vector
# kernels outside its memory: tools/sanitize.sh [TEST ...]
#
# Works with the stable toolchain on Linux; some minutes. The sanitizer does not see a read inside
# memory that is reserved but not used: the debug assertions of the same tests do.
set -euo pipefail
cd "$(dirname "$0")/.."
export RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=address" ASAN_OPTIONS=detect_leaks=0
tests() {
  cargo test --target "$(rustc -vV | sed -n 's/^host: //p')" --target-dir target/sanitized --lib "$@"
}
if [ $# -gt 0 ]; then
  tests -p sprague-engine -p sprague-hunt -- "$@"
else
  tests -p sprague-engine -- kernel sparse
  tests -p sprague-hunt
fi
