#!/usr/bin/env python3
"""Turns a certificate of sprague into a theorem for Coq.

    export.py CERTIFICATE.json > theorem.v      a certificate
    export.py FILE.jsonl[.gz] GAME > theorem.v  the certificate of GAME, one per line

The file contains the game in the words of the library, the claim, the evidence, one
computation, and what the theorem assumes (nothing). Nothing in it is trusted: if the
certificate is wrong, coqc refuses the file. What the library does not cover is refused here,
with one line and exit status 1.

    --table MOST   with the table of values and who wins, if preperiod + period <= MOST (1000)
    --austin       by Austin's theorem even where a sparse window would be faster
    --fuel N       the longest walk through automata (1000000)
    --native       native_compute instead of vm_compute
"""

import argparse
import gzip
import json
import re
import sys


class Refused(Exception):
    """The library does not cover this."""


# --------------------------------------------------------------------------- games


DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
CONDITIONS = {"": "Any", "!": "(Apart 1)", "?": "NotAllEqual", "=": "AllEqual"}


def read_digits(text):
    """Digits with the signs behind them."""
    found = re.findall(r"([0-9A-V])([!?=]?)", text)
    if "".join(d + sign for d, sign in found) != text:
        raise Refused(f"the digits {text} are not covered")
    return [(DIGITS.index(d), sign) for d, sign in found]


def numbers(text):
    return [int(x) for x in text.split(",")] if text.strip() else []


def coq_list(items):
    return "[" + "; ".join(str(x) for x in items) + "]"


class Game:
    """The rules in the library's words, and as (take, heaps, condition) for Python."""

    def __init__(self, text):
        self.text = text
        self.recurring = False
        self.all_but = None
        if code := re.fullmatch(r"([0-9A-V!?=]*)\.([0-9A-V!?=]*)", text):
            self.from_code(code[1], code[2])
        elif code := re.fullmatch(r"([0-9A-V]*)\.([0-9A-V]*)\[([0-9A-V]+)\]", text):
            self.from_recurring(*code.groups())
        elif found := re.fullmatch(r"S\(([\d,]+)\)", text):
            self.coq = f"subtraction {coq_list(numbers(found[1]))}"
            self.rules = [(k, h, "Any") for k in numbers(found[1]) for h in (0, 1)]
        elif found := re.fullmatch(r"Splittles\(([\d,]+)\)", text):
            self.coq = f"splittles {coq_list(numbers(found[1]))}"
            self.rules = [(k, h, "Any") for k in numbers(found[1]) for h in (0, 1, 2)]
        elif found := re.fullmatch(r"AllBut\(([\d,]*)\)", text):
            self.all_but = numbers(found[1])
            self.coq, self.rules = None, []
        elif text in ("Grundy", "Split(2, distinct)"):
            self.coq, self.rules = "grundy", [(0, 2, "(Apart 1)")]
        elif found := re.fullmatch(r"Split\((\d+)(?:, ([a-z-]+)(?:>=(\d+))?)?\)", text):
            condition = {
                None: "Any",
                "differ": f"(Apart {found[3]})",
                "distinct": "(Apart 1)",
                "not-all-equal": "NotAllEqual",
            }[found[2]]
            self.coq = f"split_into {found[1]} {condition}"
            self.rules = [(0, int(found[1]), condition)]
        else:
            raise Refused(f"the game {text} is not covered")

    def from_code(self, before, after):
        before = read_digits(before)
        while before and before[0] == (0, ""):
            before = before[1:]
        if len(before) > 1:
            raise Refused(f"{self.text}: digits more than one place before the point are not covered")
        digits = (before or [(0, "")]) + read_digits(after)
        self.rules = [
            (k, h, CONDITIONS[sign])
            for k, (d, sign) in enumerate(digits)
            for h in range(5)
            if d >> h & 1
        ]
        if all(sign == "" for _, sign in digits):
            self.coq = f"code {digits[0][0]} {coq_list(d for d, _ in digits[1:])}"
        else:
            parts = [f"digit {k} {CONDITIONS[s]} {d}" for k, (d, s) in enumerate(digits) if d]
            self.coq = " ++ ".join(parts)

    def from_recurring(self, before, after, block):
        before = before.lstrip("0")
        if len(before) > 1:
            raise Refused(f"{self.text}: digits more than one place before the point are not covered")
        values = lambda text: [DIGITS.index(d) for d in text]
        self.recurring = True
        self.before = values(before or "0")[0]
        self.after, self.block = values(after), values(block)
        self.coq = f"recurring {self.before} {coq_list(self.after)} {coq_list(self.block)}"
        self.rules = []

    def greatest_take(self):
        return max((k for k, _, _ in self.rules), default=0)

    def plain(self):
        return all(c == "Any" for _, _, c in self.rules)

    def most_heaps(self):
        return max((h for _, h, _ in self.rules), default=0)


