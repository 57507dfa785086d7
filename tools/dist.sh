#!/usr/bin/env bash
# Builds the release: a tarball with the program, manual pages, completions, documentation and
# licences, and its checksum, in target/dist. The same sources give the same tarball but for
# the compiler's own differences.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
host=$(rustc -vV | sed -n 's/^host: //p')
name=sprague-$version-$host
dist=target/dist
cargo build --release --locked
program=target/release/sprague
[ ! -f "$program.exe" ] || program=$program.exe
rm -rf "${dist:?}/$name"
mkdir -p "$dist/$name/completions" "$dist/$name/licences"
cp "$program" README.md CHANGELOG.md CITATION.cff LICENSE-MIT LICENSE-APACHE "$dist/$name/"
cp -r docs "$dist/$name/docs"
"$program" man --dir "$dist/$name/man/man1"
"$program" completions bash > "$dist/$name/completions/sprague.bash"
"$program" completions zsh > "$dist/$name/completions/_sprague"
"$program" completions fish > "$dist/$name/completions/sprague.fish"

# The crates inside the program, their licences, and the licence texts they ship.
cargo tree --locked --offline --edges normal --prefix none --format '{p} | {l}' -p sprague-cli |
  sed 's/ (proc-macro)//; s/ (\*)//' | grep -v '(/' | sort -u > "$dist/$name/licences/LIST"
sources=${CARGO_HOME:-$HOME/.cargo}/registry/src
while read -r crate number _; do
  for text in "$sources"/*/"$crate-${number#v}"/{LICENSE,LICENCE,COPYING,NOTICE}*; do
    [ -f "$text" ] || continue
    cp "$text" "$dist/$name/licences/$crate-${number#v}-$(basename "$text")"
  done
done < "$dist/$name/licences/LIST"

tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" \
  -C "$dist" -cf - "$name" | gzip -9n > "$dist/$name.tar.gz"
(cd "$dist" && sha256sum "$name.tar.gz" > "$name.tar.gz.sha256")
echo "$dist/$name.tar.gz"
