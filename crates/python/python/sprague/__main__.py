"""``python -m sprague``, and the program ``sprague`` of this package: the same as from Rust."""

from __future__ import annotations

import signal
import sys

from ._sprague import program


def main() -> int:
    """Runs the program with the arguments of this process; returns its exit status."""
    # Ctrl-C ends the program, or what it computes, as it does without Python around it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return program(["sprague", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
