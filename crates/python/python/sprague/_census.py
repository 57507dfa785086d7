"""Surveys of whole families: on this machine, or on many by Dask.

The unit of work is `survey`: a pure function of rules and limits that returns a row and its
certificate. Whatever computes it, a row that claims a proof enters the atlas only after the
checker has verified the certificate here.
"""

from __future__ import annotations

import hashlib
import json
import time as clock
from collections.abc import Callable, Iterable, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _sprague
from ._game import Game, _object
from .atlas import Atlas, connect

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["census", "hunt", "survey", "verify_hunt"]

#: Batches for each worker, roughly; more of them balance better, fewer cost less.
_BATCHES_PER_WORKER = 12
#: Batches at least, whatever the number of workers: more of them may come later.
_BATCHES = 384
#: Games in a batch at most.
_BATCH = 200
#: How long to wait for a scheduler that went away, in seconds.
_PATIENCE = 600.0
#: How often a task that failed is tried again.
_RETRIES = 5

_Progress = Callable[[int, int], object]
_Jobs = dict[str, tuple[Any, ...]]


def survey(
    rules: str | Game, *, limit: int | None = None, time: float | None = None
) -> dict[str, Any]:
    """Looks at one game: its row in the atlas, and the certificate where it is proved.

    >>> import sprague
    >>> found = sprague.survey("Kayles")
    >>> found["row"]["period"], found["row"]["checked"]
    (12, True)
    """
    return _object(_sprague.survey(str(rules), limit, time))


