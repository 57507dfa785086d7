#!/usr/bin/env python3
"""Theorems that must be accepted without assumptions, forged ones that must not, and two judges.

    test.py           all of them
    test.py WORD ...  those with one of the words in their names

Exports with the program named by SPRAGUE. The second judge is formal/judge/build/judge, the
checkers of the library as OCaml programs: it must agree with `sprague check`, whose Rust has
nothing in common with it, on every certificate, true, forged or changed in one number.
"""

import copy
import gzip
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
SPRAGUE = os.environ["SPRAGUE"]
AUTOMATA = os.path.join(HERE, "../results/automata/%s.jsonl.gz")
CLOSED = "Closed under the global context"


def own(name):
    with open(os.path.join(HERE, "test", name + ".json"), encoding="utf-8") as file:
        return json.load(file)


def automaton(table, game):
    with gzip.open(AUTOMATA % table, "rt", encoding="utf-8") as file:
        return next(c for c in map(json.loads, file) if c["game"] == game)


def run(command, directory):
    return subprocess.run(command, capture_output=True, text=True, cwd=directory)


def export(certificate, directory):
    """The verdict of `sprague check`, and the theorem, or why there is none."""
    paths = [os.path.join(directory, name) for name in ("certificate.json", "Theorem.v")]
    if os.path.exists(paths[1]):
        os.remove(paths[1])
    with open(paths[0], "w", encoding="utf-8") as file:
        json.dump(certificate, file)
    command = [SPRAGUE, "check", paths[0], "--format", "json", "--coq-file", paths[1]]
    said = run(command, directory)
    verdict = json.loads(said.stdout)
    if not os.path.exists(paths[1]):
        return verdict, None, said.stderr.strip() or verdict["reason"]
    with open(paths[1], encoding="utf-8") as file:
        return verdict, file.read(), ""


def coqc(text, directory):
    path = os.path.join(directory, "Theorem.v")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return run(["coqc", "-q", "-R", os.path.join(HERE, "theory"), "Sprague", path], directory)


def accepted(text, said):
    """Every `Print Assumptions` says that there are none."""
    asked = len(re.findall(r"^Print Assumptions", text, re.M))
    return said.returncode == 0 and asked > 0 and said.stdout.count(CLOSED) == asked


def judged(directory):
    """What the second judge says of the theorem exported last."""
    said = run([os.path.join(HERE, "judge/build/judge"), "Theorem.v"], directory)
    return said.stdout.strip() or f"status {said.returncode}"


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
far_before, multiple = own("far-before-the-point"), own("multiple")
distinct, not_all_equal = own("distinct"), own("not-all-equal")
misere_to = own("misere-to")
sedecimal, octal, tetral = own("sedecimal"), own("recurring-octal"), own("recurring-tetral")
sparse, misere, cousin = own("sparse"), own("misere"), own("standard-form")
ruler, arithmetic = automaton("table", "0.2048"), automaton("two-digit", "0.28")
sapp, periodic = automaton("table", "0.205200C"), automaton("table", "0.77")
recurring_automaton, more_recurring = automaton("table", "4.[3]"), automaton("table", "0.5[3]")
passing, passing_split = own("pass"), own("pass-split")
passing_all_but, passing_recurring = own("pass-all-but"), own("pass-recurring")
passing_automaton, passing_more = own("pass-automaton"), own("pass-recurring-automaton")
passing_block = own("pass-recurring-periodic")
records = {
    "certificate": "sprague",
    "version": 1,
    "game": "Mark(100000)",
    "claim": {"kind": "closed-form", "base": 100000, "first": 0},
    "theorem": "mark",
}
up_records = dict(records, game="UpMark(7)", claim={"kind": "closed-form", "base": 7, "first": 1})
mark, upmark = automaton("table", "Mark(3)"), automaton("table", "UpMark(5)")

