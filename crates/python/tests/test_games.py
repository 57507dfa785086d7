"""Games, values, solutions, certificates and play."""

import gc
import itertools
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import sprague


def test_values_are_arrays():
    values = sprague.game("0.77").values(24)
    assert isinstance(values, np.ndarray)
    assert values.dtype == np.uint32
    assert values.tolist() == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7]
    assert sprague.game("0.77").values(3, 6).tolist() == [3, 1, 4]
    assert sprague.game("0.77").values(0).tolist() == []
    assert sprague.game("S(1,2)").values(100_000)[-1] == 99_999 % 3


def test_values_are_not_copied():
    values = sprague.game("S(1,2,4)").values(1_000_000)
    # The memory belongs to the vector the engine filled, not to a copy of NumPy's.
    assert not values.flags.owndata
    assert values.base is not None
    assert values.flags.writeable
    gc.collect()
    assert values[-1] == 999_999 % 3


@pytest.mark.parametrize(
    ("rules", "n", "value"),
    [("Kayles", 10**1000, None), ("Mark", 2**200 * 6, None), ("S(1,2,4)", 10**50, (10**50) % 3)],
)
def test_values_of_any_heap(rules, n, value):
    game = sprague.game(rules)
    found = game.value(n)
    if value is not None:
        assert found == value
    elif rules == "Kayles":
        assert found == game.values(200)[72 + (n - 72) % 12]
    else:
        # 2^201 * 3 has an odd number of trailing zeros: dopey, value 0
        assert found == 0


def test_solutions():
    kayles = sprague.game("Kayles").solve()
    assert (kayles.kind, kayles.preperiod, kayles.period, kayles.saltus) == ("periodic", 71, 12, 0)
    assert kayles.proved and kayles.theorem == "finite-take-and-break"
    assert kayles.value(10**100) == sprague.game("Kayles").value(10**100)
    assert "12" in kayles._repr_latex_() and "<table>" in kayles._repr_html_()
    assert kayles.checked is True and "not checked" not in repr(kayles)
    assert (kayles.checked_by_coq or "").startswith("Coq 8.")
    assert f"checked by {kayles.checked_by_coq}" in kayles._repr_html_()
    # What the checker was not asked about says so.
    far = sprague.game("4.376").solve()
    assert far.proved and far.checked is False and far.checked_by_coq is None
    for text in (repr(far), far._repr_html_(), far._repr_latex_()):
        assert "certificate not checked yet" in text
    assert kayles.values.tolist() == sprague.game("Kayles").values(kayles.computed).tolist()
    # The object of interface and program.
    shown = kayles.to_dict()
    for key, value in {
        "game": "0.77", "standard_form": "0.77", "shift": 0, "kind": "periodic", "preperiod": 71,
        "period": 12, "saltus": 0, "status": "proved", "checked": True,
        "theorem": "finite-take-and-break", "periodic_residues": [],
    }.items():
        assert shown[key] == value, key
    officers = sprague.game("Officers").solve(limit=3000)
    assert officers.kind == "open" and not officers.proved and officers.certificate is None
    assert officers.value(10**20) is None and officers.statement is None
    assert "open" in repr(officers) and "open" in officers._repr_latex_()
    growing = sprague.game("0.3F").solve()
    assert "+ 3" in growing._repr_latex_()
    sapp = sprague.game("0.205200C").solve(limit=20_000)
    assert sapp.status in ("proved", "open")


def test_unknown_values_are_refused():
    with pytest.raises(sprague.UnknownValueError, match="no proved regularity"):
        sprague.game("Officers").value(10**40, limit=5000, time=1)


def test_certificates():
    proof = sprague.game("0.156").certificate
    verified = proof.check(game="0.156")
    assert verified.theorem == "finite-take-and-break"
    assert "G(n+349)=G(n)" in verified.statement
    assert proof.data["claim"]["period"] == 349
    for wrong in (
        proof.replace("349", "348"),
        proof.replace('"preperiod":3479', '"preperiod":3478'),
        proof[:-10],
        "{}",
        "",
    ):
        with pytest.raises(sprague.CheckError):
            sprague.check(wrong)
    with pytest.raises(sprague.CheckError, match="not about"):
        sprague.check(proof, game="0.77")


def test_certificates_as_files(tmp_path):
    path = tmp_path / "kayles.json"
    sprague.game("Kayles").certificate.save(path)
    assert sprague.check(path).game == "0.77"
    assert sprague.check(str(path)).game == "0.77"
    with pytest.raises(FileNotFoundError):
        sprague.check(tmp_path / "none.json")


