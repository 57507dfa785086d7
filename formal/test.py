#!/usr/bin/env python3
"""Theorems that must be accepted without assumptions, and forged ones that must not.

    test.py           all of them
    test.py WORD ...  those with one of the words in their names
"""

import copy
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from types import SimpleNamespace

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import export  # noqa: E402

OPTIONS = SimpleNamespace(table=1000, austin=False, fuel=1000000, native=False)
AUTOMATA = os.path.join(HERE, "../results/automata/%s.jsonl.gz")
CLOSED = "Closed under the global context"


def own(name):
    return export.load(os.path.join(HERE, "test", name + ".json"), None)


def automaton(table, game):
    return export.load(AUTOMATA % table, game)


def coqc(text, directory):
    path = os.path.join(directory, "Theorem.v")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    command = ["coqc", "-q", "-R", os.path.join(HERE, "theory"), "Sprague", path]
    return subprocess.run(command, capture_output=True, text=True, cwd=directory)


def accepted(text, run):
    """Every `Print Assumptions` says that there are none."""
    asked = len(re.findall(r"^Print Assumptions", text, re.M))
    return run.returncode == 0 and asked > 0 and run.stdout.count(CLOSED) == asked


def change(certificate, path, value):
    """A copy with one place changed; the path is a list of keys."""
    forged = copy.deepcopy(certificate)
    place = forged
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value(place[path[-1]]) if callable(value) else value
    return forged


def more(x):
    return x + 1


kayles, subtraction, split = own("kayles"), own("subtraction"), own("split")
before, all_but, recurring = own("before-the-point"), own("all-but"), own("recurring")
sparse, misere = own("sparse"), own("misere")
ruler, arithmetic = automaton("table", "0.2048"), automaton("two-digit", "0.28")
sapp, periodic = automaton("table", "0.205200C"), automaton("table", "0.77")

TRUE = {
    "Austin 4.1, with the table of Kayles": kayles,
    "a subtraction set": subtraction,
    "a split with a condition": split,
    "a digit before the point": before,
    "all-but": all_but,
    "a recurring code": recurring,
    "a sparse window": sparse,
    "a ruler": ruler,
    "arithmetic-periodic": arithmetic,
    "sapp": sapp,
    "periodic by an automaton": periodic,
    "a misere quotient": misere,
}

CLAIM, GAMMA = ["claim"], ["evidence", "gamma"]
FORGED = {
    "Kayles with a longer preperiod": change(kayles, CLAIM + ["preperiod"], more),
    "Kayles with twice the period": change(kayles, CLAIM + ["period"], 24),
    "Kayles with a shorter preperiod": change(kayles, CLAIM + ["preperiod"], 70),
    "the period of Kayles for 0.7": change(kayles, ["game"], "0.7"),
    "0.4 periodic after its first zeros": dict(
        kayles, game="0.4", claim={"kind": "periodic", "preperiod": 0, "period": 1, "saltus": 0}
    ),
    "the period of S(1,2,4) for S(1,3,4)": change(subtraction, ["game"], "S(1,3,4)"),
    "a split with another condition": change(split, ["game"], "Split(2, differ>=3)"),
    "4.3 is not 4.1": change(before, ["game"], "4.1"),
    "all-but with another saltus": change(all_but, CLAIM + ["saltus"], more),
    "all-but with another set": change(all_but, ["game"], "AllBut(1)"),
    "a recurring code with another block": change(recurring, ["game"], "0.23[0011]"),
    "the famous wrong period of 0.23[0010]": change(recurring, CLAIM + ["period"], 3),
    "a sparse window with another period": change(sparse, CLAIM + ["period"], more),
    "an automaton with another transition": change(ruler, GAMMA + ["next", 13], 3),
    "an automaton that accepts more": change(ruler, GAMMA + ["accepting"], [0, 2, 3, 4, 6, 7]),
    "a sum with another transition": change(ruler, ["evidence", "sums", 0, "next", 1], 0),
    "the automaton of another game": change(ruler, ["game"], "0.2044"),
    "another law": change(ruler, ["evidence", "laws", 4, "offset"], more),
    "another ruler": change(ruler, ["evidence", "laws", 2, "ruler", "factor"], more),
    "a missing exception": change(ruler, ["evidence", "laws", 5, "exceptions"], []),
    "another saltus": change(arithmetic, CLAIM + ["saltus"], more),
    "another residue of sapp": change(sapp, CLAIM + ["periodic_residues"], [19, 38]),
    "a multiple of the period, by an automaton": change(periodic, CLAIM + ["period"], 24),
    "a misere quotient with another product": change(misere, ["evidence", "table", 3, 3], 0),
    "a misere quotient with another class lost": change(
        misere, ["evidence", "p"], lambda p: p[:-1] + [p[-1] - 1]
    ),
    "the misere quotient of another game": change(misere, ["game"], "0.122"),
    "heaps of a misere quotient in other classes": change(
        misere, ["evidence", "phi", 5], lambda c: 0 if c else 1
    ),
}


def main():
    words = sys.argv[1:]
    wanted = lambda name: not words or any(word in name for word in words)
    failures = 0
    start = time.time()
    with tempfile.TemporaryDirectory() as directory:
        for name in sorted(os.listdir(os.path.join(HERE, "examples"))):
            if name.endswith(".v") and wanted(name):
                with open(os.path.join(HERE, "examples", name), encoding="utf-8") as file:
                    text = file.read()
                run = coqc(text, directory)
                good = accepted(text, run)
                failures += not good
                print(f"{'ok' if good else 'FAILED'}  example {name}", flush=True)
                if not good:
                    print(run.stderr[-2000:])
        for name, certificate in filter(lambda item: wanted(item[0]), TRUE.items()):
            text = export.export(certificate, OPTIONS)
            run = coqc(text, directory)
            good = accepted(text, run)
            failures += not good
            print(f"{'ok' if good else 'FAILED'}  {name}: {certificate['game']}", flush=True)
            if not good:
                print(run.stderr[-2000:])
        for name, certificate in filter(lambda item: wanted(item[0]), FORGED.items()):
            try:
                run = coqc(export.export(certificate, OPTIONS), directory)
                # The computation itself must say no; any other error would prove nothing.
                good = run.returncode != 0 and '"true = true"' in run.stderr
                reason = "" if good else run.stderr[-2000:]
            except export.Refused as refusal:
                good, reason = True, f" (refused by the exporter: {refusal})"
            failures += not good
            print(f"{'ok' if good else 'FAILED'}  forged: {name}{reason}", flush=True)
    print(f"{failures} failures, {time.time() - start:.0f} s")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
