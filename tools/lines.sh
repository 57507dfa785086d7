#!/usr/bin/env bash
# Lines of Rust that must be trusted, and unsafe blocks: the numbers of docs/trust.md.
# Tests (files and modules), blank lines and comment lines do not count. The writer of certificates
# is no part of what is trusted: nothing the checker decides depends on it. It is counted apart.
set -euo pipefail
cd "$(dirname "$0")/.."
count() {
  find "$@" -name '*.rs' ! -name 'tests.rs' ! -path '*/tests/*' -exec \
    awk 'FNR == 1 { skip = 0 } /^#\[cfg\(test\)\]/ { skip = 1 }
         !skip && !/^[[:space:]]*(\/\/|$)/ { lines++ } END { print lines + 0 }' {} + |
    awk '{ sum += $1 } END { print sum }'
}
writer=crates/certificate/src/write.rs
trusted=0
for crate in checker certificate; do
  lines=$(count "crates/$crate/src" ! -path "$writer")
  trusted=$((trusted + lines))
  printf '%-12s %6d\n' "$crate" "$lines"
done
printf '%-12s %6d\n' "trusted" "$trusted"
printf '%-12s %6d\n' "writer" "$(count "$writer")"
# The limits can end a check and never pass one; the fast checker is asked only where a verdict of
# the plain one would take too long, and says so.
for crate in budget fast-checker; do
  printf '%-12s %6d\n' "$crate" "$(count "crates/$crate/src")"
done
printf '%-12s %6d\n' "unsafe" "$(grep -rn 'unsafe {' crates/*/src --include='*.rs' | wc -l)"
