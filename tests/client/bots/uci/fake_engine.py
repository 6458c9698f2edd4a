"""A UCI engine for tests: it plays king run straight ahead, and writes what it reads to a file, its first argument.

The second argument is a fault: `crash`, `deaf` (ignores stop), `none` (has no move), `other` (no UCI program), `slow`
(moves after stop only), `once` (crashes at the first search of its life, with the file as its memory), `twice` (answers
each search again), `early` (answers before it is asked). `960` is not a fault: the engine plays Chess960.
"""

import sys
from pathlib import Path

LOG = Path(sys.argv[1])
FAULT = sys.argv[2] if len(sys.argv) > 2 else ""
SIZE = 8


def best_move(words: list[str]) -> str:
    """Return a step forward of the side to move, or aside where the other king is in the way."""
    kings, turn = ["e1", "e8"], 0
    if words[0] == "fen":
        for number, row in enumerate(words[1].split("/")):
            cells = "".join("-" * int(c) if c.isdecimal() else c for c in row)
            for king, symbol in enumerate("Kk"):
                if symbol in cells:
                    kings[king] = "abcdefgh"[cells.index(symbol)] + str(SIZE - number)
        turn = "wb".index(words[2])
    for move in words[words.index("moves") + 1 :] if "moves" in words else []:
        kings[turn], turn = move[2:4], 1 - turn
    file, rank = kings[turn][0], kings[turn][1]
    ahead = file + str(int(rank) + (1 if turn == 0 else -1))
    aside = "abcdefgh"[("abcdefgh".index(file) + 1) % SIZE] + rank
    return kings[turn] + (aside if ahead == kings[1 - turn] else ahead)


def say(*lines: str) -> None:
    """Write lines at once, in one piece."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def main() -> None:
    """Answer commands until quit."""
    position, searches = ["startpos"], 0
    for line in sys.stdin:
        before = LOG.read_text() if LOG.exists() else ""
        with LOG.open("a") as log:
            log.write(line)
        words = line.split()
        match words[0] if words else "":
            case "uci" if FAULT == "other":
                say("unknown command")
                raise SystemExit(3)
            case "uci":
                say("id name Fake King 1.0", "id author tests")
                say(
                    "option name Hash type spin default 16 min 1 max 1024",
                    "option name Clear Hash type button",
                    *(["option name UCI_Chess960 type check default false"] if FAULT == "960" else []),
                    "uciok",
                )
            case "isready":
                say("readyok", *(["bestmove a1a1"] if FAULT == "early" else []))
            case "position":
                position = words[1:]
            case "go":
                if FAULT == "crash" or (FAULT == "once" and "go" not in before.split()):
                    print("bad evaluation file", file=sys.stderr, flush=True)
                    raise SystemExit(42)
                say("info depth 1 score cp 34 nodes 8 pv e1e2 e8e7", "info string hello", "info depth 2 currmove e1e2")
                say("info depth 2 seldepth 3 score mate -3 nodes 90 pv e1e2", "info depth 2 score cp 1 pv e1e2")
                if FAULT == "none":
                    say("bestmove (none)")
                elif FAULT not in ("slow", "deaf"):
                    say(*(2 if FAULT == "twice" else 1) * [f"bestmove {best_move(position)} ponder e8e7"])
                else:
                    searches += 1
            case "stop" if FAULT == "slow":
                for number in reversed(range(searches)):
                    say("bestmove a1a1" if number else f"bestmove {best_move(position)}")
                searches = 0
            case "quit":
                return


if __name__ == "__main__":
    main()
