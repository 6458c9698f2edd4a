"""View of a watched match."""

from kibitz_client.terminal.viewer import Viewer
from kibitz_protocol.to_client import Finished, Moved, Notice, Said
from kibitz_protocol.values.clocks import Fischer
from kibitz_protocol.values.matches import OfferView, Result
from tests.client.dice import played
from tests.client.samples import MATCH, event, move, position, report, snapshot
from tests.fakes.client import Recorded


async def test_the_clock_of_a_picture_runs() -> None:
    """The clock of the side to move runs from the position's arrival, and chat does not reset it."""
    recorded = Recorded(tty=True)
    viewer = Viewer(recorded.output)
    viewer.draw()
    assert recorded.out == ""
    viewer.receive(snapshot(clock=Fischer(base_s=60), state=position(remaining_ms=[60_000, 60_000])))
    viewer.receive(Said(match=MATCH, room="watchers", name="mia", text="why?", at=0.0))
    viewer.draw()
    assert "mia: why?" in recorded.out
    assert "X otter" in recorded.out


async def test_the_picture_has_the_offers_that_stand() -> None:
    """The picture shows that a match is paused, and the open offers."""
    recorded = Recorded(tty=True)
    viewer = Viewer(recorded.output)
    viewer.receive(snapshot(phase="paused", offers=[OfferView(seat=0, offer="resume")]))
    viewer.draw()
    assert "the match is paused" in recorded.out
    assert "X otter asks to continue" in recorded.out


def test_the_last_board_alone() -> None:
    """With `every_board` off, only the first and the last board are shown."""
    recorded = Recorded()
    viewer = Viewer(recorded.output, every_board=False)
    viewer.receive(snapshot())
    viewer.receive(event(4, Moved(move=move(0, 4, report())), position("4")))
    over = Finished(result=Result(winner=0, reason="line"))
    viewer.receive(event(5, over, position("4", to_move=None), "finished"))
    assert recorded.out.count("   a b c") == 2
    assert recorded.out.endswith("1  . . .\nX (otter) wins: a line.\n")


def test_a_board_follows_the_last_draw() -> None:
    """After a move that a draw follows, the board is printed once, with the draw."""
    recorded = Recorded()
    viewer = Viewer(recorded.output)
    for message in played()[5:8]:
        viewer.receive(message)
    assert recorded.out == ""
    for message in played():
        viewer.receive(message)
    lines = recorded.out.splitlines()
    at = lines.index("1. X otter plays b2  1.5 s")
    assert lines[at + 1 : at + 4] == ["O rolls 1 and cannot move", "chance: 6", "   a b c"]


def test_the_clock_of_a_picture_stands_still_while_nothing_can_be_saved() -> None:
    """A halt notice stops the clock of the picture."""
    now, recorded = [0.0], Recorded(tty=True)
    viewer = Viewer(recorded.output, clock=lambda: now[0])

    def seen_at(seconds: float) -> str:
        now[0] = seconds
        before = len(recorded.out)
        viewer.draw()
        return recorded.out[before:]

    viewer.receive(snapshot("40", clock=Fischer(base_s=60), state=position("40", remaining_ms=[60_000, 60_000])))
    assert "00:40" in seen_at(20)
    viewer.receive(Notice(text="cannot save", halted=True))
    assert "00:20" not in seen_at(40)
    viewer.receive(Notice(text="saved again", halted=False))
    assert "00:30" in seen_at(50)
