#!/bin/sh
# Installs, at one go, what the tests need of Debian's packages and is not there: a C and C++ compiler
# for SQLite and libFuzzer, Python, Node and Chromium for the page (unless BROWSER=no), Coq and OCaml for
# the theorems (unless FORMAL=no). Each test says itself what it misses where this cannot install it.
set -eu
missing=
need() { # command, packages
    command -v "$1" >/dev/null || { shift; missing="$missing $*"; }
}
need cc gcc
need c++ g++
need python3 python3 python3-venv
if [ "${BROWSER:-yes}" != no ]; then
    need node nodejs
    need npm npm
    [ -n "${CHROMIUM:-}" ] || need chromium chromium fonts-dejavu-core
fi
if [ "${FORMAL:-yes}" != no ]; then
    need coqc coq
    need ocamlfind ocaml-nox ocaml-findlib
fi
[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
    echo "please install:$missing" >&2
    exit 0
fi
echo "installing$missing"
for attempt in 1 2 3; do
    # shellcheck disable=SC2086
    if apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends $missing >/dev/null; then exit 0; fi
done
echo "apt-get could not install$missing" >&2
exit 1
