"""The picture of the demo."""

from kibitz_client.tui.demo.games import choose
from kibitz_client.tui.demo.picture import STOP, DemoFrame
from kibitz_client.tui.demo.screen import CLOSE, OPEN
from tests.client.samples import snapshot, thinking
from tests.fakes.client import Recorded

CHOICE = choose("tictactoe", 7)


def picture(recorded: Recorded, size: tuple[int, int] = (80, 24)) -> DemoFrame:
    """Return a picture without colours."""
    return DemoFrame(recorded.output, CHOICE, ascii_only=False, clock=lambda: 0.0, size=lambda: size)


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
    stage = DemoFrame(recorded.output, CHOICE, ascii_only=False, clock=lambda: now[0], size=lambda: (80, 24))
    stage.open()
    stage.receive(snapshot(phase="open"))
    now[0] = 30.0
    stage.receive(None)
    assert "0:30" not in recorded.out
    stage.receive(snapshot())
    now[0] = 44.0
    stage.receive(None)
    assert "0:14" in recorded.out
