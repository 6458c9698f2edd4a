"""Commands of the Universal Chess Interface (Huber and Meyer-Kahlen, 2000), read from lines of text.

A line with an unknown first word is not a command. Unknown words elsewhere are left out, as the interface asks for.
"""

from typing import Literal, NamedTuple

MAX_LINE = 1 << 20
"""Longest line, in characters."""
MOST = 2**53
"""Largest number of a command; a larger one counts as this."""


class BadCommand(ValueError):
    """Command that cannot be carried out; the message is a sentence for the log of a runner."""


class BareCommand(NamedTuple):
    """Command without arguments."""

    name: Literal["uci", "isready", "ucinewgame", "stop", "ponderhit", "quit"]


class SetOption(NamedTuple):
    """Value of an option; empty for a button."""

    name: str
    value: str


class SetPosition(NamedTuple):
    """Position to search: the text of a first position, None for that of the game, and the moves after it."""

    start: str | None
    moves: tuple[str, ...]


class Go(NamedTuple):
    """Start of a search. Times are in milliseconds by seat; a missing bound is None."""

    time_ms: tuple[int | None, int | None] = (None, None)
    increment_ms: tuple[int, int] = (0, 0)
    moves_to_go: int | None = None
    move_time_ms: int | None = None
    depth: int | None = None
    nodes: int | None = None
    infinite: bool = False
    ponder: bool = False
    only: tuple[str, ...] = ()


Command = BareCommand | SetOption | SetPosition | Go
PLAIN = ("uci", "isready", "ucinewgame", "stop", "ponderhit", "quit")
NUMBERS = ("wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes", "mate")
GO_WORDS = (*NUMBERS, "infinite", "ponder", "searchmoves")


def read_command(line: str) -> Command | None:
    """Return the command on a line; None if there is none that the engine knows.

    Raises:
        BadCommand: The command lacks a part, or the line is too long.
    """
    if len(line) > MAX_LINE:
        raise BadCommand(f"a line has more than {MAX_LINE} characters")
    words = line.split()
    # A runner may write other words before a command, which the interface asks engines to skip.
    while words and words[0] not in (*PLAIN, "setoption", "position", "go"):
        words = words[1:]
    match words:
        case ["setoption", *rest]:
            return _option(rest)
        case ["position", *rest]:
            return _position(rest)
        case ["go", *rest]:
            return _go(rest)
        case [("uci" | "isready" | "ucinewgame" | "stop" | "ponderhit" | "quit") as name, *_]:
            return BareCommand(name)
    return None


def _option(words: list[str]) -> SetOption:
    if words[:1] != ["name"]:
        raise BadCommand("setoption needs a name: setoption name Level value 7")
    split = words.index("value") if "value" in words else len(words)
    return SetOption(" ".join(words[1:split]), " ".join(words[split + 1 :]))


def _position(words: list[str]) -> SetPosition:
    split = words.index("moves") if "moves" in words else len(words)
    moves = tuple(words[split + 1 :])
    match words[:split]:
        case ["startpos", *_]:
            return SetPosition(None, moves)
        case ["fen", *text] if text:
            return SetPosition(" ".join(text), moves)
    raise BadCommand("position needs startpos or fen: position startpos moves e2e4")


def _go(words: list[str]) -> Go:
    found: dict[str, int] = {}
    only: list[str] = []
    word = ""
    for each in words:
        if each in GO_WORDS:
            word = each
            found.setdefault(word, 0)
        elif word == "searchmoves":
            only.append(each)
        elif word in NUMBERS:
            found[word] = _number(word, each)
            word = ""
    given = found.get
    depth = given("depth")
    if (mate := given("mate")) is not None:
        # A mate in n moves is found within 2n - 1 plies.
        depth = min(depth or MOST, max(1, 2 * mate - 1))
    bounded = any(name in found for name in NUMBERS if name not in ("winc", "binc", "movestogo"))
    return Go(
        time_ms=(given("wtime"), given("btime")),
        increment_ms=(max(0, given("winc", 0)), max(0, given("binc", 0))),
        moves_to_go=given("movestogo"),
        move_time_ms=given("movetime"),
        depth=depth,
        nodes=given("nodes"),
        infinite="infinite" in found or not bounded,
        ponder="ponder" in found,
        only=tuple(only),
    )


def _number(name: str, text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()):
        raise BadCommand(f"{name} needs a whole number, not {text[:20]!r}")
    value = int(digits) if len(digits) < len(str(MOST)) else MOST
    return -value if text.startswith("-") else value
