#!/usr/bin/env python3
"""The corpus: theorems for many certificates, compiled in batches; results/formal has the table.

    corpus.py            tries what results/formal does not have yet, and goes on where it was stopped
    corpus.py --anew     tries everything, whatever results/formal says
    corpus.py --source NAME  of one source only
    corpus.py --seconds N    begins no new batch after so many seconds
    corpus.py --each N   gives a theorem up after N processor seconds (600)
    corpus.py --table    only writes the table from what is done
    corpus.py --coqchk   then has coqchk, a second program, check the library and the batches, the cheapest
                         first; what it has accepted it is not asked again
    corpus.py --only-coqchk  the same without trying anything

Exports with the program named by SPRAGUE, works in target/formal-corpus, where every batch leaves a
file with its outcome, and writes results/formal/corpus.csv and times.csv, and of what was accepted
crates/atlas/data/formal.csv.gz, from which the program knows it. A batch that Coq refuses is tried
again one theorem at a time, so that the table says which.
"""

import csv
import datetime
import gzip
import hashlib
import io
import json
import os
import re
import resource
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
WORK = os.path.join(ROOT, "target/formal-corpus")
RESULTS = os.path.join(ROOT, "results/formal")
BEFORE = os.path.join(WORK, "before.json")
ATLAS = os.path.join(ROOT, "crates/atlas/data/formal.csv.gz")
SPRAGUE = os.environ.get("SPRAGUE", "sprague")
CLOSED = "Closed under the global context"
# Theorems in a file: start-up and what they assume are about a second together. Those with long
# evidence take minutes; they come last and stand alone.
MOST, LONGEST = 25, 60_000
# Processor seconds after which a theorem is given up, and what the table says of it.
EACH, STOPPED = 600, "stopped"
# Batches that took coqc so many seconds together are given to coqchk at once.
TOGETHER = 10
# Games of the atlas that are asked for.
SHORT, SHORT_WITH_PASS = "preperiod + period < 4000", "preperiod + period < 2000"
# Of moves to three heaps Coq looks at all.
SHORT_THREE_HEAPS = "preperiod + period < 100"
# How far the program looks at games that are in no table.
FEW = ("--limit", "2000")


def sprague(*arguments):
    return subprocess.run([SPRAGUE, *arguments], capture_output=True, text=True, cwd=WORK)


def automata(name):
    with gzip.open(os.path.join(ROOT, f"results/automata/{name}.jsonl.gz"), "rt") as file:
        return [json.loads(line) for line in file]


def solved(games, *limits):
    """Certificates found by the program, kept in a file so that a second run need not; each game once."""
    seen = set()
    for game in games:
        path = os.path.join(WORK, "solved.json")
        said = sprague("solve", game, "--time", "20", *limits, "--quiet", "--certificate", path)
        if said.returncode == 0:
            with open(path, encoding="utf-8") as file:
                certificate = json.load(file)
            if certificate["game"] not in seen:
                seen.add(certificate["game"])
                yield certificate


def named():
    said = sprague("games", "--format", "csv")
    return solved(row["rules"] for row in csv.DictReader(said.stdout.splitlines()))


def sedecimal():
    """Codes of two hexadecimal digits, one of which contains 8, that grow by Austin's theorem with a
    short period: Coq looks at all moves to three heaps. The others are among the automata."""
    digits = "0123456789ABCDEF"
    codes = [f"0.{a}{b}" for a in digits for b in digits if max(a, b) >= "8"]
    for certificate in solved(codes, *FEW):
        if certificate["theorem"] == "sedecimal-arithmetic":
            if certificate["claim"]["period"] * certificate["evidence"]["multiple"] <= 12:
                yield certificate


def recurring():
    """Recurring codes of one or two octal digits."""
    digits = "01234567"
    codes = [f"0.[{a}]" for a in digits]
    codes += [code for a in digits for b in digits for code in (f"0.{a}[{b}]", f"0.[{a}{b}]")]
    return solved(codes, *FEW)


def surveyed(*conditions):
    """The certificates of proved games in the seed of the atlas."""
    said = sprague("atlas", "find", "--status", "proved", *conditions, "--format", "csv")
    path = os.path.join(WORK, "solved.json")
    for row in csv.DictReader(said.stdout.splitlines()):
        if sprague("atlas", "show", row["game"], "--certificate", path).returncode == 0:
            with open(path, encoding="utf-8") as file:
                yield json.load(file)