TRUE = {
    "Austin 4.1, with the table of Kayles": kayles,
    "a subtraction set": subtraction,
    "a split with a condition": split,
    "a digit before the point": before,
    "two digits before the point": far_before,
    "four equal heaps, through a multiple of the period": multiple,
    "four equal heaps, through another multiple": change(multiple, ["evidence", "multiple"], 4),
    "three different heaps": distinct,
    "three heaps that are not all equal": not_all_equal,
    "all-but": all_but,
    "a recurring code": recurring,
    "a finite code that grows": sedecimal,
    "a finite code that grows, through a multiple": change(sedecimal, ["evidence", "multiple"], 2),
    "a recurring code that grows": octal,
    "a recurring code that leaves one heap": tetral,
    "Nim": dict(
        tetral,
        game="0.[3]",
        claim={"kind": "arithmetic-periodic", "preperiod": 0, "period": 1, "saltus": 1},
        evidence={"multiple": 1, "blocks": 1},
    ),
    "a sparse window": sparse,
    "a ruler": ruler,
    "arithmetic-periodic": arithmetic,
    "sapp": sapp,
    "periodic by an automaton": periodic,
    "a recurring code by an automaton": recurring_automaton,
    "another recurring code by an automaton": more_recurring,
    "Mark in base 3": mark,
    "UpMark in base 5": upmark,
    "Mark for every base": records,
    "UpMark for every base": up_records,
    "a misere quotient": misere,
    "a misere quotient of some heaps": misere_to,
    "a standard form": cousin,
    "a pass, with the table of Kayles": passing,
    "a pass and a condition": passing_split,
    "a pass, growing, all-but": passing_all_but,
    "a pass, growing, a recurring code": passing_recurring,
    "a pass in Nim": dict(
        passing_recurring,
        game="0.[3] + pass",
        claim={"kind": "arithmetic-periodic", "preperiod": 1, "period": 2, "saltus": 2},
        evidence={"from": 2, "multiple": 1},
    ),
    "a pass by an automaton": passing_automaton,
    "a pass and a recurring code by an automaton": passing_more,
    "a pass, periodic, a recurring code": passing_block,
    "a pass by an automaton without its claim": dict(passing_automaton, claim={"kind": "automatic"}),
    "a pass through a multiple of the period": dict(passing, evidence={"from": 250, "multiple": 2}),
    "0.2049 has the automaton of 0.2048": change(ruler, ["game"], "0.2049"),
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
    "two digits before the point, another game": change(far_before, ["game"], "40.73"),
    "two digits before the point, one of them elsewhere": change(far_before, ["game"], "4.77"),
    "two digits before the point, three of them": change(far_before, ["game"], "440.77"),
    "two digits before the point, a longer preperiod": change(far_before, CLAIM + ["preperiod"], more),
    "two digits before the point, a shorter preperiod": change(far_before, CLAIM + ["preperiod"], 52),
    "two digits before the point, twice the period": change(far_before, CLAIM + ["period"], 68),
    "four equal heaps, a shorter preperiod": change(multiple, CLAIM + ["preperiod"], 4),
    "four equal heaps, a longer preperiod": change(multiple, CLAIM + ["preperiod"], 6),
    "four equal heaps, twice the period": dict(
        change(multiple, CLAIM + ["period"], 4), evidence={"multiple": 1}
    ),
    "four equal heaps of another game": change(multiple, ["game"], "G=.1"),
    "four equal heaps and no period at all": change(multiple, ["evidence", "multiple"], 0),
    "three different heaps, twice the period": change(distinct, CLAIM + ["period"], 4),
    "three different heaps of another game": change(distinct, ["game"], "0.D!"),
    "three heaps not all equal, half the period": change(not_all_equal, CLAIM + ["period"], 1),
    "three heaps not all equal in another game": change(not_all_equal, ["game"], "0.8?3"),
    "all-but with another saltus": change(all_but, CLAIM + ["saltus"], more),
    "all-but with another set": change(all_but, ["game"], "AllBut(1)"),
    "a recurring code with another block": change(recurring, ["game"], "0.23[0011]"),
    "the famous wrong period of 0.23[0010]": change(recurring, CLAIM + ["period"], 3),
    "a finite code that grows, a longer preperiod": change(sedecimal, CLAIM + ["preperiod"], more),
    "a finite code that grows, a shorter preperiod": change(sedecimal, CLAIM + ["preperiod"], 6),
    "a finite code that grows, another saltus": change(sedecimal, CLAIM + ["saltus"], more),
    "a finite code that grows by no power of two": change(sedecimal, ["evidence", "multiple"], 3),
    "a finite code that grows, twice the period": change(
        change(sedecimal, CLAIM + ["period"], 12), CLAIM + ["saltus"], 8
    ),
    "another finite code that grows": change(sedecimal, ["game"], "0.B8"),
    "a finite code that does not grow": change(sedecimal, ["game"], "0.77"),
    "a recurring code that grows, a longer preperiod": change(octal, CLAIM + ["preperiod"], more),
    "a recurring code that grows, another saltus": change(octal, CLAIM + ["saltus"], more),
    "a recurring code that grows, values that are not small": change(octal, ["evidence", "multiple"], 1),
    "a recurring code that grows by no power of two": change(octal, ["evidence", "multiple"], 3),
    "a recurring code that grows, no block": change(octal, ["evidence", "blocks"], 0),
    "a recurring code that grows, blocks beyond the period": change(octal, ["evidence", "blocks"], 3),
    "another recurring code that grows": change(octal, ["game"], "0.25[4]"),
    "a recurring code whose pairs do not recur": change(octal, ["game"], "0.6[3]"),
    "a recurring code that leaves one heap, a longer preperiod": change(tetral, CLAIM + ["preperiod"], more),
    "a recurring code that leaves one heap, another saltus": change(tetral, CLAIM + ["saltus"], more),
    "a recurring code that leaves one heap, values that are not small": change(
        tetral, ["evidence", "multiple"], 1
    ),
    "another recurring code that leaves one heap": change(tetral, ["game"], "0.1[22]"),
    "a recurring code that leaves two heaps": change(tetral, ["game"], "0.1[63]"),
    "a recurring code that leaves one heap, no period": change(tetral, ["evidence", "multiple"], 0),
    "a cousin with the preperiod of the standard form": change(cousin, CLAIM + ["preperiod"], 52),
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
    "sapp with a longer preperiod": change(sapp, CLAIM + ["preperiod"], more),
    "sapp with twice the period": dict(
        sapp,
        claim=dict(
            sapp["claim"],
            period=2 * sapp["claim"]["period"],
            saltus=2 * sapp["claim"]["saltus"],
            periodic_residues=[
                r + k * sapp["claim"]["period"]
                for k in (0, 1)
                for r in sapp["claim"]["periodic_residues"]
            ],
        ),
    ),
    "a multiple of the period, by an automaton": change(periodic, CLAIM + ["period"], 24),
    "a recurring code with another transition": change(recurring_automaton, GAMMA + ["next", 9], 1),
    "a recurring code with another sum": change(more_recurring, ["evidence", "sums", 0, "next", 4], 0),
    "the automaton of 4.[3] for 4.[2]": change(recurring_automaton, ["game"], "4.[2]"),
    "the automaton of 4.[3] for 4.[30]": change(recurring_automaton, ["game"], "4.[30]"),
    "the automaton of 0.5[3] for 0.[3]": change(more_recurring, ["game"], "0.[3]"),
    "a recurring code with another saltus": change(more_recurring, CLAIM + ["saltus"], more),
    "Mark with another transition": change(mark, GAMMA + ["next", 48], 8),
    "Mark with two values exchanged": change(
        mark, GAMMA + ["roots"], lambda roots: [roots[0], roots[2], roots[1], roots[3]]
    ),
    "the automaton of UpMark(3) for Mark(3)": dict(automaton("table", "UpMark(3)"), game="Mark(3)"),
    "Mark in another base": change(records, ["game"], "Mark(99999)"),
    "Mark one token later": change(records, CLAIM + ["first"], 1),
    "UpMark at once": change(up_records, CLAIM + ["first"], 0),
    "the formula of UpMark for Mark": change(up_records, ["game"], "Mark(7)"),
    "a pass with a longer preperiod": dict(
        change(passing, CLAIM + ["preperiod"], more), evidence={"from": 202, "multiple": 1}
    ),
    "a pass with a shorter preperiod": change(passing, CLAIM + ["preperiod"], 200),
    "a pass with twice the period": change(passing, CLAIM + ["period"], 24),
    "a window with a pass that begins early": change(passing, ["evidence", "from"], 200),
    "a pass and no period at all": change(passing, ["evidence", "multiple"], 0),
    "the period of Kayles for Kayles + pass": dict(
        change(passing, CLAIM + ["preperiod"], 71), evidence={"from": 71, "multiple": 1}
    ),
    "the pass of another game": change(passing, ["game"], "0.7 + pass"),
    "a pass where there is none": change(passing, ["game"], "0.77"),
    "a pass and another condition": change(passing_split, ["game"], "Split(2, differ>=3) + pass"),
    "a pass and another saltus": change(passing_all_but, CLAIM + ["saltus"], more),
    "a pass and another set": change(passing_all_but, ["game"], "AllBut(3,4,7) + pass"),
    "a pass and another block": change(passing_recurring, ["game"], "0.13[3] + pass"),
    "a pass, growing, with a longer preperiod": dict(
        change(passing_recurring, CLAIM + ["preperiod"], more), evidence={"from": 8, "multiple": 1}
    ),
    "a pass by an automaton with another transition": change(
        passing_automaton, GAMMA + ["next", 9], lambda s: 0 if s else 1
    ),
    "a pass by an automaton with another saltus": change(passing_automaton, CLAIM + ["saltus"], more),
    "a pass by an automaton with a longer preperiod": change(
        passing_automaton, CLAIM + ["preperiod"], more
    ),
    "a pass by an automaton with twice the period": dict(
        passing_automaton,
        claim={"kind": "arithmetic-periodic", "preperiod": 7, "period": 12, "saltus": 8},
    ),
    "a pass by the automaton of another game": change(passing_automaton, ["game"], "0.75 + pass"),
    "an automaton with a pass where there is none": change(passing_automaton, ["game"], "0.57"),
    "an automaton without a pass where there is one": change(arithmetic, ["game"], "0.28 + pass"),
    "a pass and a recurring code by another automaton": change(passing_more, GAMMA + ["next", 9], 1),
    "a pass and another recurring code by an automaton": change(passing_more, ["game"], "4.[2] + pass"),
    "a pass, a recurring code and another period": change(passing_block, CLAIM + ["period"], 8),
    "a pass, a recurring code and another block": change(
        passing_block, ["game"], "0.23[0011] + pass"
    ),
    "a misere quotient with another product": change(misere, ["evidence", "table", 3, 3], 0),
    "a misere quotient with another class lost": change(
        misere, ["evidence", "p"], lambda p: p[:-1] + [p[-1] - 1]
    ),
    "a misere quotient of more heaps": change(misere_to, CLAIM + ["heaps"], more),
    "a misere quotient of fewer heaps": change(misere_to, CLAIM + ["heaps"], 9),
    "a misere quotient of some heaps of another game": change(misere_to, ["game"], "0.17"),
    "a misere quotient of some heaps with another product": change(
        misere_to, ["evidence", "table", 3, 3], 0
    ),
    "some heaps of a misere quotient in other classes": change(
        misere_to, ["evidence", "phi", 10], lambda c: c - 1
    ),
    "the misere quotient of another game": change(misere, ["game"], "0.122"),
    "heaps of a misere quotient in other classes": change(
        misere, ["evidence", "phi", 5], lambda c: 0 if c else 1
    ),
}


