#!/usr/bin/env bash
# The whole program for a browser's tab: target/site, to be put on any static web space.
#
#   tools/site.sh            the modules (sprague.js, checker.js with their .wasm) and the page
#   tools/site.sh modules    the modules alone
#
# Sets up what it needs: the target (tools/wasm-target.sh), clang for SQLite, Node with wasm-opt of
# the npm package binaryen. Ends with status 3, and says why, where that is not possible.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)
site=$build/site
binaryen=132.0.0
cannot() {
  echo "the site: $1" >&2
  exit 3
}

missing=()
command -v clang >/dev/null || missing+=(clang)
command -v node >/dev/null || missing+=(nodejs)
command -v npm >/dev/null || missing+=(npm)
if [ ${#missing[@]} -gt 0 ]; then
  command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] || cannot "please install ${missing[*]}"
  echo "installing ${missing[*]}"
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    cannot "apt-get could not install ${missing[*]}"
fi
setup=$(tools/wasm-target.sh) || cannot "the target wasm32-unknown-unknown cannot be set up"
BUILD_STD=
eval "$setup"
wasm_opt=$build/site-tools/node_modules/binaryen/bin/wasm-opt
if [ ! -f "$wasm_opt" ]; then
  npm install --prefix "$build/site-tools" --no-save --no-audit --no-fund --loglevel=error \
    "binaryen@$binaryen" >/dev/null || cannot "npm could not install binaryen"
fi

cargo fetch --quiet --locked --manifest-path tools/bindgen/Cargo.toml &&
  cargo fetch --quiet --locked --target wasm32-unknown-unknown ||
  cannot "cargo could not download what the modules need"

echo "building the tool that writes the JavaScript of the modules"
(cd tools/bindgen && cargo build --quiet --locked --target-dir "$build/bindgen")
echo "building the modules"
# Every browser since 2023 has the vectors of 128 bits. Clang 14 knows C23's attributes only when told.
export RUSTFLAGS="-C target-feature=+simd128"
export CC_wasm32_unknown_unknown=clang AR_wasm32_unknown_unknown=${AR_wasm32_unknown_unknown:-llvm-ar}
command -v "$AR_wasm32_unknown_unknown" >/dev/null || unset AR_wasm32_unknown_unknown
export CFLAGS_wasm32_unknown_unknown="-fdouble-square-bracket-attributes"
# What the compiler uses; with more, wasm-opt writes modules that older engines cannot read.
features="--enable-simd --enable-bulk-memory --enable-bulk-memory-opt --enable-nontrapping-float-to-int
  --enable-sign-ext --enable-mutable-globals --enable-reference-types --enable-multivalue"
mkdir -p "$site"
for crate in wasm:sprague checker-wasm:checker; do
  # shellcheck disable=SC2086
  cargo rustc --quiet --locked --package "sprague-${crate%:*}" --lib --crate-type cdylib \
    --profile site --target wasm32-unknown-unknown --target-dir "$build/wasm" $BUILD_STD
  name=${crate#*:}
  module=sprague-${crate%:*}
  "$build/bindgen/debug/bindgen" \
    "$build/wasm/wasm32-unknown-unknown/site/${module//-/_}.wasm" "$name" "$site"
  # shellcheck disable=SC2086
  node "$wasm_opt" -O1 $features --strip-debug "$site/${name}_bg.wasm" -o "$site/${name}_bg.wasm"
done

# The seed of the atlas as a file of its own. Not named after gzip: some hosts would unpack it.
cp crates/atlas/data/seed.jsonl.gz "$site/seed.bin"

page=crates/server/page
if [ "${1:-}" != modules ] && grep -q '"site"' "$page/package.json"; then
  (cd "$page" && if ! cmp -s package-lock.json node_modules/.sprague-lock 2>/dev/null; then
    npm install --no-save --no-audit --no-fund --loglevel=error
    cp package-lock.json node_modules/.sprague-lock
  fi && SITE=$site npm run --silent site)
fi
node -e '
const { readFileSync } = require("node:fs");
const { brotliCompressSync } = require("node:zlib");
// What a visitor has to fetch may not grow unseen; all that the program needs counts.
const most = { "sprague_bg.wasm": 1_500_000, "checker_bg.wasm": 400_000, "seed.bin": 500_000 };
for (const file of process.argv.slice(1)) {
  const bytes = readFileSync(file);
  const name = file.split("/").pop();
  const packed = brotliCompressSync(bytes).length;
  console.log(`${name}: ${bytes.length} bytes, ${packed} packed by brotli`);
  if (packed > most[name]) {
    console.error(`the site: ${name} has more than ${most[name]} bytes packed; see profile.site in Cargo.toml`);
    process.exitCode = 1;
  }
}' "$site"/*_bg.wasm "$site/seed.bin"
echo "the site is in $site"
