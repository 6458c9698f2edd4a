"""Lines of a runner as commands of the interface."""

import pytest

from kibitz_server.programs.uci.commands import (
    MAX_LINE,
    MOST,
    BadCommand,
    BareCommand,
    Command,
    Go,
    SetOption,
    SetPosition,
    read_command,
)

READ: dict[str, Command | None] = {
    "uci": BareCommand("uci"),
    "  isready \r\n": BareCommand("isready"),
    "joho isready": BareCommand("isready"),
    "quit now": BareCommand("quit"),
    "": None,
    "register later": None,
    "debug on": None,
    "setoption name UCI_Chess960 value true": SetOption("UCI_Chess960", "true"),
    "setoption name Clear Hash": SetOption("Clear Hash", ""),
    "setoption name Book File value my book.bin": SetOption("Book File", "my book.bin"),
    "position startpos": SetPosition(None, ()),
    "position startpos moves e2e4  e7e5": SetPosition(None, ("e2e4", "e7e5")),
    "position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1 moves a1a2": SetPosition("8/8/8/8/8/8/8/K1k5 w - - 0 1", ("a1a2",)),
    "go": Go(infinite=True),
    "go infinite": Go(infinite=True),
    "go depth 6": Go(depth=6),
    "go nodes 5000 movetime 100": Go(nodes=5000, move_time_ms=100),
    "go wtime 60000 btime -5 winc 100 binc 200 movestogo 12": Go((60_000, -5), (100, 200), 12),
    "go mate 3": Go(depth=5),
    "go searchmoves e2e4 d2d4 depth 3": Go(depth=3, only=("e2e4", "d2d4")),
    "go ponder wtime 1000 btime 2000": Go((1000, 2000), ponder=True),
    "go depth 99999999999999999999999": Go(depth=MOST),
}


@pytest.mark.parametrize("line", READ)
def test_a_line_is_read(line: str) -> None:
    """Words before a command and unknown words are left out."""
    assert read_command(line) == READ[line]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("setoption Hash 16", "setoption needs a name"),
        ("position", "position needs startpos or fen"),
        ("position fen moves e2e4", "position needs startpos or fen"),
        ("go depth five", "depth needs a whole number, not 'five'"),
        ("go wtime 10.5", "wtime needs a whole number"),
        ("go nodes --7", "nodes needs a whole number"),
        ("go " + "x" * MAX_LINE, "a line has more than"),
    ],
)
def test_a_bad_line_has_a_reason(line: str, sentence: str) -> None:
    """The reason says what is missing."""
    with pytest.raises(BadCommand, match=sentence):
        read_command(line)
