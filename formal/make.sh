#!/bin/sh
# Compiles the library; sets Coq up by Debian's package if it is missing.
set -e
cd "$(dirname "$0")"
command -v coqc >/dev/null || { apt-get update -qq && apt-get install -y -qq coq >/dev/null; }
coq_makefile -f _CoqProject -o Makefile.coq >/dev/null
make --no-print-directory -f Makefile.coq -j "${JOBS:-2}" "$@"
