#!/bin/sh
# The library, the examples, a theorem of each kind from a certificate, forged certificates of each
# kind, which Coq must refuse, and the second judge. Exports with the program SPRAGUE, or else with
# one built for it. Sets Coq up by Debian's package.
set -e
cd "$(dirname "$0")"
./make.sh >/dev/null
judge/make.sh
if grep -nE '^ *(Axiom|Parameter|Conjecture|Admitted|admit)|Admitted\.' theory/*.v examples/*.v; then
  echo "formal: an axiom or an unfinished proof"; exit 1
fi
. ./program.sh
python3 test.py "$@"