def representatives(family, short):
    """The periodic games of a family that are no other game in disguise."""
    return surveyed("--representatives", "--kind", "periodic", "--family", family, "--where", short)


SOURCES = {
    "named": named,
    "octal": lambda: representatives("octal:3", SHORT),
    "octal-before": lambda: representatives("4.octal:3", SHORT),
    "hexadecimal": lambda: representatives("hex:2", SHORT_THREE_HEAPS),
    "sedecimal": sedecimal,
    "recurring": recurring,
    "octal-pass": lambda: surveyed("--family", "octal:3 + pass", "--where", SHORT_WITH_PASS),
    "automata-two-digit": lambda: automata("two-digit"),
    "automata-three-digit": lambda: automata("three-digit"),
    "automata-table": lambda: automata("table"),
}


def certificates(source):
    """The certificates of a source, once and for all in the same order."""
    path = os.path.join(WORK, f"{source}.jsonl")
    if not os.path.exists(path):
        with open(path + ".part", "w", encoding="utf-8") as file:
            for certificate in SOURCES[source]():
                file.write(json.dumps(certificate) + "\n")
        os.rename(path + ".part", path)
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def export(certificate):
    """The statement of the certificate, and the theorem or why there is none."""
    paths = [os.path.join(WORK, name) for name in ("certificate.json", "Theorem.v")]
    with open(paths[0], "w", encoding="utf-8") as file:
        json.dump(certificate, file)
    if os.path.exists(paths[1]):
        os.remove(paths[1])
    said = sprague("check", paths[0], "--format", "json", "--coq-file", paths[1])
    answer = json.loads(said.stdout)
    if not os.path.exists(paths[1]):
        return answer["claim"], None, said.stderr.strip().split("Coq: ", 1)[-1]
    with open(paths[1], encoding="utf-8") as file:
        return answer["claim"], file.read(), ""


def coqc(name, texts):
    """Compiles theorems in one file; whether Coq accepts, and the processor time."""
    lines = ["From Sprague Require Import Sprague."]
    for i, text in enumerate(texts):
        body = text.split("From Sprague Require Import Sprague.\n", 1)[1]
        body = body.replace("Print Assumptions theorems.\n", "")
        lines.append(f"Module T{i}.\n{body}End T{i}.\n")
    together = ", ".join(f"T{i}.theorems" for i in range(len(texts)))
    lines.append(f"Definition all_theorems := ({together}).\nPrint Assumptions all_theorems.\n")
    with open(os.path.join(WORK, name + ".v"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines))
    theory = os.path.join(HERE, "theory")
    command = ["coqc", "-q", "-R", theory, "Sprague", "-R", ".", "Corpus", name + ".v"]
    said, good, seconds = cost(command, EACH)
    verdict = "accepted" if good and said.count(CLOSED) == 1 else "REFUSED"
    return f"{STOPPED}: after {EACH} s" if seconds >= EACH else verdict, seconds


def spoken_of(certificate):
    """The hash of a certificate whose claim is about its automaton, as in the atlas: of its text
    with one field per line."""
    if certificate["claim"]["kind"] not in ("ruler", "automatic"):
        return ""
    fields = [f'  "{k}": {json.dumps(v, separators=(",", ":"))}' for k, v in certificate.items()]
    return hashlib.sha256(("{\n" + ",\n".join(fields) + "\n}\n").encode()).hexdigest()


def version():
    said = subprocess.run(["coqc", "--version"], capture_output=True, text=True, check=True)
    return re.search(r"version (\S+)", said.stdout)[1]


def run_batch(name, batch):
    rows, seconds = [], 0.0
    now = [version(), datetime.date.today().isoformat()]
    exported = [(c, *export(c)) for c in batch]
    texts = [text for _, _, text, _ in exported if text]
    together = "accepted"
    if texts:
        together, seconds = coqc(name, texts)
    for certificate, claim, text, why in exported:
        if not text:
            verdict = "not covered: " + why.split("in Coq: ", 1)[-1]
        elif together == "accepted" or len(texts) == 1:
            verdict = together
        else:
            verdict, more = coqc(name + "_alone", [text])
            seconds += more
        kind, theorem = certificate["claim"]["kind"], certificate["theorem"]
        statement = claim.removeprefix(certificate["game"] + ": ").split(";")[0]
        when = now if verdict == "accepted" else ["", ""]
        known = [certificate["game"], kind, theorem, statement, spoken_of(certificate)]
        rows.append([*known, verdict, *when])
    write_json(os.path.join(WORK, name + ".done"), {"seconds": round(seconds, 1), "rows": rows})


