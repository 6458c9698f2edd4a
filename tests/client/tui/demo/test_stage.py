"""Where the demo is shown: in lines, or in a picture."""

import pytest

from kibitz_client.tui.demo.games import choose
from kibitz_client.tui.demo.picture import DemoFrame
from kibitz_client.tui.demo.stage import Lines, stage_for
from kibitz_protocol.to_client import Finished, Moved
from kibitz_protocol.values.matches import Result
from tests.client.samples import event, move, position, report, snapshot
from tests.fakes.client import Recorded

CHOICE = choose("tictactoe", 7)


def test_a_terminal_gets_a_picture_and_all_else_lines() -> None:
    """A picture needs a terminal that a program may redraw, and no request for lines or JSON."""
    assert isinstance(stage_for(Recorded(tty=True).output, CHOICE, ascii_only=False), DemoFrame)
    for recorded in (Recorded(), Recorded(tty=True, plain=True), Recorded(tty=True, json=True)):
        assert isinstance(stage_for(recorded.output, CHOICE, ascii_only=False), Lines)


def test_lines_tell_moves_and_each_remark_once() -> None:
    """Elsewhere a move is a line with its search, and a remark that only counts seconds is not repeated."""
    recorded = Recorded()
    stage = Lines(recorded.output, CHOICE)
    stage.open()
    stage.tell("compiling: 1 s")
    stage.tell("compiling: 2 s", again=True)
    assert recorded.err == "compiling: 1 s\n"
    stage.receive(snapshot("40"))
    stage.receive(None)
    stage.receive(event(6, Moved(move=move(2, 8, report(win=0.55))), position("408")))
    (line,) = [line for line in recorded.out.splitlines() if "plays c1" in line]
    assert "win 55%" in line
    assert f"from a balanced opening: {' '.join(CHOICE.opening.moves)}\n" in recorded.out
    assert "\x1b" not in recorded.out


@pytest.mark.parametrize(("plain", "boards"), [(False, 2), (True, 0)])
def test_lines_end_with_a_board(plain: bool, boards: int) -> None:
    """A match that was stopped ends with its board, like one that is over; a plain output has no boards."""
    recorded = Recorded(plain=plain)
    stage = Lines(recorded.output, CHOICE)
    stage.receive(snapshot("40"))
    stage.close()
    stage.close()
    assert recorded.out.count("   a b c") == boards


def test_lines_show_the_board_of_a_result_once() -> None:
    """The board of a match that is over is not repeated."""
    recorded = Recorded()
    stage = Lines(recorded.output, CHOICE)
    stage.receive(snapshot("40"))
    stage.receive(event(6, Finished(result=Result(winner=0, reason="line")), position("40"), phase="finished"))
    stage.close()
    assert recorded.out.count("   a b c") == 2
