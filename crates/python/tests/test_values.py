"""Values of short games: arithmetic, order, numbers, text; Col and Snort."""

import itertools
import math
import operator
import pickle
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from fractions import Fraction
from numbers import Rational

import numpy as np
import pytest

import sprague
from sprague import Value, compare, evaluate, holds

TEXTS = [
    "0", "1", "-2", "1/2", "-5/8", "*", "*2", "^", "v", "^*", "1/2v2*3", "+-1", "{2|-1}", "{1|*}",
    "+_2", "-_1 + *", "{3|2||1|0}", "+-(1,{2|1/2})", "{^|*}", "{0||0|-3}",
]  # fmt: skip


def test_values_are_ordered_as_values():
    # Text and tuples once decided this.
    assert not evaluate("10") < evaluate("9") and evaluate("9") < evaluate("10")
    assert max(map(evaluate, ("2", "10", "9"))) == 10
    assert sorted(map(Value, (3, -1, Fraction(1, 2)))) == [-1, Fraction(1, 2), 3]
    assert str(evaluate("2") + evaluate("10")) == "12"
    assert sum(map(Value, range(5))) == 10


@pytest.mark.parametrize("text", TEXTS)
def test_laws(text):
    a = evaluate(text)
    assert type(a).__mro__[-2] is Value
    assert a - a == 0 and -(-a) == a and +a is a and a + 0 == a and 0 + a == a and 0 - a == -a
    assert evaluate(str(a)) == a and hash(evaluate(str(a))) == hash(a)
    assert eval(repr(a), {"Value": Value}) == a
    for copy in (pickle.loads(pickle.dumps(a)), Value(a), Value(text)):
        assert copy == a and hash(copy) == hash(a) and type(copy) is type(a)
    assert (a == 0) == (a.outcome == "P") == (not a)
    assert a.latex and a._repr_latex_() == f"${a.latex}$" and "<table>" in a._repr_html_()
    assert isinstance(a.birthday, int)
    options = [option.birthday for option in (*a.left, *a.right)]
    assert a.birthday == max(options, default=-1) + 1
    assert a.right_stop <= a.mean <= a.left_stop


def test_sums_and_comparisons_agree_with_expressions():
    signs = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
    for left, right in itertools.product(TEXTS, TEXTS):
        a, b = evaluate(left), evaluate(right)
        assert a + b == evaluate(f"({left}) + ({right})") == b + a
        assert a - b == evaluate(f"({left}) - ({right})")
        relation = a.compare(b)
        assert relation == (a - b).compare(0) == compare(left, right)
        assert [relation == r for r in ("<", "=", ">", "||")] == [
            holds(f"({left}) {sign} ({right})") for sign in ("<", "=", ">", "||")
        ]
        assert (a == b) == (relation == "=") != (a != b)
        assert (a == b) <= (hash(a) == hash(b))
        assert (a | b) == (relation == "||")
        for sign, question in signs.items():
            if relation == "||":
                with pytest.raises(sprague.ConfusedError, match="confused"):
                    question(a, b)
                assert not holds(f"({left}) {sign} ({right})")
            else:
                assert question(a, b) == holds(f"({left}) {sign} ({right})")


def test_an_order_that_is_none_is_refused():
    for work in (sorted, max, min):
        with pytest.raises(sprague.ConfusedError, match=r"\* and 0|0 and \*"):
            work([Value("*"), Value(0)])
    with pytest.raises(TypeError):
        Value(1) < "2"
    with pytest.raises(TypeError):
        Value(1) + 0.5
    with pytest.raises(TypeError):
        Value(1).compare("2")
    with pytest.raises(TypeError):
        Value(0.5)
    assert Value(1) != "1" and Value(1) != 0.1 and Value("*") != None  # noqa: E711


def test_numbers():
    half = evaluate("{0|1}")
    assert isinstance(half, sprague.Number) and isinstance(half, Rational) and half.is_number
    assert Fraction(half) == Fraction(1, 2) == half and hash(half) == hash(Fraction(1, 2))
    assert float(half) == 0.5 and half.as_integer_ratio() == (1, 2)
    assert half + Fraction(1, 4) == Fraction(3, 4) == Fraction(1, 4) + half
    assert isinstance(Fraction(1, 4) + half, Value)
    assert {evaluate("3"): "three"}[3] == "three" and 3 in {evaluate("1 + 2")}
    assert int(evaluate("1000000")) == 10**6
    assert int(Value(10**40)) == 10**40 and str(Value(-(10**40))) == "-1" + "0" * 40
    assert Value(np.int64(7)) == 7 and Value(7) == np.int64(7)
    assert Value(Fraction(-7, 16)).birthday == 5
    assert half > 0 and 0 < half and 1 > half >= Fraction(1, 2)
    for text in ("*", "^", "+-1"):
        value = evaluate(text)
        assert not isinstance(value, Rational) and not value.is_number
        for work in (int, float, Value.as_integer_ratio):
            with pytest.raises(sprague.SpragueError, match="is no number"):
                work(value)
        with pytest.raises((TypeError, sprague.SpragueError)):
            Fraction(value)
    with pytest.raises(sprague.SpragueError, match="1/2 is no integer"):
        int(half)
    assert half == 0.5 == Fraction(1, 2) and half != 0.1 and Value("*") != 0.0
    assert half != float("nan") and half != float("inf")
    assert type(sprague.Number("{0|1}")) is sprague.Number
    with pytest.raises(sprague.SpragueError, match="is no number"):
        sprague.Number("*")
    third = Fraction(1, 3)
    assert half != third and Value("*") != third
    with pytest.raises(sprague.SpragueError, match="not a power of 2"):
        half + third
    # Fractions compare with numbers of any kind.
    assert third < half
    with pytest.raises(sprague.SpragueError, match="not a power of 2"):
        Value("*") < third