# Evidence that no certificate carries and the exporter finds: forged in the file itself.
FORGED_FILES = {
    "a probe left out": (sparse, "[1; 3; ", "[1; "),
    "another mask of the sparse space": (sparse, "Sparse 27 ", "Sparse 26 "),
    "what endless takes leave": (recurring_automaton, "Row true 3 2 3 3; Row false 1 3 4 3", "Row true 3 2 3 3; Row false 1 3 3 3"),
    "what endless takes leave as nothing": (recurring_automaton, "[Row true 1 2 1 2; Row false 2 2 2 2]", "[Row true 1 2 2 2; Row false 2 2 2 2]"),
    "another first value": (recurring_automaton, "[0; 1; 2; 4; 3;", "[0; 1; 2; 4; 5;"),
    "another value in the table with a pass": (passing, "Definition values :=\n  [0; 2; 1;", "Definition values :=\n  [0; 2; 3;"),
    "a sum with a pass": (passing_automaton, "[Row false 1 2 5 2; Row false 2 2 2 2;", "[Row true 1 2 5 2; Row false 2 2 2 2;"),
    "another first move with a pass": (passing_automaton, "check_pass_graph rules 1 ", "check_pass_graph rules 2 "),
    "no first move with a pass": (passing_automaton, "check_pass_graph rules 1 ", "check_pass_graph rules 0 "),
    "another value in the table of two digits before the point": (far_before, "[0; 1; 2; 3; 4; ", "[0; 1; 2; 3; 5; "),
    "another multiple of the period": (multiple, "check_multiple rules 5 2 2 ", "check_multiple rules 5 2 1 "),
    "another value in the table of a code that grows": (tetral, "Definition values :=\n  [0; 1;", "Definition values :=\n  [0; 2;"),
    "a table of a code that grows that is too long": (tetral, "Definition values :=\n  [0; ", "Definition values :=\n  [0; 0; "),
    "another value in the table": (kayles, "[0; 1; 2; 3; 1; 4;", "[0; 1; 2; 3; 1; 5;"),
}

