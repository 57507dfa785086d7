#!/usr/bin/env bash
# The page in a real browser. Installs what is missing (as root on Debian, with Node 20
# and npm), rebuilds the page to see that the committed build is not stale, and runs the
# browser tests against target/debug/sprague. Screenshots: target/page-screenshots/.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../../.. && pwd)

if ! command -v chromium >/dev/null; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
fi
if ! cmp -s package-lock.json node_modules/.sprague-lock 2>/dev/null; then
  # Not `npm ci`: it insists on an entry for the optional parts of every other platform.
  npm install --no-save --no-audit --no-fund
  cp package-lock.json node_modules/.sprague-lock
fi

# The build must give back, byte for byte, what is committed.
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
npx tsc --noEmit
npx vite build --outDir "$fresh" --emptyOutDir --logLevel warn
for file in index.html page.js page.css icon.svg; do
  if ! cmp -s "$fresh/$file" "dist/$file"; then
    echo "dist/$file is stale: run 'npm run build' in crates/server/page and commit dist/" >&2
    exit 1
  fi
done

[ -x "${SPRAGUE:-$root/target/debug/sprague}" ] || (cd "$root" && cargo build --quiet --package sprague)
node --test --test-concurrency=1 --test-reporter=spec test/page.test.mjs