def octal_values(game, count):
    """Nim-values of a plain game with at most two heaps, by the definition."""
    values = []
    for n in range(count):
        seen = set()
        for k, h, _ in game.rules:
            m = n - k
            if h == 0 and m == 0:
                seen.add(0)
            elif h == 1 and m > 0:
                seen.add(values[m])
            elif h == 2 and m > 1:
                half = m // 2
                seen.update(map(int.__xor__, values[1 : half + 1], values[m - 1 : m - half - 1 : -1]))
        v = 0
        while v in seen:
            v += 1
        values.append(v)
    return values


# --------------------------------------------------------------------------- sparse windows


def parity(v):
    return bin(v).count("1") & 1


def best_mask(values):
    """The mask under which fewest values are rare."""
    size = max(values) + 1
    counts = [values.count(v) for v in range(size)]
    masks = range(1, 1 << (size - 1).bit_length())
    rare = lambda m: sum(c for v, c in enumerate(counts) if not parity(v & m))
    return min(masks, key=rare)


class Sparse:
    """Values by probes: rare heaps and helpers. Not trusted: the library checks it."""

    def __init__(self, game, mask, position):
        self.takes = [k for k, h, _ in game.rules if h == 1]
        self.splits = [k for k, h, _ in game.rules if h == 2]
        self.whole = [k for k, h, _ in game.rules if h == 0]
        self.mask, self.position = mask, position
        self.odd = bool(self.splits and self.splits[0] & 1)
        self.values = []
        self.rares = []

    def rare(self, n, v):
        flip = self.position and (n & 1) ^ self.odd
        return not (parity(v & self.mask) ^ flip)

    def excluded(self, n, probes):
        g = self.values
        seen = {g[n - k] for k in self.takes if k < n}
        for k in self.splits:
            m = n - k
            seen.update([g[d] ^ g[m - d] for d in probes if d < m])
        if n in self.whole:
            seen.add(0)
        return seen

    def excluding(self, n, v):
        """The least heap of a pair that has the value v."""
        g = self.values
        for d in range(1, n // 2 + 1):
            for k in self.splits:
                if d < n - k and g[d] ^ g[n - k - d] == v:
                    return d
        return None

    def run(self, count, patience=4000):
        """Computes so many values; None if rare heaps do not seem to end."""
        probes = list(self.rares)
        for n in range(len(self.values), count):
            seen = self.excluded(n, probes)
            v = 0
            while True:
                while v in seen:
                    v += 1
                if not self.rare(n, v):
                    break
                d = self.excluding(n, v)
                if d is None:
                    break
                probes.append(d)
                seen.add(v)
            self.values.append(v)
            if n and self.rare(n, v):
                self.rares.append(n)
                probes.append(n)
                if len(self.rares) > patience:
                    return None
        return self

    def evidence(self, l, p, t):
        """The probes that are enough from s0 on, s0, and where the window begins."""
        probes = list(self.rares)
        s0 = max(probes, default=0) + t + 2
        end = l + p + max(probes, default=0) + t
        known, n = set(probes), s0
        while n < end:
            if len(self.values) < end:
                if self.run(end) is None:
                    return None
            seen = self.excluded(n, probes)
            for v in range(self.values[n]):
                if v not in seen:
                    d = self.excluding(n, v)
                    if d is None or d in known:
                        return None
                    known.add(d)
                    probes.append(d)
                    seen = self.excluded(n, probes)
            n += 1
            end = max(l, s0) + p + max(probes, default=0) + t
        reach = max(probes, default=0) + t
        s0 = max(s0, reach + 2)
        return sorted(probes), s0, max(l, s0 - reach, 1)


def sparse_evidence(game, l, p, window=None):
    """Evidence for check_sparse, or None."""
    if not game.plain() or game.most_heaps() != 2:
        return None
    t = game.greatest_take()
    if window:
        sparse = Sparse(game, window["mask"] & 0xFFFF, window["position_parity"])
        choices = [sparse]
    else:
        first = octal_values(game, 600)
        splits = [k & 1 for k, h, _ in game.rules if h == 2]
        choices = [Sparse(game, best_mask(first[300:]), False)]
        if len(set(splits)) == 1 and p % 2 == 0:
            flipped = [Sparse(game, m, True) for m in range(1, 1 << max(first).bit_length())]
            count = lambda s: sum(s.rare(n, v) for n, v in enumerate(first) if n > 300)
            choices.append(min(flipped, key=count))
    for sparse in choices:
        if sparse.run(min(4 * (l + p), 2000), 400) is None:
            continue
        found = sparse.evidence(l, p, t)
        if found:
            probes, s0, a = found
            boolean = lambda b: "true" if b else "false"
            return (
                f"Sparse {sparse.mask} {boolean(sparse.position)} {boolean(sparse.odd)}\n"
                f"    {coq_list(probes)} {s0} {a}"
            )
    return None


# --------------------------------------------------------------------------- automata


def automaton(a, t, base):
    letters = 2 * base
    following, accepting = a["next"], set(a["accepting"])
    rows = []
    for s in range(len(following) // letters):
        to = " ".join(str(x + 1) for x in following[letters * s : letters * (s + 1)])
        rows.append(f"Row {'true' if s in accepting else 'false'} {to}")
    roots = "; ".join(f"({s + 1}%positive, {count})" for s, count in a["roots"])
    return f"make {t}\n  [{'; '.join(rows)}]\n  [{roots}]"


def read_value(evidence, n):
    """G(n) by the automaton of the certificate: the y whose digits lead to acceptance."""
    p, t, a = evidence["modulus"], evidence["low_bits"], evidence["gamma"]
    following, accepting = a["next"], set(a["accepting"])
    roots = [s for s, count in a["roots"] for _ in range(count)]
    j, k, lows = n % p, n // p, 1 << t
    live = {}
    for c in range(lows):
        live.setdefault(roots[j * lows + c], c)
    place = t
    for _ in range(k.bit_length() + 64):
        if k == 0:
            for s, y in live.items():
                if s in accepting:
                    return y
        x, k = k & 1, k >> 1
        after = {}
        for s, y in live.items():
            for z in (0, 1):
                after.setdefault(following[4 * s + 2 * x + z], y | z << place)
        live, place = after, place + 1
    raise Refused(f"the automaton of the certificate has no value for {n}")


def law(item):
    number = lambda x: str(x) if x >= 0 else f"({x})"
    ruler = item.get("ruler") or {"centre": 0, "factor": 0}
    powers = "None"
    if p := item.get("powers"):
        powers = f"(Some ({p['centre']}, {number(p['slope'])}%Z, {number(p['offset'])}%Z))"
    exceptions = "; ".join(f"({k}, {y})" for k, y in item["exceptions"])
    return (
        f"Law {number(item['slope'])} {number(item['offset'])} "
        f"{ruler['centre']} {number(ruler['factor'])} {powers} [{exceptions}]"
    )


# --------------------------------------------------------------------------- misere quotients


class Quotient:
    """What the library needs beyond the certificate: pairs, their closure, words."""

    def __init__(self, game, claim, monoid):
        if not game.plain() or game.recurring or game.all_but is not None:
            raise Refused("misere quotients of this game are not covered")
        if "preperiod" not in claim:
            raise Refused("misere quotients of some heaps only are not covered")
        self.l, self.p = claim["preperiod"], claim["period"]
        self.table, self.lost = monoid["table"], set(monoid["p"])
        self.phi = monoid["phi"][: self.l + self.p]
        self.rules = [(k, h) for k, h, _ in game.rules]
        a, h, t = max(1, self.l), max(1, game.most_heaps()), game.greatest_take()
        self.last = h * (a - 1) + h * self.p + t
        self.pairs = self.minimal(self.heap_pair(n) for n in range(self.last + 1))
        self.closure = self.close()
        self.words = self.find_words()

    def heap(self, n):
        return self.phi[n if n < self.l else self.l + (n - self.l) % self.p]

    def sums(self, m, h):
        """The classes of h non-empty heaps with total m."""
        if h == 0:
            return {0} if m == 0 else set()
        if h == 1:
            return {self.heap(m)} if m > 0 else set()
        return {
            self.table[self.heap(x)][c] for x in range(1, m) for c in self.sums(m - x, h - 1)
        }

    def heap_pair(self, n):
        options = set()
        for k, h in self.rules:
            if n >= max(k, 1):
                options |= self.sums(n - k, h)
        if not options:
            return None
        order = range(len(self.table))
        reach = frozenset(z for z in order if any(self.table[c][z] in self.lost for c in options))
        return self.heap(n), reach

    @staticmethod
    def minimal(pairs):
        kept = {}
        for pair in pairs:
            if pair and not any(w <= pair[1] for w in kept.get(pair[0], [])):
                others = [w for w in kept.get(pair[0], []) if not pair[1] <= w]
                kept[pair[0]] = others + [pair[1]]
        return [(x, w) for x, ws in sorted(kept.items()) for w in ws]

    def close(self):
        order, kept = range(len(self.table)), {}
        queue = list(self.pairs)
        while queue:
            x, w = queue.pop()
            if any(v <= w for v in kept.get(x, [])):
                continue
            kept[x] = [v for v in kept.get(x, []) if not w <= v] + [w]
            for y, v in self.pairs:
                row_y, row_x = self.table[y], self.table[x]
                product = frozenset(z for z in order if row_y[z] in w or row_x[z] in v)
                queue.append((row_x[y], product))
        return [(x, w) for x, ws in sorted(kept.items()) for w in ws]

    def find_words(self):
        words, queue = {0: []}, [0]
        for c in queue:
            for n in range(1, self.l + self.p):
                d = self.table[c][self.heap(n)]
                if d not in words:
                    words[d] = words[c] + [n]
                    queue.append(d)
        return [words.get(c, []) for c in range(len(self.table))]

    def coq(self):
        pairs = lambda l: "[" + ";\n     ".join(f"({x}, {coq_list(sorted(w))})" for x, w in l) + "]"
        table = "[" + ";\n     ".join(coq_list(row) for row in self.table) + "]"
        words = coq_list(coq_list(w) for w in self.words)
        return (
            f"Quotient\n    {table}\n    {coq_list(sorted(self.lost))}\n    {coq_list(self.phi)}\n"
            f"    {pairs(self.pairs)}\n    {pairs(self.closure)}\n    {words}"
        )


# --------------------------------------------------------------------------- files


class Writer:
    def __init__(self, native):
        self.cast = ("native" if native else "vm") + "_cast_no_check (eq_refl true)"
        self.lines = []
        self.theorems = []

    def add(self, text):
        self.lines.append(text)

    def theorem(self, comment, name, statement, proof):
        self.add(f"(** {comment} *)\nTheorem {name} : {statement}.\nProof. {proof} Qed.\n")
        self.theorems.append(name)

    def text(self):
        together = f"Definition theorems := ({', '.join(self.theorems)})."
        return "\n".join(self.lines + [together, "Print Assumptions theorems."]) + "\n"


def play(out):
    out.theorem(
        "Who wins: lost for the player to move exactly when the nim-sum is 0.",
        "play",
        "forall p : position, lost game p <-> nim_sum (map (G game) p) = 0",
        "exact (sprague_grundy game game_ends).",
    )


def ends(out, theorem):
    out.theorem(
        "Every move makes smaller heaps.", "game_ends", "decreasing game", f"exact (proj1 {theorem})."
    )


def export_periodic(out, game, certificate, options):
    claim = certificate["claim"]
    l, p = claim["preperiod"], claim["period"]
    h, t = max(1, game.most_heaps()), game.greatest_take()
    statement = f"decreasing game /\\ least_regular (G game) {l} {p} 0"
    window = certificate.get("evidence") if certificate["theorem"] == "sparse-window" else None
    many = h * l + h * p + t > 3000
    evidence = None
    if window or (many and not options.austin):
        evidence = sparse_evidence(game, l, p, window)
    if window and evidence is None:
        raise Refused("no probes were found for the sparse window")
    comment = f"G(n + {p}) = G(n) for all n >= {l}; the preperiod and the period are the least."
    if evidence:
        out.add(f"(** The probes of the sparse window. *)\nDefinition evidence :=\n  {evidence}.\n")
        proof = f"apply check_sparse_sound with (e := evidence). {out.cast}."
    else:
        proof = f"apply check_periodic_sound. {out.cast}."
    out.theorem(comment, "period", statement, proof)
    ends(out, "period")
    if l + p <= options.table and game.plain() and h <= 2:
        values = octal_values(game, l + p)
        out.add(
            "(** The values of the first heaps; every larger heap is equal to one of the last "
            f"{p}. *)\nDefinition values :=\n  {coq_list(values)}.\n"
        )
        out.theorem(
            "The table is right.",
            "table",
            f"forall n, G game n = in_table values {l} {p} n",
            f"apply check_table_sound; [{out.cast}|apply period].",
        )
        out.theorem(
            "Who wins: lost for the player to move exactly when the nim-sum of the table values is 0.",
            "play",
            f"forall p : position, lost game p <-> nim_sum (map (in_table values {l} {p}) p) = 0",
            "intros p. rewrite (sprague_grundy game game_ends), (map_ext _ _ table). reflexivity.",
        )
    else:
        play(out)


def export_quotient(out, game, certificate):
    claim = certificate["claim"]
    quotient = Quotient(game, claim, certificate["evidence"])
    l, p = quotient.l, quotient.p
    if len(quotient.lost) != claim["p_order"]:
        raise Refused("the classes of P-positions are not as many as claimed")
    out.add(f"Definition evidence : quotient_evidence :=\n  {quotient.coq()}.\n")
    out.theorem(
        f"The misere quotient has {claim['order']} classes, {claim['p_order']} of them lost; the classes of "
        f"heaps have\n    preperiod {l} and period {p}, both least.",
        "quotient",
        f"misere_quotient game {claim['order']} (in_P_of evidence) (class_by evidence {l} {p}) /\\\n"
        f"  least_regular (repeating (heap_classes evidence) {l} {p}) {l} {p} 0",
        f"exact (check_quotient_sound _ _ _ evidence ltac:({out.cast})).",
    )


def export_all_but(out, certificate):
    claim = certificate["claim"]
    l, p, s = claim["preperiod"], claim["period"], claim["saltus"]
    out.theorem(
        f"G(n + {p}) = G(n) + {s} for all n >= {l}; preperiod and period are the least.",
        "law",
        f"decreasing game /\\ least_regular (G game) {l} {p} {s}",
        f"apply check_all_but_sound. {out.cast}.",
    )
    ends(out, "law")
    play(out)


def export_recurring(out, certificate):
    claim, multiple = certificate["claim"], certificate["evidence"]["multiple"]
    l, p = claim["preperiod"], claim["period"]
    out.theorem(
        f"G(n + {p}) = G(n) for all n >= {l}; the preperiod and the period are the least.",
        "period",
        f"decreasing game /\\ least_regular (G game) {l} {p} 0",
        f"apply check_recurring_sound with (m := {multiple}). {out.cast}.",
    )
    ends(out, "period")
    play(out)


def export_automaton(out, game, certificate, options):
    evidence, claim = certificate["evidence"], certificate["claim"]
    p, t = evidence["modulus"], evidence["low_bits"]
    if evidence["base"] != 2:
        raise Refused(f"automata in base {evidence['base']} are not covered")
    if not game.plain():
        raise Refused("automata for rules with conditions are not covered")
    if game.recurring:
        raise Refused("automata for recurring codes are not covered")
    needed = max(0, game.most_heaps() - 1)
    sums = evidence["sums"][:needed]
    out.add(f"(** Reads (n, G(n)), spelled n = {p} k + j, y = {1 << t} l + c. *)")
    out.add(f"Definition graph : automaton := {automaton(evidence['gamma'], t, 2)}.\n")
    names = []
    for i, item in enumerate(sums):
        names.append(f"sum{i + 2}")
        out.add(f"(** Totals and nim-sums of {i + 2} heaps. *)")
        out.add(f"Definition sum{i + 2} : automaton := {automaton(item, t, 2)}.\n")
    fuel = options.fuel
    out.theorem(
        "The automaton reads the nim-sequence.",
        "sequence",
        f"decreasing game /\\ reads_nim_values game {p} {t} graph",
        f"apply check_graph_sound with (sums := {coq_list(names)}) (fuel := {fuel}). {out.cast}.",
    )
    ends(out, "sequence")
    kind = claim["kind"]
    if kind in ("periodic", "arithmetic-periodic"):
        l, q, s = claim["preperiod"], claim["period"], claim["saltus"]
        values = [read_value(evidence, n) for n in range(l + 2 * q + 1)]
        out.add(f"Definition first_values :=\n  {coq_list(values)}.\n")
        plus = f" + {s}" if s else ""
        out.theorem(
            f"G(n + {q}) = G(n){plus} for all n >= {l}; preperiod and period are the least.",
            "law",
            f"least_regular (G game) {l} {q} {s}",
            f"apply (check_regularity_sound game {p} {t} graph) with (values := first_values) "
            f"(fuel := {fuel}); [apply sequence|{out.cast}].",
        )
    elif kind == "sapp":
        l, q, s = claim["preperiod"], claim["period"], claim["saltus"]
        still = coq_list(claim["periodic_residues"])
        out.theorem(
            f"From {l} on G(n + {q}) = G(n) on these residues, and G(n) + {s} on the others.",
            "law",
            f"sapp (G game) {l} {q} {s} {still}",
            f"apply (check_sapp_law_sound game {p} {t} graph) with (fuel := {fuel}); "
            f"[apply sequence|{out.cast}].",
        )
    elif kind not in ("ruler", "automatic"):
        raise Refused(f"claims of kind {kind} are not covered")
    laws = evidence.get("laws")
    if kind == "ruler" and not laws:
        raise Refused("a ruler claim without laws")
    if laws and kind in ("ruler", "automatic"):
        items = ";\n   ".join(law(item) for item in laws)
        out.add(f"(** One law for each residue of n modulo {p}. *)")
        out.add(f"Definition laws : list law :=\n  [{items}].\n")
        out.theorem(
            "The value of every heap.",
            "formulas",
            f"forall n, Z.of_N (G game n) = by_laws {p} laws n",
            f"apply (check_formulas_sound game {p} {t} graph) with (fuel := {fuel}); "
            f"[apply sequence|{out.cast}].",
        )
    play(out)


def export(certificate, options):
    if certificate.get("certificate") != "sprague" or certificate.get("version") != 1:
        raise Refused("this is no certificate of sprague, version 1")
    game = Game(certificate["game"])
    out = Writer(options.native)
    out.add("From Sprague Require Import Sprague.\n")
    theorem, kind = certificate["theorem"], certificate["claim"]["kind"]
    if theorem == "automaton":
        out.add(f"(** {game.text} *)\nDefinition game := options ({game.coq}).\n")
        export_automaton(out, game, certificate, options)
    elif theorem == "all-but" and game.all_but is not None:
        out.add(f"(** {game.text} *)\nDefinition game := all_but {coq_list(game.all_but)}.\n")
        export_all_but(out, certificate)
    elif theorem == "misere-quotient":
        out.add(f"(** {game.text} *)\nDefinition game := options ({game.coq}).\n")
        export_quotient(out, game, certificate)
    elif theorem == "recurring-periodic" and game.recurring:
        out.add(f"(** {game.text} *)\nDefinition game := {game.coq}.\n")
        export_recurring(out, certificate)
    elif kind == "periodic" and not game.recurring and game.all_but is None:
        if certificate.get("evidence", {}).get("multiple", 1) != 1:
            raise Refused("periods proved through a multiple are not covered")
        out.add(f"(** {game.text} *)\nDefinition game := options ({game.coq}).\n")
        export_periodic(out, game, certificate, options)
    else:
        raise Refused(f"the theorem {theorem} is not covered")
    return out.text()


def load(path, game):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8") as file:
        if game is None:
            return json.load(file)
        for line in file:
            certificate = json.loads(line)
            if certificate["game"] == game:
                return certificate
    raise Refused(f"{path} has no certificate of {game}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("certificate")
    parser.add_argument("game", nargs="?")
    parser.add_argument("--table", type=int, default=1000)
    parser.add_argument("--austin", action="store_true")
    parser.add_argument("--fuel", type=int, default=1000000)
    parser.add_argument("--native", action="store_true")
    options = parser.parse_args()
    try:
        sys.stdout.write(export(load(options.certificate, options.game), options))
    except Refused as reason:
        sys.exit(f"export.py: {reason}")
    except OSError as reason:
        sys.exit(f"export.py: {reason}")
    except (KeyError, ValueError, TypeError, IndexError) as reason:
        sys.exit(f"export.py: not a certificate: {reason!r}")


if __name__ == "__main__":
    main()
