#!/usr/bin/env bash
# The standard library of another target: tools/wasm-target.sh [TARGET] [--source]
#
# Says on standard error what it does, and on standard output what the caller has to `eval`:
# nothing where the compiler has the target or rustup can download it; otherwise PATH, RUSTC_BOOTSTRAP
# and BUILD_STD (arguments for cargo), so that cargo builds the standard library from the package
# `rust-src` of Debian. That package must have the compiler's version; it is looked for where apt
# gets its packages from, in suites newer than the installed one, and nothing is installed: a copy
# of the toolchain (hard links) in target/ gets it. Ends with status 3 where nothing works.
# --source: do not ask rustup.
set -euo pipefail
cd "$(dirname "$0")/.."
target=wasm32-unknown-unknown
source=no
for argument; do
  case $argument in
    --source) source=yes ;;
    *) target=$argument ;;
  esac
done
say() { echo "$target: $*" >&2; }

std=panic_abort,std
[[ $target == wasm* ]] || std=panic_unwind,std,test
build_std="-Z build-std=$std"

if [ $source = no ]; then
  if compgen -G "$(rustc --print target-libdir --target "$target")/libstd-*" >/dev/null; then
    exit
  fi
  if command -v rustup >/dev/null; then
    say "rustup target add"
    if timeout 300 rustup target add "$target" >&2; then exit; fi
    say "rustup cannot download it"
  fi
fi

version=$(rustc --version | cut -d' ' -f2)
sysroot=$(rustc --print sysroot)
toolchain=${CARGO_TARGET_DIR:-$PWD/target}/toolchain-$version
use() {
  say "the standard library is built from its source in $1"
  printf 'export PATH=%q:"$PATH" RUSTC_BOOTSTRAP=1\nBUILD_STD=%q\n' "$1/bin" "$build_std"
  exit
}
for place in "$toolchain" "$sysroot"; do
  [ ! -f "$place/lib/rustlib/src/rust/library/Cargo.lock" ] || use "$place"
done

command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || {
  say "neither rustup nor Debian's packages have it"
  exit 3
}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir -p "$place/lists/partial" "$place/cache/archives/partial"
# Where Debian itself is mirrored, as apt's own sources say it.
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
  grep -oE '(https?|file|mirror[^ ]*):[^ ]*/debian/?( |$)' | head -1 | tr -d ' ' || true)
keys=$(cat /etc/apt/sources.list.d/*.sources 2>/dev/null |
  sed -n 's/^Signed-By: *//p' | grep debian-archive | head -1 || true)
if [ -z "$mirror" ]; then
  say "apt names no mirror of Debian"
  exit 3
fi
for suite in trixie-backports trixie forky sid; do
  say "looking for rust-src $version in $suite"
  echo "deb${keys:+ [signed-by=$keys]} $mirror $suite main" > "$place/sources"
  apt=(-qq -o "Dir::Etc::SourceList=$place/sources" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State::Lists=$place/lists" -o "Dir::Cache=$place/cache" -o APT::Sandbox::User=root)
  apt-get "${apt[@]}" update >&2 || continue
  found=$(apt-cache "${apt[@]}" madison rust-src | tr -d ' ' | cut -d'|' -f2 |
    grep -F "$version+" | head -1 || true)
  [ -n "$found" ] || continue
  say "unpacking rust-src $found into a copy of the toolchain"
  (cd "$place" && apt-get "${apt[@]}" download "rust-src=$found" >&2 &&
    dpkg-deb --fsys-tarfile rust-src_*.deb | tar -x "./usr/src/rustc-$version/library") || continue
  rm -rf "$toolchain.new"
  mkdir -p "$(dirname "$toolchain")"
  cp -al "$sysroot" "$toolchain.new" 2>/dev/null || { rm -rf "$toolchain.new"; cp -a "$sysroot" "$toolchain.new"; }
  rm -rf "$toolchain.new/lib/rustlib/src"
  mkdir -p "$toolchain.new/lib/rustlib/src/rust"
  mv "$place/usr/src/rustc-$version/library" "$toolchain.new/lib/rustlib/src/rust/library"
  rm -rf "$toolchain"
  mv "$toolchain.new" "$toolchain"
  use "$toolchain"
done
say "no suite of $mirror has rust-src $version"
exit 3
