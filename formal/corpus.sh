#!/bin/sh
# The corpus of theorems, resumable (corpus.py says how). Exports with the program SPRAGUE, or else
# with one built for it. --coqchk has that program check the compiled theorems again.
set -e
cd "$(dirname "$0")"
./make.sh >/dev/null
. ./program.sh
python3 corpus.py "$@"