def cost(command, most=None):
    """Runs a command; what it prints, whether it ended well, and the processor time, of which it has
    no more than `most`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)

    def limits():
        # As a precaution: lists of millions of roots may take a large stack.
        _, stack = resource.getrlimit(resource.RLIMIT_STACK)
        resource.setrlimit(resource.RLIMIT_STACK, (stack, stack))
        if most:
            resource.setrlimit(resource.RLIMIT_CPU, (most, most))

    said = subprocess.run(command, capture_output=True, text=True, cwd=WORK, preexec_fn=limits)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return said.stdout + said.stderr, said.returncode == 0, seconds


def write_json(path, content):
    with open(path + ".part", "w", encoding="utf-8") as file:
        json.dump(content, file)
    os.rename(path + ".part", path)


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def library():
    """A name for the text of the library."""
    text = hashlib.sha256()
    for name in sorted(os.listdir(os.path.join(HERE, "theory"))):
        if name.endswith(".v"):
            with open(os.path.join(HERE, "theory", name), "rb") as file:
                text.update(file.read())
    return text.hexdigest()[:16]


def coqchk(limit, start):
    """The library with all it needs, then every batch on top of it, the cheapest first."""
    command = ["coqchk", "-silent", "-R", os.path.join(HERE, "theory"), "Sprague", "-R", ".", "Corpus"]
    path = os.path.join(WORK, f"library-{library()}.checked")
    if not os.path.exists(path):
        said, good, seconds = cost(command + ["-o", "Sprague.Sprague"])
        if not good or "* Axioms: <none>" not in " ".join(said.split()):
            sys.exit("coqchk does not accept the library:\n" + said)
        write_json(path, {"seconds": round(seconds, 1)})
        print("coqchk accepts the library, %d s" % seconds, flush=True)
    batches = [batch for source in SOURCES for batch in done(source).items()]
    batches = sorted((batch["seconds"], name) for name, batch in batches)
    left = [(seconds, name) for seconds, name in batches if to_check(name)]
    while left and (limit is None or time.time() - start <= limit):
        # Cheap batches share the second that it takes to load the library.
        group = [left.pop(0)]
        while left and sum(seconds for seconds, _ in group) + left[0][0] <= TOGETHER:
            group.append(left.pop(0))
        names = [name for _, name in group]
        said, good, seconds = cost(command + [part for name in names for part in ("-norec", f"Corpus.{name}")])
        if not good:
            sys.exit(f"coqchk does not accept one of {', '.join(names)}:\n{said}")
        for name in names:
            path = os.path.join(WORK, name + ".checked")
            write_json(path, {"seconds": round(seconds / len(names), 1)})
        print("coqchk %s, %d s" % (" ".join(names), seconds), flush=True)


def to_check(name):
    """Whether a batch is compiled and coqchk was not asked about it."""
    path = os.path.join(WORK, name)
    return os.path.exists(path + ".vo") and not os.path.exists(path + ".checked")


def done(source):
    """The batches of a source that are done, by name."""
    word = source.replace("-", "_")
    names = [name[:-5] for name in sorted(os.listdir(WORK)) if name.endswith(".done")]
    own = [name for name in names if re.fullmatch(word + r"_\d+", name)]
    return {name: read_json(os.path.join(WORK, name + ".done")) for name in own}


def begin():
    """Keeps what results/formal had when this folder was new; nothing if all is done anew."""
    os.makedirs(WORK, exist_ok=True)
    if not os.path.exists(BEFORE):
        tables = {}
        for name in ("corpus.csv", "times.csv"):
            path = os.path.join(RESULTS, name)
            if "--anew" in sys.argv or not os.path.exists(path):
                tables[name] = []
                continue
            with open(path, encoding="utf-8", newline="") as file:
                tables[name] = list(csv.DictReader(file))
        write_json(BEFORE, tables)


def recorded(name, source):
    """What results/formal had of a source at the beginning."""
    return [row for row in read_json(BEFORE)[name] if row["source"] == source]


def accepted_before(source):
    """The accepted rows of results/formal that no batch has tried again."""
    again = {row[0] for batch in done(source).values() for row in batch["rows"]}
    rows = [row for row in recorded("corpus.csv", source) if row["coq"] == "accepted"]
    return [[row[name] for name in GAMES[1:]] for row in rows if row["game"] not in again]


def pending(source):
    """The certificates of a source that are in no batch yet, the shortest first."""
    known = {row[0] for batch in done(source).values() for row in batch["rows"]}
    known |= {row[0] for row in accepted_before(source)}
    rest = [c for c in certificates(source) if c["game"] not in known]
    return sorted(rest, key=lambda c: len(json.dumps(c)))


def next_batch(source):
    """The next batch of a source, or None when all is done."""
    found, length, batch = pending(source), 0, []
    for certificate in found[:MOST]:
        length += len(json.dumps(certificate))
        if batch and length > LONGEST:
            break
        batch.append(certificate)
    return (f"{source.replace('-', '_')}_{len(done(source)):03}", batch) if batch else None


GAMES = ["source", "game", "kind", "theorem", "statement", "certificate", "coq", "version", "date"]
TIMES = ["source", "accepted", "refused", "not_covered", "stopped", "not_tried", "coqc_seconds"]
TIMES += ["checked_by_coqchk", "coqchk_seconds"]


def table():
    os.makedirs(RESULTS, exist_ok=True)
    games, times = [], []
    for source in SOURCES:
        if not os.path.exists(os.path.join(WORK, f"{source}.jsonl")):
            # Not looked at in this folder: what is known stays as it is.
            games += [[row[name] for name in GAMES] for row in recorded("corpus.csv", source)]
            times += [[row[name] for name in TIMES] for row in recorded("times.csv", source)]
            continue
        seconds, counts = 0.0, {"accepted": 0, "REFUSED": 0, "not covered": 0, STOPPED: 0}
        checked, checked_seconds = 0, 0.0
        for row in accepted_before(source):
            counts["accepted"] += 1
            games.append([source, *row])
        for row in recorded("times.csv", source):
            seconds += float(row["coqc_seconds"])
            checked += int(row["checked_by_coqchk"])
            checked_seconds += float(row["coqchk_seconds"])
        for name, batch in done(source).items():
            seconds += batch["seconds"]
            for row in batch["rows"]:
                counts[row[5].split(":")[0]] += 1
                games.append([source, *row])
            path = os.path.join(WORK, name + ".checked")
            if os.path.exists(path):
                checked += sum(row[5] == "accepted" for row in batch["rows"])
                checked_seconds += read_json(path)["seconds"]
        numbers = [round(seconds), checked, round(checked_seconds)]
        times.append([source, *counts.values(), len(pending(source)), *numbers])
    for name, head, rows in (
        ("corpus.csv", GAMES, games),
        ("times.csv", TIMES, times),
    ):
        with open(os.path.join(RESULTS, name), "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(head)
            writer.writerows(rows)
    atlas(games)
    for row in times:
        print(", ".join(f"{name} {cell}" for name, cell in zip(TIMES, row)))


def atlas(games):
    """What was accepted, each statement once, for the program."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["game", "statement", "certificate", "version", "date"])
    seen = set()
    for row in games:
        row = dict(zip(GAMES, row))
        key = (row["game"], row["statement"], row["certificate"])
        if row["coq"] == "accepted" and key not in seen:
            seen.add(key)
            writer.writerow([*key, row["version"], row["date"]])
    with open(ATLAS, "wb") as file:
        file.write(gzip.compress(text.getvalue().encode(), mtime=0))


def main():
    global EACH
    begin()
    if "--each" in sys.argv:
        EACH = int(sys.argv[sys.argv.index("--each") + 1])
    limit = float(sys.argv[sys.argv.index("--seconds") + 1]) if "--seconds" in sys.argv else None
    start = time.time()
    if "--table" not in sys.argv and "--only-coqchk" not in sys.argv:
        chosen = sys.argv[sys.argv.index("--source") + 1] if "--source" in sys.argv else None
        for source in [chosen] if chosen else SOURCES:
            while batch := next_batch(source):
                if limit is not None and time.time() - start > limit:
                    break
                run_batch(*batch)
                print(batch[0], flush=True)
    if "--coqchk" in sys.argv or "--only-coqchk" in sys.argv:
        coqchk(limit, start)
    table()


if __name__ == "__main__":
    main()
