"""Misere quotients of the octal codes to three digits, as a table: some seconds each.

python3 tools/misere.py [TABLE [SECONDS]] > misere.csv

Of a TABLE that is given, rows that are decided are kept, and open ones where they go as far.
SPRAGUE is the program; `tools/atlas.sh` calls this.
"""

import csv
import itertools
import json
import os
import subprocess
import sys

COLUMNS = "game,tame,first_wild,quotient_order,p_order,status,preperiod,period,verified_to,value".split(",")


def row(program: str, game: str, seconds: str) -> dict[str, str]:
    """What `sprague misere --quotient` says."""
    command = [program, "misere", game, "--quotient", "--time", seconds, "--sums", "2000000"]
    text = subprocess.run([*command, "--format", "json", "--quiet"], capture_output=True, text=True).stdout
    answer = json.loads(text)
    quotient = answer["quotient"]
    # A quotient that is infinite has a rule in its place; v is the nim-value in its third line.
    rule = quotient.get("lead") or quotient
    wild = answer.get("first_wild") or {}
    cells = {
        "game": game,
        "tame": str(answer["tame"]).lower(),
        "first_wild": wild.get("heap"),
        "quotient_order": quotient["order"],
        "p_order": quotient["p_order"],
        "status": quotient["status"],
        "preperiod": rule.get("preperiod"),
        "period": rule.get("period"),
        "verified_to": quotient.get("verified_to") or quotient["heaps"],
        "value": rule.get("value"),
    }
    return {name: "" if cell is None else str(cell) for name, cell in cells.items()}


def better(old: dict[str, str], new: dict[str, str]) -> dict[str, str]:
    """The row that says more."""
    chosen = new if new["status"] != "open" or int(new["verified_to"]) > int(old["verified_to"]) else old
    return {name: chosen.get(name) or "" for name in COLUMNS}


def main() -> None:
    program = os.environ.get("SPRAGUE", "sprague")
    known: dict[str, dict[str, str]] = {}
    if len(sys.argv) > 1:
        with open(sys.argv[1], newline="") as file:
            known = {old["game"]: old for old in csv.DictReader(file)}
    seconds = sys.argv[2] if len(sys.argv) > 2 else "1"
    out = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
    out.writeheader()
    for digits in itertools.product("01234567", repeat=3):
        game = "0." + ("".join(digits).rstrip("0") or "0")
        old = known.get(game)
        if old is None:
            out.writerow(row(program, game, seconds))
        elif old["status"] == "open":
            out.writerow(better(old, row(program, game, seconds)))
        else:
            out.writerow({name: old.get(name) or "" for name in COLUMNS})
        sys.stdout.flush()


if __name__ == "__main__":
    main()
