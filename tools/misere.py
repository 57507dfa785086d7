"""Misere quotients of the octal codes to three digits, as a table: one to two seconds each.

SPRAGUE is the program; `tools/atlas.sh` calls this.
"""

import csv
import itertools
import json
import os
import subprocess
import sys

COLUMNS = "game,tame,first_wild,quotient_order,p_order,status,preperiod,period,verified_to".split(",")


def row(program: str, game: str) -> list[object]:
    """What `sprague misere --quotient` says."""
    command = [program, "misere", game, "--quotient", "--time", "1", "--sums", "2000000"]
    text = subprocess.run([*command, "--format", "json", "--quiet"], capture_output=True, text=True).stdout
    answer = json.loads(text)
    quotient = answer.get("quotient") or {}
    if quotient.get("verified_to") is None:
        quotient["verified_to"] = quotient.get("heaps")
    wild = (answer.get("first_wild") or {}).get("heap")
    keys = ("order", "p_order", "status", "preperiod", "period", "verified_to")
    cells = [game, str(bool(answer.get("tame"))).lower(), wild, *(quotient.get(key) for key in keys)]
    return ["" if cell is None else cell for cell in cells]


def main() -> None:
    program = os.environ.get("SPRAGUE", "sprague")
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(COLUMNS)
    for digits in itertools.product("01234567", repeat=3):
        code = "".join(digits).rstrip("0") or "0"
        out.writerow(row(program, f"0.{code}"))


if __name__ == "__main__":
    main()
