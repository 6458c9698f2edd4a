"""Child process that pairs a round of a Swiss tournament by gacrux.

The tournament comes on the standard input as a report in FIDE's format, and the answer goes to the standard output as
JSON. The server never imports gacrux, which loads networkx.
"""

import contextlib
import os
import sys

NICENESS = 10
"""After the server and before its searches, which could starve it while the players of a round wait."""
MOST_CPU_S = 30
"""Processor time after which the system ends the process, if the server is no longer there to do it."""


def main() -> int:
    """Pair a round. The command line has the number of the round."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)
    with contextlib.suppress(OSError, ImportError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))
    sys.argv = [sys.argv[0], "--pairing", "--current-round", str(int(sys.argv[1])), "--encoding", "utf-8"]

    from gacrux.pairingchecker import pairingchecker

    return int(pairingchecker().common_main())


if __name__ == "__main__":
    sys.exit(main())
