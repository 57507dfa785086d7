#!/bin/sh
# The atlas from nothing: the seed that ships with the program, and the file people download
# (results/atlas/atlas.jsonl.gz). Every part is resumable: stop it, call it again, and it goes on
# where it was. How long each part took is written to target/atlas/times.csv.
#
#   tools/atlas.sh [quick]     quick: a third of a second for each game and no hunts: 6 minutes of one
#                              core of Zen 5; not to be shipped, to see that everything works
#
# SPRAGUE is the program (default: a release build), THREADS how many cores, DEEP how far codes with
# three digits are hunted (default 10^9), HUNT those with four (10^8), FEW those of them with fewer than
# 200 rares (10^10), PATIENCE how many seconds one hunt may take (2700), LONGEST=yes hunts 0.106, too.
set -eu
cd "$(dirname "$0")/.."
quick=${1:-}
threads=${THREADS:-$(getconf _NPROCESSORS_ONLN)}
deep=${DEEP:-1000000000}
far=${HUNT:-100000000}
few=${FEW:-10000000000}
patience=${PATIENCE:-2700}
if [ -z "${SPRAGUE:-}" ]; then
  cargo build --release --locked --quiet -p sprague-cli
  SPRAGUE=target/release/sprague
fi
work=target/atlas
mkdir -p "$work/hunts"
seed=$work/seed.db
atlas=$work/atlas.db
times=$work/times.csv
[ -f "$times" ] || echo "part,seconds" > "$times"

# part NAME COMMAND...: runs it and notes its time; what is done is not done again.
part() {
  name=$1
  shift
  if grep -q "^$name," "$times"; then
    echo "$name: done before"
    return
  fi
  start=$(date +%s)
  "$@"
  echo "$name,$(($(date +%s) - start))" >> "$times"
  tail -1 "$times"
}

# seconds S: for one game of a census; less when it is to be quick.
quickly=
[ "$quick" != quick ] || quickly="--time 0.3"
seconds() {
  if [ "$quick" = quick ]; then echo 0.3; else echo "$1"; fi
}

census() {
  "$SPRAGUE" census "$@" --threads "$threads" --quiet
}

# hunt GAME TO DB: far, in a directory that the next call goes on with; then into an atlas. In some games the
# rare values never end, or need more memory: what is known when the patience or the memory ends is kept.
hunt() {
  timeout -s INT "$patience" "$SPRAGUE" hunt "$1" --to "$2" --dir "$work/hunts/$1" --snapshots 25000000 --memory 4G --quiet ||
    echo "hunt of $1 ended early (status $?): what it found is kept"
  "$SPRAGUE" atlas import "$work/hunts/$1" --db "$3"
}

# open_and_sparse DB FAMILY [MOST]: those with the fewest rares first, with fewer than MOST.
open_and_sparse() {
  "$SPRAGUE" atlas find --db "$1" --family "$2" --representatives --status open \
    --where "rares * 10 < computed AND rares < ${3:-100000000}" --order 'rares, game' --columns game --format csv | tail -n +2
}

# The seed: what the program ships with.
for family in octal:3 hex:2 4.octal:3; do
  part "seed $family" census "$family" --db "$seed" $quickly
done
# With a pass there is no engine for sparse spaces: 40000 values take seconds, and are enough for most.
part "seed octal:3 + pass" census "octal:3 + pass" --db "$seed" --limit 40000 --time "$(seconds 20)"
part "seed cut:max=8" census cut:max=8 --db "$seed" --time "$(seconds 20)"
printf '%s\n' 'Nim + pass' 'AllBut(2) + pass' '0.3F + pass' 'S(2,12,14) + pass' > "$work/pass.txt"
part "seed four games with a pass" census "$work/pass.txt" --db "$seed"
if [ "$quick" != quick ]; then
  for family in octal:3 4.octal:3; do
    part "seed $family to 1000000 values" census "$family" --db "$seed" --limit 1000000 --time 300
  done
  # The long periods of the literature. 0.106 takes two hours of processor time, a third of them its
  # check: without LONGEST=yes its row is that of the seed before.
  for game in 0.16 0.56 0.127 0.376 0.354 0.054 0.104 0.454; do
    part "hunt $game" hunt "$game" 1000000000 "$seed"
  done
  for family in octal:3 4.octal:3; do
    for game in $(open_and_sparse "$seed" "$family"); do
      part "hunt $game to $deep" hunt "$game" "$deep" "$seed"
    done
  done
fi
longest() {
  if [ "${LONGEST:-}" = yes ]; then
    "$SPRAGUE" hunt 0.106 --to 1000000000000 --dir "$work/hunts/0.106" --quiet
    "$SPRAGUE" atlas import "$work/hunts/0.106" --db "$seed"
    return
  fi
  zcat crates/atlas/data/seed.jsonl.gz | grep '"representative":"0.106"' > "$work/0.106.jsonl"
  "$SPRAGUE" atlas import "$work/0.106.jsonl" --db "$seed"
}
part "0.106" longest
part "seed written" "$SPRAGUE" atlas export --db "$seed" -o "$work/seed.jsonl.gz"

# The file people download: the seed and more families.
[ -f "$atlas" ] || "$SPRAGUE" atlas import "$work/seed.jsonl.gz" --db "$atlas"
for certificates in results/automata/table.jsonl.gz results/automata/two-digit.jsonl.gz results/automata/three-digit.jsonl.gz; do
  part "$certificates" "$SPRAGUE" atlas import "$certificates" --db "$atlas"
done
part "hex:3 to 1024 values" census hex:3 --db "$atlas" --limit 1024 --time "$(seconds 5)"
part "hex:2 + pass" census "hex:2 + pass" --db "$atlas" --limit 4096 --time "$(seconds 4)"
for family in octal:4 subtraction:max=12 recurring-octal allbut:max=8; do
  part "$family" census "$family" --db "$atlas" --time "$(seconds 20)"
done
if [ "$quick" != quick ]; then
  part "octal:4 to 1000000 values" census octal:4 --db "$atlas" --limit 1000000 --time 3
  part "octal:4 to 5000000 values" census octal:4 --db "$atlas" --limit 5000000 --time 20
  for game in $(open_and_sparse "$atlas" octal:4); do
    part "hunt $game to $far" hunt "$game" "$far" "$atlas"
  done
  for game in $(open_and_sparse "$atlas" octal:4 200); do
    part "hunt $game to $few" hunt "$game" "$few" "$atlas"
  done
fi
# Misere quotients of the octal codes to three digits, two seconds each.
misere() {
  SPRAGUE="$SPRAGUE" python3 tools/misere.py /dev/null "$(seconds 1)" > "$work/misere.csv"
}
triples() {
  cargo run --release --locked --quiet -p sprague-atlas --example triples -- 220 | gzip -9n > "$work/triples.txt.gz"
}
part "misere quotients" misere
part "triples" triples
part "atlas written" "$SPRAGUE" atlas export --db "$atlas" -o "$work/atlas.jsonl.gz"
(cd "$work" && sha256sum seed.jsonl.gz atlas.jsonl.gz)
[ "$quick" != quick ] || exit 0
echo "to ship them: cp $work/seed.jsonl.gz $work/misere.csv crates/atlas/data;"
echo "  cp $work/atlas.jsonl.gz $work/triples.txt.gz results/atlas; and SHA256SUMS there"