def test_mistakes_have_the_messages_of_the_library():
    with pytest.raises(sprague.ParseError) as caught:
        sprague.game("0.7!x")
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, sprague.SpragueError)
    assert caught.value.column == 5
    copy = pickle.loads(pickle.dumps(caught.value))
    assert type(copy) is sprague.ParseError and str(copy) == str(caught.value)
    assert "\n" in str(caught.value) or "0.7" in str(caught.value)
    with pytest.raises(sprague.ComputationError, match="GB"):
        sprague.game("0.6").values(10**13)
    for wrong in (
        lambda game: game.values(-1),
        lambda game: game.values(0, -1),
        lambda game: game.value(-1),
        lambda game: game.options(-1),
        lambda game: game.solve().value(-1),
        lambda game: pickle.loads(pickle.dumps(game.solve())).value(-1),
        lambda game: game[-1],
    ):
        with pytest.raises(sprague.SpragueError, match="at least 0 tokens"):
            wrong(sprague.game("S(1,2)"))
    for wrong in (
        lambda game: game.values(2**64),
        lambda game: game.solve(time=-1),
        lambda game: game.solve(time=float("nan")),
        lambda game: game.best(3, misere=True, most=0) and sprague.best("Nim: 3", time=-1),
        lambda game: sprague.survey(game, time=-1),
        lambda game: sprague.hunt(game, 10, "never", checkpoint=-1),
        lambda game: sprague.hunt(game, 10, "never", snapshots=1),
        lambda game: sprague.atlas.connect(":seed:").export("never", "xyz"),
    ):
        with pytest.raises(sprague.SpragueError):
            wrong(sprague.game("0.77"))
    for wrong in (1.5, "3", None):
        with pytest.raises(TypeError):
            sprague.game("0.6").value(wrong)


def test_games_are_sequences():
    kayles = sprague.game("Kayles")
    values = kayles.values(3000)
    assert kayles[5] == 4 and type(kayles[5]) is int and kayles[np.int64(5)] == 4
    assert kayles[10**40] == kayles.value(10**40)
    assert isinstance(kayles[:20], np.ndarray) and kayles[:20].tolist() == values[:20].tolist()
    for part in (slice(5, 30), slice(5, 30, 4), slice(7, 3), slice(0, 0), slice(None, 9, 2)):
        assert kayles[part].tolist() == values[part].tolist(), part
    assert list(itertools.islice(kayles, 3000)) == values.tolist()
    assert next(n for n, value in enumerate(kayles) if value == 8) == values.tolist().index(8)
    assert [a for a, _ in zip(kayles, range(3))] == [0, 1, 2]
    assert kayles  # Nothing to do with how many values there are.
    for wrong, reason in [
        (lambda: kayles[5:], r"no end: name one, as in game\[5:100\]"),
        (lambda: kayles[:], r"game\[:100\]"),
        (lambda: kayles[:-1], "count back"),
        (lambda: kayles[-5:9], "count back"),
        (lambda: kayles[9:0:-1], "turn the array"),
        (lambda: len(kayles), "no length"),
        (lambda: list(kayles), "no length"),
        (lambda: tuple(kayles), "no length"),
        (lambda: 3 in kayles, "ask a part"),
        (lambda: list(reversed(kayles)), "no length"),
    ]:
        with pytest.raises(sprague.SpragueError, match=reason):
            wrong()
    for wrong in ("5", 1.0, (1, 2)):
        with pytest.raises(TypeError):
            kayles[wrong]
    # Lists of games stay lists of games.
    assert np.array([kayles, kayles], dtype=object).shape == (2,)


def test_solutions_share_one_array():
    solution = sprague.game("Kayles").solve()
    assert solution.values is solution.values
    with pytest.raises(ValueError, match="read-only"):
        solution.values[0] = 1
    copy = pickle.loads(pickle.dumps(solution))
    assert copy.values is copy.values and not copy.values.flags.writeable