# Games whose first values with a pass, from the engine, the second judge computes from the definition.
PASSES = {
    "0.37": "code 0 [3; 7]",
    "0.0147": "code 0 [0; 1; 4; 7]",
    "4.16": "code 4 [1; 6]",
    "0.B8": "code 0 [11; 8]",
    "0.1F": "code 0 [1; 15]",
    "S(2,3,9)": "subtraction [2; 3; 9]",
    "Split(2, differ>=2)": "split_into 2 (Apart 2)",
    "Split(2, not-all-equal)": "split_into 2 NotAllEqual",
}

# The same for several digits before the point.
BEFORE = {
    "40.77": "[4] (code 0 [7; 7])",
    "84.16": "[8] (code 4 [1; 6])",
    "804.3": "[0; 8] (code 4 [3])",
    "C40.25": "[4; 12] (code 0 [2; 5])",
    "G80.3": "[8; 16] (code 0 [3])",
    "40.7!3": "[4] (digit 1 (Apart 1) 7 ++ digit 2 Any 3)",
}

# What the two judges see differently, and why: docs/formal.md.
OPTIONS = ["evidence", "options"]
DIFFERENT = {
    "another transition of the options": change(ruler, OPTIONS + ["next", 1], more),
    "a standard form with another proof": change(cousin, ["evidence", "of", "game"], "0.77"),
    "options that accept less": change(ruler, OPTIONS + ["accepting"], lambda a: a[1:]),
}


