"""Many machines: a census on a real Dask cluster, with workers and schedulers that die."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import sprague
from sprague._census import _batches

distributed = pytest.importorskip("distributed")

#: Columns that depend on the moment, not on the game.
VOLATILE = {"seconds"}
FAMILY = "octal:2"
LIMIT = 6000


def rows(path):
    found = sprague.atlas.connect(path).find()
    return [{key: value for key, value in row.items() if key not in VOLATILE} for row in found]


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """The atlas that a census on this machine makes."""
    path = tmp_path_factory.mktemp("local") / "a.db"
    sprague.census(FAMILY, atlas=path, limit=LIMIT)
    return rows(path)


@pytest.fixture()
def cluster():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        yield cluster


def test_batches_balance():
    tasks = [(f"g{i}", float(100 - i)) for i in range(100)]
    batches = _batches(tasks, 2)
    assert [game for batch in batches for game in batch] == [game for game, _ in tasks]
    assert 12 <= len(batches) <= 50
    assert _batches([], 2) == []


def test_a_worker_dies_in_mid_census(cluster, tmp_path, expected):
    path = tmp_path / "a.db"
    killed = []

    def progress(done, planned):
        # At the first result the work is under way: one worker is killed, hard.
        if not killed:
            pid = next(iter(cluster.workers.values())).pid
            os.kill(pid, signal.SIGKILL)
            killed.append((pid, done, planned))

    with distributed.Client(cluster) as client:
        summary = sprague.census(
            FAMILY, atlas=path, client=client, limit=LIMIT, progress=progress
        )
        assert killed and killed[0][1] < killed[0][2]
        assert summary["proved"] + summary["open"] + summary["observed"] == 64
        assert rows(path) == expected
        # Nothing is left to do.
        again = sprague.census(FAMILY, atlas=path, client=client, limit=LIMIT)
        assert again["surveyed"] == 0
        # Larger limits are for the open games alone.
        more = sprague.census("tetral:2", atlas=path, client=client, limit=2 * LIMIT)
        assert more["proved"] == 16


def test_a_scheduler_is_restarted(tmp_path, expected):
    """The scheduler and its workers are killed and come back at the same address."""
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"

    def start():
        environment = {**os.environ, "DASK_DISTRIBUTED__SCHEDULER__DASHBOARD__STATUS__ENABLED": "0"}
        scheduler = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
        worker = [sys.executable, "-m", "distributed.cli.dask_worker"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": environment}
        common = ["--no-dashboard"]
        return [
            subprocess.Popen(
                [*scheduler, "--host", "127.0.0.1", "--port", str(port), *common], **quiet
            ),
            subprocess.Popen(
                [*worker, address, "--nthreads", "1", "--no-nanny", *common,
                 "--local-directory", str(tmp_path)],
                **quiet,
            ),
        ]

    def stop(processes):
        for process in processes:
            process.kill()
            process.wait()

    processes = start()
    restarted = threading.Event()

    def restart():
        nonlocal processes
        stop(processes)
        processes = start()
        restarted.set()

    def progress(done, planned):
        if not restarted.is_set() and not thread.is_alive():
            thread.start()
            time.sleep(0.5)

    thread = threading.Thread(target=restart)
    try:
        client = distributed.Client(address, timeout="60s", set_as_default=False)
        client.wait_for_workers(1, timeout=60)
        path = tmp_path / "a.db"
        sprague.census(FAMILY, atlas=path, client=client, limit=LIMIT, progress=progress)
        assert restarted.wait(60)
        assert rows(path) == expected
        client.close(timeout=2)
    finally:
        thread.join(60) if thread.ident else None
        stop(processes)


def test_from_the_shell(cluster, tmp_path):
    path = tmp_path / "a.db"
    command = [sys.executable, "-m", "sprague.census", "subtraction:max=4"]
    output = subprocess.run(
        [*command, "--scheduler", cluster.scheduler_address, "--atlas", str(path)],
        capture_output=True, text=True, timeout=120,
    )
    assert output.returncode == 0, output.stderr
    assert '"proved": 15' in output.stdout
    assert len(sprague.atlas.connect(path)) == 15
    wrong = subprocess.run(
        [sys.executable, "-m", "sprague.census", "nonsense"], capture_output=True, text=True
    )
    assert wrong.returncode == 2 and "unknown family" in wrong.stderr


def test_the_module_does_not_hide_the_function(tmp_path):
    import sprague.census  # noqa: F401

    assert sprague.census("tetral:1", atlas=tmp_path / "a.db")["games"] == 4
