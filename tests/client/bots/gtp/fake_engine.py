"""A program for tests that speaks GTP: it plays the first empty point from A1 on, and writes what it reads to a file.

The file is its first argument, the second one has faults and habits, joined by commas:

`crash` ends at the first move that it is asked for, `once` only for the first time in the file, `other` does not speak
GTP, `old` speaks version 1, `mute` never moves, `resign` resigns, `passes` passes always, `taken` moves to A1,
`words` moves to no point, `long` gives an endless answer; `plain` leaves numbers out and writes in lower case with
carriage returns, `noise` writes other lines too, `short` has no command but the required ones and no list of them,
`chatty` writes other words and lines in its answers, `close` writes
no blanks and no empty lines, `late` writes answers after the right one, `banner` begins with lines of its own,
`strict` refuses two stones of one side after the other, `ko` refuses D4, `nine` has boards of size 9 only, `cleanup`
has `kgs-genmove_cleanup`, `status` knows dead stones, `nokomi` refuses every komi.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

LOG = Path(sys.argv[1])
HABITS = set(sys.argv[2].split(",")) if len(sys.argv) > 2 else set()
COLUMNS = "ABCDEFGHJKLMNOPQRST"
OPTIONAL = [
    "undo",
    "set_free_handicap",
    "time_settings",
    "time_left",
    *(["kgs-genmove_cleanup"] * ("cleanup" in HABITS)),
    *(["final_status_list"] * ("status" in HABITS)),
]
REQUIRED = (
    "protocol_version name version known_command list_commands boardsize clear_board komi play genmove quit".split()
)


class Refused(Exception):
    """A command fails."""


class Program:
    """A board without rules: the stones in the order in which they were played."""

    def __init__(self) -> None:
        self.size = 19
        self.plays: list[tuple[str, str]] = []

    def answer(self, command: str, args: Sequence[str]) -> str:
        """Return the answer to a command."""
        if command not in REQUIRED + ([] if "short" in HABITS else OPTIONAL):
            raise Refused("unknown command")
        match command:
            case "protocol_version":
                return "1" if "old" in HABITS else "2"
            case "name":
                return "Fake Go"
            case "version":
                return "0.1"
            case "known_command":
                return "true" if args[0] in REQUIRED else "false"
            case "list_commands":
                if "short" in HABITS:
                    raise Refused("")
                return "\n".join(REQUIRED + OPTIONAL)
            case "time_settings" | "time_left":
                list(map(int, args[-2:]))
                return ""
            case "final_status_list":
                return "A3 c3\nE5"
            case "genmove":
                return self.move(args[0])
            case "kgs-genmove_cleanup":
                self.play(args[0], move := self.first_empty())
                return move
        self.change(command, args)
        return ""

    def change(self, command: str, args: Sequence[str]) -> None:
        """Carry out a command without an answer."""
        match command:
            case "boardsize":
                if int(args[0]) > 19 or ("nine" in HABITS and args[0] != "9"):
                    raise Refused("unacceptable size")
                self.size = int(args[0])
            case "clear_board":
                self.plays = []
            case "komi":
                if "nokomi" in HABITS:
                    raise Refused("bad komi")
                float(args[0])
            case "play":
                self.play(args[0], args[1])
            case "undo" if not self.plays:
                raise Refused("cannot undo")
            case "undo":
                self.plays.pop()
            case "set_free_handicap" if self.plays:
                raise Refused("board not empty")
            case "set_free_handicap":
                self.plays = [("black", vertex) for vertex in args]

    def play(self, color: str, vertex: str) -> None:
        """Put a stone on an empty point."""
        twice = bool(self.plays) and self.plays[-1][0] == color
        taken = vertex != "pass" and vertex in {vertex for _color, vertex in self.plays}
        if taken or ("strict" in HABITS and twice) or ("ko" in HABITS and vertex == "D4"):
            raise Refused("illegal move")
        self.plays.append((color, vertex))

    def move(self, color: str) -> str:
        """Return a move, or what the habits want."""
        if "crash" in HABITS or ("once" in HABITS and LOG.read_text().count("genmove") == 1):
            print("no weights", file=sys.stderr, flush=True)
            raise SystemExit(42)
        if "mute" in HABITS:
            sys.stdin.read()
        if "long" in HABITS:
            return "D4\n" * 5000
        for habit, answer in (("resign", "resign"), ("words", "I do not know"), ("taken", "A1")):
            if habit in HABITS:
                return answer
        self.play(color, move := "pass" if "passes" in HABITS else self.first_empty())
        return move

    def first_empty(self) -> str:
        """Return the first empty point, or a pass."""
        taken = {vertex for _color, vertex in self.plays}
        points = (f"{column}{row}" for row in range(1, self.size + 1) for column in COLUMNS[: self.size])
        return next((point for point in points if point not in taken), "pass")


def write(success: bool, number: str, text: str) -> None:
    """Write an answer."""
    end = "\n"
    if "plain" in HABITS:
        number, text, end = "", text.lower(), "\r\n"
    if "noise" in HABITS:
        print("=== thinking ===", "", f"={int(number) + 1000} Z9", "Z8", "", sep="\n")
        print("a warning", file=sys.stderr, flush=True)
    sign = "=" if success else "?"
    if "chatty" in HABITS and success:
        text = f"{text}, I think\t# 54 %\n# a comment\nD4 is worse" if text.istitle() and len(text) < 4 else text
        text = text.replace("2", "2 (GTP)") if text == "2" else text
    if "close" in HABITS:
        print(f"{sign}{number}{text.lower()}", flush=True)
        return
    print(f"{sign}{number} {text}", end=end + end)
    if "late" in HABITS:
        print(f"={int(number) - 1} Z9\n\n= Z8\n\n? no\n\n", end="")
    sys.stdout.flush()


def main() -> None:
    """Answer commands until quit."""
    program = Program()
    if "banner" in HABITS:
        print("=== Fake Go ===\n== ready ==\n\n", flush=True)
    for line in sys.stdin:
        words = line.split()
        number, command, *args = words if words[0].isdecimal() else ["", *words]
        with LOG.open("a") as log:
            log.write(f"{' '.join([command, *args])}\n")
        if "other" in HABITS:
            raise SystemExit(3)
        if command == "quit":
            return
        try:
            write(True, number, program.answer(command, args))
        except Refused as refused:
            write(False, number, str(refused))


if __name__ == "__main__":
    main()
