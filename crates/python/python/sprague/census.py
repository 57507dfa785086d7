"""``python -m sprague.census FAMILY [--scheduler ADDRESS]``: a census from the shell."""

from __future__ import annotations

import argparse
import json
import sys
import types
from typing import Any

from ._census import census

_EXAMPLES = """examples:
  python -m sprague.census octal:3 --db octal.db
  python -m sprague.census hex:3 --db hex.db --time 60 --scheduler tcp://host:8786

A census that is stopped goes on where it was: run the same command again. Exit status 0:
done; 1: stopped; 2: it could not be done."""


def main(arguments: list[str] | None = None) -> int:
    """Takes a census as the arguments say; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m sprague.census",
        description="Surveys a family of games into an atlas, here or on the workers of Dask.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("family", help="octal:3, hex:2, subtraction:max=8, ..., or a file of rules")
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="a Dask scheduler, such as tcp://host:8786"
    )
    parser.add_argument(
        "--db", "--atlas", dest="atlas", metavar="FILE", help="the atlas (default: that of the user)"
    )
    parser.add_argument("--limit", type=int, metavar="N", help="at most this many values per game")
    parser.add_argument("--time", type=float, metavar="SECONDS", help="at most this long per game")
    parser.add_argument("--threads", type=int, metavar="N", help="threads, without a scheduler")
    parser.add_argument("--quiet", action="store_true", help="no progress on stderr")
    options = parser.parse_args(arguments)
    bar = not options.quiet and sys.stderr.isatty()

    def progress(done: int, planned: int) -> None:
        if bar:
            print(f"\r{done}/{planned} games", end="", file=sys.stderr, flush=True)

    client = None
    try:
        if options.scheduler:
            try:
                from distributed import Client
            except ImportError:
                raise ValueError("--scheduler needs Dask: pip install distributed") from None
            client = Client(options.scheduler)
        summary = census(
            options.family,
            atlas=options.atlas,
            client=client,
            limit=options.limit,
            time=options.time,
            threads=options.threads,
            progress=progress,
        )
    except KeyboardInterrupt:
        print("\nsprague: stopped; the same command goes on from here", file=sys.stderr)
        return 1
    except (ValueError, OSError, OverflowError) as error:
        print(f"sprague: {error}", file=sys.stderr)
        return 2
    finally:
        if client is not None:
            client.close()
    if bar:
        print(file=sys.stderr)
    print(json.dumps(summary))
    return 0


class _Callable(types.ModuleType):
    """Importing this module must not hide the function ``sprague.census``."""

    def __call__(self, *arguments: Any, **options: Any) -> dict[str, Any]:
        return census(*arguments, **options)


if __name__ == "__main__":
    sys.exit(main())
else:
    sys.modules[__name__].__class__ = _Callable
