"""Many machines: a census on a real Dask cluster, with workers and schedulers that die."""

import os
import signal
import socket
import subprocess
import sys

import distributed
import pytest

import sprague
from sprague._census import _BATCH, _batches

#: Columns that depend on the moment, not on the game.
VOLATILE = {"seconds"}
FAMILY = "octal:2"
LIMIT = 4000


def rows(path):
    found = sprague.atlas.connect(path).find()
    return [{key: value for key, value in row.items() if key not in VOLATILE} for row in found]


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """The atlas that a census on this machine makes."""
    path = tmp_path_factory.mktemp("local") / "a.db"
    summary = sprague.census(FAMILY, atlas=path, limit=LIMIT)
    return summary, rows(path)


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        yield cluster


@pytest.fixture()
def client(cluster):
    with distributed.Client(cluster, set_as_default=False) as client:
        yield client


def test_batches_balance():
    tasks = [(f"g{i}", float(10000 - i)) for i in range(10000)]
    for workers in (0, 2, 100):
        batches = _batches(tasks, workers)
        assert [game for batch in batches for game in batch] == [game for game, _ in tasks]
        assert 300 <= len(batches) <= max(400, 13 * workers)
    assert all(len(batch) <= _BATCH for batch in _batches([("g", 0.0)] * 1000, 1))
    assert _batches([], 2) == []


def test_a_worker_dies_in_mid_census(cluster, client, tmp_path, expected):
    path = tmp_path / "a.db"
    killed = []

    def progress(done, planned):
        # At the first result the work is under way: one worker is killed, hard.
        if not killed:
            pid = next(iter(cluster.workers.values())).pid
            os.kill(pid, signal.SIGKILL)
            killed.append((pid, done, planned))

    summary = sprague.census(FAMILY, atlas=path, client=client, limit=LIMIT, progress=progress)
    assert killed and killed[0][1] < killed[0][2]
    assert (summary, rows(path)) == expected
    # Nothing is left to do.
    again = sprague.census(FAMILY, atlas=path, client=client, limit=LIMIT)
    assert (again["surveyed"], again["skipped"]) == (0, summary["representatives"])
    # Larger limits are for the open games alone.
    more = sprague.census("octal:1", atlas=path, client=client, limit=LIMIT + 1)
    assert (more["games"], more["surveyed"]) == (8, 1)


def test_a_scheduler_is_restarted(tmp_path, expected):
    """The scheduler and its workers are killed and come back at the same address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    log = open(tmp_path / "log", "wb")

    def start():
        def process(name, *arguments):
            command = [sys.executable, "-m", "distributed.cli." + name, *arguments, "--no-dashboard"]
            return subprocess.Popen(command, stdout=log, stderr=log)

        return [
            process("dask_scheduler", "--host", "127.0.0.1", "--port", str(port)),
            process(
                "dask_worker", address, "--nthreads", "1", "--no-nanny", "--local-directory",
                str(tmp_path),
            ),
        ]

    def stop(processes):
        for process in processes:
            process.kill()
        for process in processes:
            process.wait()

    def progress(done, planned):
        # The first result is in: the others are lost with the scheduler.
        if len(generations) == 1:
            stop(generations[0])
            generations.append(start())

    generations = [start()]
    path = tmp_path / "a.db"
    try:
        client = distributed.Client(address, timeout="300s", set_as_default=False)
        summary = sprague.census(FAMILY, atlas=path, client=client, limit=LIMIT, progress=progress)
        assert len(generations) == 2
        assert (summary, rows(path)) == expected
        client.close(timeout=2)
    finally:
        for processes in generations:
            stop(processes)
        log.close()


def test_surveys_that_fail(client, tmp_path):
    """A task that raises and a result that is refused do not hold up the others."""
    from sprague._census import _run

    taken = []

    def work(n):
        if n == 3:
            raise ValueError("three")
        return n

    def accept(key, result):
        if result == 5:
            raise sprague.AtlasError("five")
        taken.append(result)
        return ()

    with pytest.raises(ValueError, match="three|five"):
        _run(client, work, {f"job-{n}": (n,) for n in range(10)}, accept)
    assert sorted(taken) == [0, 1, 2, 4, 6, 7, 8, 9]

    def enough(done, planned):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        sprague.census("octal:2", atlas=tmp_path / "a.db", client=client, limit=500, progress=enough)
    summary = sprague.census("octal:2", atlas=tmp_path / "a.db", client=client, limit=500)
    assert 0 < summary["skipped"] < summary["representatives"]


def test_hunts_are_verified(client, tmp_path):
    folder = tmp_path / "hunt"
    seen = []
    found = sprague.hunt("0.16", 500_000, folder, snapshots=65536, progress=lambda *at: seen.append(at))
    assert (found["preperiod"], found["period"], found["status"]) == (105351, 149459, "proved")
    assert seen and all(heaps <= to + 1 for heaps, to in seen)
    here = sprague.verify_hunt(folder)
    assert here["segments"] >= 4 and here["from"] == 0
    assert sprague.verify_hunt(folder, client=client) == here
    # Another run of the same game, stopped earlier, has another snapshot at that place: a
    # foreign snapshot is found out by the segment that arrives there.
    other = tmp_path / "other"
    sprague.hunt("0.156", 10_000_000, other, snapshots=65536)
    snapshots = sorted((folder / "snapshots").iterdir(), key=lambda file: int(file.name))
    foreign = next((other / "snapshots").iterdir())
    kept = snapshots[1].read_bytes()
    snapshots[1].write_bytes(foreign.read_bytes())
    for where in (None, client):
        with pytest.raises(sprague.ComputationError, match="one hunt"):
            sprague.verify_hunt(folder, client=where)
    damaged = bytearray(kept)
    damaged[len(damaged) // 2] ^= 1
    snapshots[1].write_bytes(damaged)
    with pytest.raises(sprague.ComputationError, match="cannot be read"):
        sprague.verify_hunt(folder, client=client)
    with pytest.raises(FileNotFoundError, match="folder of a hunt"):
        sprague.verify_hunt(tmp_path)


def test_from_the_shell(cluster, tmp_path):
    def census(*arguments):
        command = [sys.executable, "-m", "sprague.census", *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=600)

    path = tmp_path / "a.db"
    done = census(
        "subtraction:max=4", "--scheduler", cluster.scheduler_address, "--atlas", str(path)
    )
    assert done.returncode == 0, done.stderr
    assert '"proved": 15' in done.stdout
    assert len(sprague.atlas.connect(path)) == 15
    here = census("subtraction:max=4", "--atlas", str(path), "--threads", "1")
    assert here.returncode == 0 and '"surveyed": 0' in here.stdout
    wrong = census("nonsense")
    assert wrong.returncode == 2 and "unknown family" in wrong.stderr


def test_the_module_does_not_hide_the_function(tmp_path):
    import sprague.census  # noqa: F401

    assert sprague.census("tetral:1", atlas=tmp_path / "a.db")["games"] == 4