def numbers(place, path):
    """The paths to all numbers in a certificate."""
    if isinstance(place, dict):
        for key, inner in place.items():
            yield from numbers(inner, path + [key])
    elif isinstance(place, list):
        for key, inner in enumerate(place):
            yield from numbers(inner, path + [key])
    elif isinstance(place, int) and not isinstance(place, bool):
        yield path


def not_looked_at(certificate, path):
    """Parts of a certificate that no theorem is about: only `sprague check` looks at them."""
    if path[:2] in (["evidence", "options"], ["evidence", "of"]):
        return True
    if path[:2] == ["evidence", "laws"]:
        return certificate["claim"]["kind"] not in ("ruler", "automatic")
    if path[:2] == ["evidence", "sums"]:
        digits = re.sub(r"[][.]", "", certificate["game"].removesuffix(" + pass"))
        return path[2] + 2 > max((int(d, 32).bit_length() - 1 for d in digits), default=0)
    if path[:2] == ["evidence", "phi"]:
        claim = certificate["claim"]
        return "heaps" not in claim and path[2] >= claim["preperiod"] + claim["period"]
    return False


def changed(certificates, count):
    """Certificates with one number changed, always the same ones."""
    choose = random.Random(1)
    for name, certificate in certificates.items():
        paths = [p for p in numbers(certificate, []) if p[0] in ("claim", "evidence")]
        for path in choose.sample(paths, min(count, len(paths))):
            if not not_looked_at(certificate, path):
                step = choose.choice((1, 1, 2, -1))
                forged = change(certificate, path, lambda x: max(0, x + step))
                if forged == certificate:
                    continue
                yield f"{name}, {'/'.join(map(str, path))} by {step}", forged


