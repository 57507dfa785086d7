"""What calls cost: python crates/python/bench.py (build the wheel with --release first).

Prints the overhead of one call and the time of values(10**7), to be compared with what
`cargo bench -p sprague-python` says about the same call in Rust; with --dask the time of a census
on one worker and on two.
"""

import argparse
import tempfile
import time

import sprague


def best(work, times):
    """The least time of several."""
    least = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        work()
        least = min(least, time.perf_counter() - start)
    return least


def overhead():
    game = sprague.game("Kayles")
    game.value(5)

    def calls():
        for _ in range(10_000):
            game.value(5)

    print(f"value(5)          {best(calls, 20) / 10_000 * 1e6:.2f} us a call")
    print(f"game('0.77')      {best(lambda: sprague.game('0.77'), 1000) * 1e6:.2f} us")
    print(f"values(100)       {best(lambda: game.values(100), 1000) * 1e6:.2f} us")


def arrays(rules):
    game = sprague.game(rules)
    print(f"{rules:<10} values(10**7) {best(lambda: game.values(10**7), 9):.4f} s")


def census(family, limit, workers):
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
        tempfile.TemporaryDirectory() as folder,
    ):
        client.run(lambda: __import__("sprague").game("0.77").solve().period)
        start = time.perf_counter()
        sprague.census(family, atlas=folder + "/a.db", client=client, limit=limit)
        return time.perf_counter() - start


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dask", action="store_true")
    options = parser.parse_args()
    if options.dask:
        one, two = (census("octal:3", 10_000, workers) for workers in (1, 2))
        print(f"octal:3 to 10000: one worker {one:.1f} s, two {two:.1f} s, ratio {one / two:.2f}")
    else:
        overhead()
        for rules in ("S(1,2,4)", "0.3", "Mark"):
            arrays(rules)
