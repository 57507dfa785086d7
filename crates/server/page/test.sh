#!/usr/bin/env bash
# The page in a real browser. Installs what is missing (as root on Debian: Node, npm,
# Chromium), rebuilds the page to see that the committed build is not stale, and runs the
# browser tests against the program: $SPRAGUE, or else a fresh target/debug/sprague.
# Screenshots: target/page-screenshots/.
#
# test.sh site: the site without a server instead, which it builds (tools/site.sh), and the npm
# package made of the same module. Says in one line where that cannot be built, and passes.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../../.. && pwd)

fail() {
  echo "the browser tests: $1" >&2
  echo "(to leave them out: make test BROWSER=no)" >&2
  exit 1
}

missing=()
command -v node >/dev/null || missing+=(nodejs)
command -v npm >/dev/null || missing+=(npm)
[ -n "${CHROMIUM:-}" ] || command -v chromium >/dev/null || missing+=(chromium fonts-dejavu-core)
if [ ${#missing[@]} -gt 0 ]; then
  command -v apt-get >/dev/null || fail "please install ${missing[*]}"
  [ "$(id -u)" = 0 ] || fail "please install them first: sudo apt-get install ${missing[*]}"
  echo "installing ${missing[*]}"
  for attempt in 1 2 3; do
    if apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null; then break; fi
    [ "$attempt" -lt 3 ] || fail "apt-get could not install ${missing[*]}"
  done
fi
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
  fail "Node 20.19 or newer is needed, this is $(node --version)"

if ! cmp -s package-lock.json node_modules/.sprague-lock 2>/dev/null; then
  # Not `npm ci`: it insists on an entry for the optional parts of every other platform.
  for attempt in 1 2 3; do
    if npm install --no-save --no-audit --no-fund --loglevel=error; then break; fi
    [ "$attempt" -lt 3 ] || fail "npm could not install the packages of package-lock.json"
  done
  cp package-lock.json node_modules/.sprague-lock
fi

if [ "${1:-}" = site ]; then
  built=0
  "$root/tools/site.sh" || built=$?
  if [ $built = 3 ]; then
    echo "the site and the npm package were not tested: the line above says what is missing"
    exit 0
  fi
  [ $built = 0 ] || exit $built
  if [ -z "${SPRAGUE:-}" ]; then
    (cd "$root" && cargo build --quiet --package sprague-cli)
    SPRAGUE=${CARGO_TARGET_DIR:-$root/target}/debug/sprague
  fi
  # The module answers as the server does, byte for byte.
  node "$root/tools/site-test.mjs" "$SPRAGUE" "${CARGO_TARGET_DIR:-$root/target}/site"
  npm run --silent package
  exec node --test --test-concurrency=1 --test-reporter=spec test/site.test.mjs ../../wasm/npm/test/package.test.mjs
fi

# The build must give back, byte for byte, what is committed.
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
node_modules/.bin/tsc --noEmit
node_modules/.bin/vite build --outDir "$fresh" --emptyOutDir --logLevel warn
for file in index.html embed.html page.js embed.js common.js page.css icon.svg sprague-board.js; do
  if ! cmp -s "$fresh/$file" "dist/$file"; then
    echo "dist/$file is stale: run 'npm run build' in crates/server/page and commit dist/" >&2
    exit 1
  fi
done

if [ -z "${SPRAGUE:-}" ]; then
  (cd "$root" && cargo build --quiet --package sprague-cli)
fi
node --test --test-concurrency=1 --test-reporter=spec test/pool.test.mjs test/page.test.mjs
