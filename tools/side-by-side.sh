#!/bin/sh
# Runs targets of the Makefile two at a time, in the order given, and shows what each has printed when
# it ends: tools/side-by-side.sh MAKE TARGET... At the first failure no other target begins.
set -eu
cd "$(dirname "$0")/.."
make=$1
shift
logs=${CARGO_TARGET_DIR:-target}/test-logs
mkdir -p "$logs"
export make logs
printf '%s\n' "$@" | xargs -P 2 -I TARGET sh -c '
  log=$logs/TARGET.log
  begun=$(date +%s)
  if $make --no-print-directory TARGET > "$log" 2>&1; then end=passed; else end=FAILED; fi
  echo "==== make TARGET"
  cat "$log"
  echo "==== make TARGET: $end after $(($(date +%s) - begun)) s"
  [ $end = passed ] || exit 255'
