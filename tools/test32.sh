#!/usr/bin/env bash
# The tests of the crates that a browser's tab runs, on 32 bits, where numbers of the machine are as
# small as there: tools/test32.sh [ARGUMENTS OF cargo test]
# Sets up the target i686-unknown-linux-gnu (tools/wasm-target.sh) and, as root on Debian, gcc-multilib.
set -euo pipefail
cd "$(dirname "$0")/.."
target=i686-unknown-linux-gnu
if [ ! -e /usr/include/gnu/stubs-32.h ] && ! compgen -G '/usr/include/*/gnu/stubs-32.h' >/dev/null; then
  command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] || { echo "please install gcc-multilib"; exit 3; }
  echo "installing gcc-multilib"
  apt-get update -qq && apt-get install -y -qq --no-install-recommends gcc-multilib >/dev/null
fi
setup=$(tools/wasm-target.sh $target)
BUILD_STD=
eval "$setup"
crates=()
for name in budget certificate checker fast-checker games engine automata prover; do
  crates+=(--package "sprague-$name")
done
# shellcheck disable=SC2086
exec cargo test --target $target --target-dir "${CARGO_TARGET_DIR:-target}/test32" $BUILD_STD \
  "${crates[@]}" "$@"
