# To be sourced in formal/: SPRAGUE is the program that exports, built here if none is named.
if [ -z "$SPRAGUE" ]; then
  (cd .. && cargo build --quiet -p sprague-cli)
  SPRAGUE=$(cd .. && realpath "${CARGO_TARGET_DIR:-target}")/debug/sprague
fi
SPRAGUE=$(realpath "$SPRAGUE")
export SPRAGUE
