"""The program inside the package: ``python -m sprague`` and ``sprague``."""

import os
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest

import sprague

SCRIPT = str(Path(sysconfig.get_path("scripts")) / "sprague")
PROGRAMS = [[sys.executable, "-m", "sprague"], [SCRIPT]]


@pytest.mark.parametrize("program", PROGRAMS, ids=["module", "script"])
def test_the_program(program):
    def run(*arguments):
        return subprocess.run([*program, *arguments], capture_output=True, text=True, timeout=600)

    solved = run("solve", "0.156")
    assert solved.returncode == 0 and solved.stderr == ""
    assert "period     349\n" in solved.stdout and "proved" in solved.stdout
    assert run("--version").stdout == f"sprague {sprague.__version__}\n"
    no = run("eval", "* = 0")
    assert (no.returncode, no.stdout) == (1, "no: * is confused with 0\n")
    bad = run("solve", "0.7!x")
    assert bad.returncode == 2 and bad.stderr.startswith("sprague: ") and bad.stdout == ""
    usage = run("solve", "--nonsense")
    assert usage.returncode == 2 and "usage: sprague solve" in usage.stderr


def test_a_closed_pipe_is_no_error():
    child = subprocess.Popen(
        [*PROGRAMS[0], "values", "Kayles", "--to", "1000000"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    child.stdout.read(10)
    child.stdout.close()
    assert child.stderr.read() == b"" and child.wait(600) == 0


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(
    "arguments",
    [["solve", "0.14", "--limit", "1000000000", "--time", "36000"], ["values", "0.14", "--to", "1000000000"]],
    ids=["solve", "values"],
)
def test_ctrl_c(arguments):
    child = subprocess.Popen(
        [*PROGRAMS[0], *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(3)
    assert child.poll() is None
    child.send_signal(signal.SIGINT)
    child.wait(60)
    assert child.returncode in (0, 1, 130, -signal.SIGINT)
