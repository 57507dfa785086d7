#!/bin/sh
# Builds the second judge, formal/judge/build/judge: the checkers of the library as OCaml programs.
# The library has to be compiled (formal/make.sh). Debian's package of Coq brings OCaml.
set -e
cd "$(dirname "$0")"
command -v ocamlfind >/dev/null || { apt-get update -qq && apt-get install -y -qq ocaml-nox ocaml-findlib >/dev/null; }
mkdir -p build
cp judge.ml build
cd build
coqc -q -w -extraction-opaque-accessed -R ../../theory Sprague -o ./Extract.vo ../Extract.v
# The extracted text has warnings that are nobody's business.
ocamlfind ocamlopt -w -a -O3 checker.mli checker.ml judge.ml -o judge