def test_number_up_star():
    value = evaluate("-1/2 + ^3 + *5")
    assert (value.number, value.up, value.star) == (Fraction(-1, 2), 3, 5)
    with pytest.raises(sprague.SpragueError, match=r"\{2\|-1\} is no sum of a number, ups"):
        evaluate("{2|-1}").number


def test_columns_count_from_one():
    for text, column in [("{1|", 4), ("1/3", 3), ("2 + q", 5), ("*2 2", 4)]:
        with pytest.raises(sprague.ParseError) as caught:
            evaluate(text)
        assert caught.value.column == column, text
        assert f"character {column})" in str(caught.value)
        assert caught.value.hint is None
    with pytest.raises(sprague.ParseError) as caught:
        sprague.col("oo!o")
    assert caught.value.column == 3
    with pytest.raises(sprague.ParseError) as caught:
        sprague.game("0.7!x")
    assert caught.value.column == 5


def test_one_question_one_type():
    assert evaluate("*2 + *3").value == "*"
    assert holds("1/2 > 1") is False and holds("* || 0") is True
    with pytest.raises(sprague.ParseError, match="holds"):
        evaluate("1/2 > 1")
    with pytest.raises(sprague.ParseError, match="neither true nor false"):
        holds("1/2")


def test_steps_are_limited():
    with pytest.raises(sprague.ComputationError, match="more than 1000 steps.*steps= allows more"):
        evaluate("+_2-*1111", steps=1000)
    a, b = evaluate("{5|2||1|-3}"), evaluate("{4|*||^|-6}")
    with pytest.raises(sprague.ComputationError, match="steps"):
        a.plus(b, steps=3)
    assert a.plus(b, steps=None) == a + b == a.plus(b, steps=10**30)
    with pytest.raises(sprague.ComputationError, match="steps"):
        a.compare(b - 1, steps=2)
    with pytest.raises(sprague.SpragueError, match="at least 0"):
        a.compare(b, steps=-1)
    with pytest.raises(sprague.SpragueError):
        sprague.snort("grid 4x4", steps=100)


def test_long_values():
    value = sprague.snort("grid 3x4")
    if value.value is None:
        with pytest.raises(sprague.ComputationError, match="too long"):
            str(value)
    random.seed(1)
    total, many = Value(0), [evaluate(random.choice(TEXTS)) for _ in range(40)]
    for one in many:
        total += one
    for one in many:
        total -= one
    assert total == 0
    # Whatever cannot be written can be looked at.
    wide = evaluate("+_2 + *1000")
    assert wide - evaluate("*1000") == evaluate("+_2") and wide | 0
    assert "birthday" in repr(wide) if wide.value is None else True


def test_col_and_snort():
    assert sprague.col("o+").value == "1/2"
    assert sprague.col("o+").latex == r"\frac{1}{2}"
    assert sprague.col("o+")._repr_latex_() == r"$\frac{1}{2}$"
    assert sprague.col("o") == evaluate("*") and sprague.col("o").star == 1
    assert sprague.col("+oo-") + sprague.col("o+") == Fraction(1, 2)
    assert sprague.col(nodes=3, edges=[(0, 1), (1, 2)], tints="ooo").outcome == "P"
    with pytest.raises(sprague.ParseError, match="give a graph"):
        sprague.col()
    with pytest.raises(sprague.ParseError):
        sprague.col(nodes=2, edges=[(0, 5)])
    assert sprague.snort("o").outcome == "N"
    assert sprague.snort("oo") == evaluate("+-1")


def test_values_in_threads():
    wrong = []

    def work(n):
        for text in TEXTS:
            value = evaluate(text)
            if not (value + n) - value == n:
                wrong.append((text, n))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_operators_are_quick():
    """No thread where none is needed, and no arena that grows."""
    begun = time.perf_counter()
    total = Value(0)
    for n in range(20_000):
        total += Fraction(n, 2)
    assert total == Fraction(math.comb(20_000, 2), 2)
    assert time.perf_counter() - begun < 10


def test_ctrl_c_ends_operators():
    code = """
        import sprague
        try:
            print("ready", flush=True)
            sprague.evaluate("+_2-*4000", steps=None) + sprague.evaluate("+_3-*4000", steps=None)
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