def census(
    family: str,
    *,
    atlas: Atlas | str | PathLike[str] | None = None,
    client: Client | None = None,
    limit: int | None = None,
    time: float | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> dict[str, Any]:
    """Surveys a family of games into an atlas; returns a summary.

    Families: ``octal:3``, ``4.octal:2``, ``hex:2``, ``subtraction:max=8``,
    ``allbut:max=8,size<=3``, ``recurring-octal``, or a file of rules. Games that are the same by
    a theorem are solved once. What is in the atlas already is not computed again, unless it
    is open and the limits are larger now; so a census that was stopped goes on where it was.

    `limit` and `time` bound the values and the seconds for each game. `progress` is called with
    the number of games surveyed and the number planned.

    With `client` (``dask.distributed.Client``) the surveys run on its workers, which need this
    package installed; lost workers and a restarted scheduler lose no finished survey. Without,
    they run on `threads` threads here (all cores).

    >>> import sprague, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> summary = sprague.census("subtraction:max=4", atlas=folder.name + "/sets.db")
    >>> summary["games"], summary["representatives"], summary["proved"]
    (15, 11, 15)
    """
    if not isinstance(atlas, Atlas):
        # A file named here starts empty; the atlas of the user starts from the seed.
        atlas = connect(atlas, seed=atlas is None)
    if client is None:
        return _object(atlas.census_json(family, limit, time, threads, progress))
    return _distributed(family, atlas, client, limit, time, progress)


def _survey_batch(games: Sequence[str], limit: int | None, time: float | None) -> list[str]:
    """What a worker does."""
    return [_sprague.survey(game, limit, time) for game in games]


def _batches(tasks: Sequence[tuple[str, float]], workers: int) -> list[list[str]]:
    """Tasks, costliest first, in batches of about equal expected cost."""
    share = sum(cost for _, cost in tasks) / max(_BATCHES, workers * _BATCHES_PER_WORKER)
    batches: list[list[str]] = []
    games: list[str] = []
    filled = 0.0
    for game, cost in tasks:
        games.append(game)
        filled += cost
        if filled >= share or len(games) >= _BATCH:
            batches.append(games)
            games, filled = [], 0.0
    if games:
        batches.append(games)
    return batches


def _key(kind: str, *parts: object) -> str:
    """A name for a task that is the same whoever asks for it, and whenever."""
    text = json.dumps([_sprague.__version__, *parts])
    return f"sprague-{kind}-{hashlib.sha256(text.encode()).hexdigest()[:32]}"


class _Scheduler:
    """A client that is replaced when the scheduler went away and came back."""

    def __init__(self, client: Client) -> None:
        if client.asynchronous:
            raise TypeError("an asynchronous client cannot be waited for: use a plain Client")
        if client.scheduler is None:
            raise ValueError("the client is not connected to a scheduler")
        self.client = client
        self.address = client.scheduler.address
        self.security = client.security
        self.own = False

    def again(self) -> None:
        """A client of a living scheduler, or an error after long waiting."""
        from distributed import Client

        deadline = clock.monotonic() + _PATIENCE
        while True:
            clock.sleep(1)
            try:
                fresh = Client(
                    self.address, timeout="10s", set_as_default=False, security=self.security
                )
            except (OSError, TimeoutError):
                if clock.monotonic() > deadline:
                    raise
                continue
            self.close()
            self.client, self.own = fresh, True
            return

    def close(self) -> None:
        if self.own:
            self.client.close(timeout=1)


def _gather(
    client: Client,
    work: Callable[..., Any],
    jobs: _Jobs,
    accept: Callable[[str, Any], Iterable[tuple[str, tuple[Any, ...]]]],
    failures: list[BaseException],
) -> bool:
    """Hands all jobs in and takes finished ones out of `jobs`, until none is left or the
    scheduler is lost; whether it is."""
    from distributed import KilledWorker, as_completed
    from distributed.comm.core import CommClosedError

    lost = False
    try:
        futures = {
            client.submit(work, *arguments, key=key, retries=_RETRIES, pure=True): key
            for key, arguments in jobs.items()
        }
        waiting = as_completed(list(futures), loop=client.loop)
    except (CommClosedError, OSError, TimeoutError, RuntimeError):
        return True
    while futures:
        try:
            future = next(waiting)
            key = futures.pop(future)
            if future.status == "finished":
                result = future.result()
            elif future.status == "error":
                result = future.exception()
            else:
                lost = True
                continue
        except StopIteration:
            return True
        except (CommClosedError, OSError, TimeoutError, RuntimeError):
            return True
        except BaseException as error:
            # Dask and asyncio have classes of that name, of different parents.
            if "CancelledError" not in type(error).__name__:
                raise
            lost = True
            continue
        del jobs[key]
        if isinstance(result, BaseException) and not isinstance(result, KilledWorker):
            failures.append(result)
            continue
        try:
            jobs.update(accept(key, result))
        except (_sprague.SpragueError, KilledWorker) as error:
            failures.append(error)
        future.release()
    return lost


def _run(
    client: Client,
    work: Callable[..., Any],
    jobs: _Jobs,
    accept: Callable[[str, Any], Iterable[tuple[str, tuple[Any, ...]]]],
) -> None:
    """Runs `work` on the arguments in `jobs`; each result goes to `accept` once.

    A job whose worker died is run again; jobs lost with the scheduler are handed in again.
    `accept` may return smaller jobs in place of one that kept killing workers, where the
    result is the exception `KilledWorker`. Where a job fails, or its result is refused, the
    others are done first; anything else that `accept` raises ends the run.
    """
    scheduler = _Scheduler(client)
    failures: list[BaseException] = []
    try:
        while jobs:
            if _gather(scheduler.client, work, jobs, accept, failures):
                scheduler.again()
    finally:
        scheduler.close()
    if failures:
        raise failures[0]


def _distributed(
    family: str,
    atlas: Atlas,
    client: Client,
    limit: int | None,
    time: float | None,
    progress: _Progress | None,
) -> dict[str, Any]:
    from distributed import KilledWorker

    name, games = _sprague.family(family)
    representatives, tasks = atlas.plan(family, limit, time)
    workers = len(client.nthreads())
    jobs: _Jobs = {
        _key("survey", batch, limit, time): (batch, limit, time)
        for batch in _batches(tasks, workers)
    }
    batch_of = {key: arguments[0] for key, arguments in jobs.items()}
    planned, done = len(tasks), 0

    def accept(key: str, result: Any) -> Iterable[tuple[str, tuple[Any, ...]]]:
        nonlocal done
        if isinstance(result, KilledWorker):
            batch = batch_of[key]
            if len(batch) == 1:
                raise result
            # One game of the batch is too much for a worker: find out which.
            smaller = {_key("survey", [game], limit, time): ([game], limit, time) for game in batch}
            batch_of.update({key: arguments[0] for key, arguments in smaller.items()})
            return list(smaller.items())
        for text in result:
            atlas.accept(text, family)
            done += 1
        if progress is not None:
            progress(done, planned)
        return ()

    _run(client, _survey_batch, jobs, accept)
    statuses = {"proved": 0, "observed": 0, "open": 0}
    for game in games:
        row = atlas.get(game)
        if row is not None:
            statuses[row["status"]] += 1
    return {
        "family": name,
        "games": len(games),
        "representatives": representatives,
        "surveyed": done,
        "skipped": representatives - planned,
        **statuses,
        "stopped": False,
    }


def hunt(
    rules: str | Game,
    to: int,
    folder: str | PathLike[str],
    *,
    snapshots: int | None = None,
    checkpoint: float = 60.0,
    progress: _Progress | None = None,
) -> dict[str, Any]:
    """A long run to heap `to` in a folder, as `sprague hunt`; the same call goes on with it.

    It ends when the period is found and proved, or at heap `to`. There are checkpoints every
    `checkpoint` seconds and snapshots every `snapshots` heaps. Ctrl-C loses nothing.

    >>> import sprague, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> found = sprague.hunt("0.156", 100_000, folder.name + "/run")
    >>> found["preperiod"], found["period"], found["status"]
    (3479, 349, 'proved')
    """
    text = _sprague.hunt(str(rules), to, fspath(folder), snapshots, checkpoint, progress)
    return _object(text)


def _verify_segment(start: bytes | None, end: bytes) -> tuple[int, int]:
    """Recomputes a hunt from one snapshot to the next; what a worker does."""
    return _sprague.verify_segment(start, end)


def _snapshots(folder: Path) -> list[Path]:
    if not (folder / "snapshots").is_dir():
        raise FileNotFoundError(f"{folder} is not the folder of a hunt")
    files = [file for file in (folder / "snapshots").iterdir() if file.name.isdigit()]
    return sorted(files, key=lambda file: int(file.name))


def verify_hunt(
    folder: str | PathLike[str],
    *,
    client: Client | None = None,
    progress: _Progress | None = None,
) -> dict[str, Any]:
    """Verifies the snapshots of a hunt, segment by segment.

    Each segment is recomputed from the snapshot at its start (the first from nothing) and must
    arrive at the snapshot at its end: the same values, rare heaps and greatest value. Together
    they show that the run is one unbroken computation. With `client` the segments are
    recomputed on its workers. Raises `ComputationError` where a segment does not arrive.

    >>> import sprague, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> _ = sprague.hunt("0.16", 200_000, folder.name + "/run", snapshots=65536)
    >>> sprague.verify_hunt(folder.name + "/run")
    {'segments': 2, 'from': 0, 'to': 196608}
    """
    files = _snapshots(Path(fspath(folder)))
    if not files:
        raise _sprague.SpragueError(f"no snapshots in {fspath(folder)}")
    segments = [(None if i == 0 else files[i - 1], file) for i, file in enumerate(files)]
    heaps: list[tuple[int, int]] = []

    def read(segment: tuple[Path | None, Path]) -> tuple[bytes | None, bytes]:
        start, end = segment
        return (None if start is None else start.read_bytes(), end.read_bytes())

    def note(result: tuple[int, int]) -> None:
        heaps.append((result[0], result[1]))
        if progress is not None:
            progress(len(heaps), len(segments))

    if client is None:
        for segment in segments:
            note(_verify_segment(*read(segment)))
    else:

        def accept(key: str, result: Any) -> Iterable[tuple[str, tuple[Any, ...]]]:
            if isinstance(result, BaseException):
                raise result
            note(result)
            return ()

        # A few segments at a time: the bytes of all snapshots need not be in memory.
        for at in range(0, len(segments), 64):
            jobs: _Jobs = {}
            for segment in segments[at : at + 64]:
                content = read(segment)
                digest = [None if c is None else hashlib.sha256(c).hexdigest() for c in content]
                jobs[_key("segment", *digest)] = content
            _run(client, _verify_segment, jobs, accept)
    heaps.sort()
    return {"segments": len(heaps), "from": heaps[0][0], "to": heaps[-1][1]}