class Test:
    def __init__(self, words):
        self.words, self.failures = words, 0

    def chosen(self, items):
        wanted = lambda name: not self.words or any(word in name for word in self.words)
        return [(name, item) for name, item in items if wanted(name)]

    def report(self, good, text, why=""):
        self.failures += not good
        print(f"{'ok' if good else 'FAILED'}  {text}", flush=True)
        if not good:
            print(why[-2000:])

    def theorems(self):
        """Examples, true and forged certificates, judged by Coq: two at a time."""
        examples = os.path.join(HERE, "examples")
        names = sorted(name for name in os.listdir(examples) if name.endswith(".v"))
        jobs = [(self.example, name, None) for name, _ in self.chosen((n, None) for n in names)]
        jobs += [(self.true, *item) for item in self.chosen(TRUE.items())]
        jobs += [(self.forged, *item) for item in self.chosen(FORGED.items())]
        jobs += [(self.forged_file, *item) for item in self.chosen(FORGED_FILES.items())]

        def work(job):
            with tempfile.TemporaryDirectory() as directory:
                return job[0](directory, *job[1:])

        with ThreadPoolExecutor(2) as pool:
            for good, text, why in pool.map(work, jobs):
                self.report(good, text, why)

    @staticmethod
    def example(directory, name, _):
        with open(os.path.join(HERE, "examples", name), encoding="utf-8") as file:
            text = file.read()
        said = coqc(text, directory)
        return accepted(text, said), f"example {name}", said.stderr

    @staticmethod
    def true(directory, name, certificate):
        _, text, why = export(certificate, directory)
        title = f"{name}: {certificate['game']}"
        if text is None:
            return False, title, why
        said = coqc(text, directory)
        return accepted(text, said), title, said.stderr

    @staticmethod
    def forged(directory, name, certificate):
        _, text, why = export(certificate, directory)
        if text is None:
            return True, f"forged: {name} ({why})", ""
        said = coqc(text, directory)
        # The computation itself must say no; any other error would prove nothing.
        good = said.returncode != 0 and '"true = true"' in said.stderr
        return good, f"forged: {name}", said.stderr

    @staticmethod
    def forged_file(directory, name, case):
        certificate, old, new = case
        _, text, _ = export(certificate, directory)
        if old not in text:
            return False, f"forged file: {name}", f"{old} is not in the file"
        said = coqc(text.replace(old, new, 1), directory)
        good = said.returncode != 0 and '"true = true"' in said.stderr
        return good and judged(directory) == "false", f"forged file: {name}", said.stderr

    def command(self):
        """`sprague check --coq` asks the installed Coq."""
        for name, certificate in self.chosen([("check --coq", "kayles.json")]):
            path = os.path.join(HERE, "test", certificate)
            library = dict(os.environ, SPRAGUE_COQ=os.path.join(HERE, "theory"))
            command = [SPRAGUE, "check", path, "--coq", "--format", "json"]
            said = subprocess.run(command, capture_output=True, text=True, env=library)
            coq = json.loads(said.stdout).get("coq", {}) if said.stdout else {}
            good = said.returncode == 0 and coq.get("verdict") == "accepted"
            self.report(good and len(coq["theorems"]) == 4, f"{name}: Coq {coq.get('version')}", said.stderr)
            # What is not verified says that Coq was not asked.
            command = [SPRAGUE, "check", path, "--game", "0.7", "--coq"]
            said = subprocess.run(command, capture_output=True, text=True, env=library)
            good = said.returncode == 1 and "Coq: not asked" in said.stdout
            self.report(good, f"{name}: the certificate of another game", said.stdout)

    def first_values(self, directory):
        """The values by the engine, and the same with one of them changed."""
        games = [("a pass", game + " + pass", f"check_pass_table ({rules})") for game, rules in PASSES.items()]
        games += [("digits before the point", game, f"check_before_table {rules}") for game, rules in BEFORE.items()]
        for _, (kind, game, check) in self.chosen((row[1], row) for row in games):
            command = [SPRAGUE, "values", game, "--to", "19"]
            values = [int(value) for value in run(command, directory).stdout.split()]
            wrong = values[:11] + [values[11] + 1] + values[12:] if len(values) == 20 else []
            for tried, expected in ((values, "true"), (wrong, "false")):
                text = "; ".join(map(str, tried))
                with open(os.path.join(directory, "Theorem.v"), "w", encoding="utf-8") as file:
                    file.write(f"Lemma values : {check} 19 1 [{text}] = true.\n")
                said = judged(directory)
                self.report(said == expected, f"values with {kind}: {game}, {expected}", said)

    def judges(self, directory):
        """`sprague check` and the second judge say the same."""
        both = {**TRUE, **FORGED}
        cases = self.chosen(list(both.items()) + list(changed(TRUE, 40)))
        counts = {}
        for name, certificate in cases:
            verdict, text, _ = export(certificate, directory)
            first = verdict["verdict"] == "verified"
            second = judged(directory) if text else "not covered"
            counts[first, second] = counts.get((first, second), 0) + 1
            if second not in ("not covered", "true" if first else "false"):
                why = f"sprague check: {verdict['verdict']}, {verdict['reason']}; judge: {second}"
                self.report(False, f"two judges: {name}", why)
        for (first, second), count in sorted(counts.items()):
            word = "verified" if first else "rejected"
            print(f"ok  two judges: {count} certificates {word} by the first, {second} by the second")
        for name, certificate in self.chosen(DIFFERENT.items()):
            verdict, text, why = export(certificate, directory)
            good = verdict["verdict"] == "rejected" and judged(directory) == "true"
            self.report(good, f"two judges differ: {name}", why)


def main():
    test = Test(sys.argv[1:])
    start = time.time()
    with tempfile.TemporaryDirectory() as directory:
        test.judges(directory)
        test.first_values(directory)
    test.command()
    test.theorems()
    print(f"{test.failures} failures, {time.time() - start:.0f} s")
    sys.exit(1 if test.failures else 0)


if __name__ == "__main__":
    main()
