#!/usr/bin/env bash
# Fuzzes one target for some seconds: fuzz/run.sh TARGET SECONDS
#
# Works with the stable toolchain: coverage comes from LLVM's own pass, without the
# address sanitizer. For long runs with the sanitizer: cargo +nightly fuzz run TARGET.
set -euo pipefail
cd "$(dirname "$0")"
target=$1
seconds=$2
export RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
 -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing -Ccodegen-units=1"
# A checkpoint does not fit where a line of text does.
case $target in checkpoint) longest=12000 ;; *) longest=600 ;; esac
mkdir -p "corpus/$target" artifacts
cargo run --quiet --release --target "$(rustc -vV | sed -n 's/^host: //p')" --bin "$target" -- \
  -max_total_time="$seconds" -timeout=60 -rss_limit_mb=2048 -max_len=$longest \
  -artifact_prefix="artifacts/$target-" -print_final_stats=1 -verbosity=0 \
  "corpus/$target" "seeds/$target"
