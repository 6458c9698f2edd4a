"""Where the demo is shown."""

import pytest

from kibitz_client.tui.demo.games import Choice, choose
from kibitz_client.tui.demo.screen import CLOSE, OPEN
from kibitz_client.tui.demo.stage import STOP, Lines, Picture, stage_for
from kibitz_protocol.to_client import Finished, Moved
from kibitz_protocol.values.matches import Result
from tests.client.fakes import Recorded
from tests.client.samples import event, move, position, report, snapshot, thinking

CHOICE: Choice = choose("tictactoe", 7)


def picture(recorded: Recorded, size: tuple[int, int] = (80, 24)) -> Picture:
    """Return a picture without colours."""
    return Picture(recorded.output, CHOICE, ascii_only=False, clock=lambda: 0.0, size=lambda: size)


def test_a_terminal_gets_a_picture_and_all_else_lines() -> None:
    """A picture needs a terminal that a program may redraw, and no request for lines or JSON."""
    assert isinstance(stage_for(Recorded(tty=True).output, CHOICE, ascii_only=False), Picture)
    for recorded in (Recorded(), Recorded(tty=True, plain=True), Recorded(tty=True, json=True)):
        assert isinstance(stage_for(recorded.output, CHOICE, ascii_only=False), Lines)


def test_a_picture_follows_the_match() -> None:
    """A picture shows remarks, then the match with its searches, and leaves the last position on the first screen."""
    recorded = Recorded(tty=True)
    stage = picture(recorded)
    stage.open()
    stage.tell("starting a private server")
    assert "starting a private server" in recorded.out
    stage.receive(snapshot("40"))
    stage.tell("")
    assert STOP in recorded.out
    assert "--seed 7" in recorded.out
    stage.receive(thinking(2, 0, nodes=777))
    assert "777 nodes/s" in recorded.out
    stage.close()
    shown, closed, last = recorded.out.partition(CLOSE)
    assert shown.startswith(OPEN)
    assert closed
    assert "Tic-tac-toe" in last
    assert "win probability" in last
    assert last.count("\n") <= 24 - 6
    assert "\x1b[2026" not in last


def test_a_picture_is_closed_once() -> None:
    """After an error or Ctrl-C a stage is closed twice, and leaves one picture."""
    recorded = Recorded(tty=True)
    stage = picture(recorded)
    stage.open()
    stage.receive(snapshot("40"))
    stage.close()
    before = recorded.out
    stage.close()
    assert recorded.out == before


def test_a_picture_without_a_match_leaves_nothing() -> None:
    """If the server does not start, nothing but the error stays on the terminal."""
    recorded = Recorded(tty=True)
    stage = picture(recorded)
    stage.open()
    stage.close()
    assert recorded.out.endswith(CLOSE)


def test_the_clock_begins_with_the_match() -> None:
    """The time in a frame begins when the match does, and not while engines are compiled."""
    recorded, now = Recorded(tty=True), [0.0]
    stage = Picture(recorded.output, CHOICE, ascii_only=False, clock=lambda: now[0], size=lambda: (80, 24))
    stage.open()
    stage.receive(snapshot(phase="open"))
    now[0] = 30.0
    stage.receive(None)
    assert "0:30" not in recorded.out
    stage.receive(snapshot())
    now[0] = 44.0
    stage.receive(None)
    assert "0:14" in recorded.out


def test_lines_tell_moves_and_each_remark_once() -> None:
    """Elsewhere a move is a line with its search, and a remark that only counts seconds is not repeated."""
    recorded = Recorded()
    stage = Lines(recorded.output)
    stage.open()
    stage.tell("compiling: 1 s")
    stage.tell("compiling: 2 s", again=True)
    assert recorded.err == "compiling: 1 s\n"
    stage.receive(snapshot("40"))
    stage.receive(None)
    stage.receive(event(6, Moved(move=move(2, 8, report(win=0.55))), position("408")))
    (line,) = [line for line in recorded.out.splitlines() if "plays c1" in line]
    assert "win 55%" in line
    assert "\x1b" not in recorded.out


@pytest.mark.parametrize(("plain", "boards"), [(False, 2), (True, 0)])
def test_lines_end_with_a_board(plain: bool, boards: int) -> None:
    """A match that was stopped ends with its board, like one that is over; a plain output has no boards."""
    recorded = Recorded(plain=plain)
    stage = Lines(recorded.output)
    stage.receive(snapshot("40"))
    stage.close()
    stage.close()
    assert recorded.out.count("  a  b  c") == boards


def test_lines_show_the_board_of_a_result_once() -> None:
    """The board of a match that is over is not repeated."""
    recorded = Recorded()
    stage = Lines(recorded.output)
    stage.receive(snapshot("40"))
    stage.receive(event(6, Finished(result=Result(winner=0, reason="line")), position("40"), phase="finished"))
    stage.close()
    assert recorded.out.count("  a  b  c") == 2