def test_games_are_values():
    kayles = sprague.game("Kayles")
    assert kayles == sprague.game("0.77") and hash(kayles) == hash(sprague.game("0.77"))
    assert kayles != sprague.game("0.7") and kayles != "0.77"
    assert pickle.loads(pickle.dumps(kayles)) == kayles
    solution = kayles.solve()
    proof = pickle.loads(pickle.dumps(solution.certificate))
    assert proof == solution.certificate and proof.check(kayles).game == "0.77"
    assert pickle.loads(pickle.dumps(solution.to_dict())) == solution.to_dict()
    for rules, n in [("Kayles", 10**30), ("0.3F", 10**30 + 7), ("0.2048", 10**20), ("Officers", 5)]:
        solution = sprague.game(rules).solve(limit=3000)
        copy = pickle.loads(pickle.dumps(solution))
        assert copy.to_dict() == solution.to_dict() and repr(copy) == repr(solution)
        assert copy.certificate == solution.certificate
        assert copy.values.tolist() == solution.values.tolist()
        for heap in (0, 1, solution.computed - 1, solution.computed, n):
            assert copy.value(heap) == solution.value(heap), (rules, heap)
        assert pickle.loads(pickle.dumps(copy)).to_dict() == solution.to_dict()
    assert sprague.game(kayles) is kayles
    assert repr(kayles) == "Game('0.77')" and str(kayles) == "0.77"
    assert sprague.game("0.07").standard_form == "0.137"
    assert "Kayles" in kayles.names
    assert "<table>" in kayles._repr_html_() and kayles._repr_latex_().startswith("$")
    assert sorted(map(tuple, kayles.options(3))) == [(1,), (1, 1), (2,)]
    with pytest.raises(sprague.ComputationError, match="more than 1000 options"):
        kayles.options(10**15, most=1000)


def test_play():
    best = sprague.game("Kayles").best(3, 5, 7)
    values = sprague.game("Kayles").values(10)
    assert best.value == values[3] ^ values[5] ^ values[7]
    for move in best.moves:
        rest = best.value ^ int(values[move.heap])
        for heap in move.to:
            rest ^= int(values[heap])
        assert rest == 0
    # The heap of 3 becomes a heap of 2 that keeps the pass.
    passing = sprague.best("Kayles + pass: 3; Kayles: 4")
    assert sprague.Move(0, 3, (2,), 0) in passing.moves
    assert sprague.Move(1, 4, (1, 1)) in passing.moves
    huge = sprague.game("Nim").best(10**50, 10**50)
    assert (huge.outcome, huge.value) == ("P", 0)
    assert sprague.best("Nim: 1 1 1", misere=True).outcome == "P"
    with pytest.raises(sprague.ParseError):
        sprague.best("Nim 3")


def test_misere():
    misere = sprague.game("0.77").misere
    # Kayles: single heaps that are P under misere play
    assert misere.outcomes(24)[1:] == "PNNPNNNNPNNPNNNNNNNPNNNN"
    assert misere.genus(5)[5] == "4^146"
    assert misere.tame(4) and not misere.tame(5)
    quotient = misere.quotient()
    assert (quotient.order, quotient.status) == (40, "proved")
    assert quotient.certificate.check(game="Kayles").theorem
    # No shortened answers.
    with pytest.raises(sprague.ComputationError, match="known to heap"):
        sprague.Misere("Grundy", forms=50).values(60)


def test_plot():
    axes = sprague.game("0.77").plot(100)
    assert axes.get_title() == "0.77"


ENDLESS = """
    import threading
    import time
    import sprague

    def compute():
        started.set()
        sprague.game("0.14").values(1_000_000_000)

    started = threading.Event()
    threading.Thread(target=compute, daemon=True).start()
    started.wait()
    for _ in range(100):
        time.sleep(0.001)
    print("alive", flush=True)
    import os
    os._exit(0)
"""


def test_the_interpreter_is_released():
    """This thread goes on while another computes for hours."""
    child = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(ENDLESS)],
        capture_output=True, text=True, timeout=600,
    )
    assert child.stdout == "alive\n", child.stderr


def test_threads_share_a_game():
    game = sprague.game("Kayles")
    found = []
    threads = [
        threading.Thread(target=lambda: found.append([game.value(n) for n in range(0, 3000, 7)]))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and all(values == found[0] for values in found)


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(
    "work",
    [
        'game("0.14").values(1_000_000_000)',
        'game("0.14").solve(limit=1_000_000_000, time=None)',
        'game("0.14").value(10**30, time=36_000, limit=1_000_000_000)',
        'Misere("Grundy", forms=10_000_000).values(1000)',
        # The claim holds for ever, so that no heap refutes it quickly; it is only not the least.
        'check(\'{"certificate":"sprague","version":1,"game":"0.156","claim":{"kind":"periodic",'
        '"preperiod":400000,"period":349,"saltus":0},"theorem":"finite-take-and-break"}\')',
        'atlas.connect(":seed:").sql("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) '
        'SELECT count(*) FROM n")',
    ],
    ids=["values", "solve", "value", "misere", "check", "sql"],
)
def test_ctrl_c(work):
    """Work that takes hours ends at once. The signal may come at any moment after "ready"."""
    code = f"""
        import sprague
        try:
            print("ready", flush=True)
            sprague.{work}
        except KeyboardInterrupt:
            print("interrupted", flush=True)
    """
    child = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    assert child.stdout.readline() == "interrupted\n"
    assert child.wait(600) == 0
