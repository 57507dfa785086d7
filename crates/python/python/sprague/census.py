"""``python -m sprague.census FAMILY [--scheduler ADDRESS]``: a census from the shell."""

from __future__ import annotations

import argparse
import json
import sys
import types
from typing import Any

from ._census import census


def main(arguments: list[str] | None = None) -> int:
    """Takes a census as the arguments say; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m sprague.census", description=__doc__)
    parser.add_argument("family", help="octal:3, hex:2, subtraction:max=8, ..., or a file of rules")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler, such as tcp://host:8786")
    parser.add_argument("--atlas", metavar="FILE", help="the atlas (default: that of the user)")
    parser.add_argument("--limit", type=int, metavar="N", help="at most this many values per game")
    parser.add_argument("--time", type=float, metavar="SECONDS", help="at most this long per game")
    parser.add_argument("--quiet", action="store_true", help="no progress on stderr")
    options = parser.parse_args(arguments)

    def progress(done: int, planned: int) -> None:
        if not options.quiet and sys.stderr.isatty():
            print(f"\r{done}/{planned} games", end="", file=sys.stderr, flush=True)

    client = None
    if options.scheduler:
        from distributed import Client

        client = Client(options.scheduler)
    try:
        summary = census(
            options.family,
            atlas=options.atlas,
            client=client,
            limit=options.limit,
            time=options.time,
            progress=progress,
        )
    except (ValueError, OSError) as error:
        print(f"sprague: {error}", file=sys.stderr)
        return 2
    finally:
        if client is not None:
            client.close()
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
