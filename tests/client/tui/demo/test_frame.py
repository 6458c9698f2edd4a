"""Frames of the demo."""

from dataclasses import replace

import pytest

from kibitz_client.columns import width_of
from kibitz_client.match.state import MatchState, advance
from kibitz_client.tui.demo.frame import Drawing, Scene, bar_rows, board_rows, facts_text, frame, last_rows, line_label
from kibitz_protocol.to_client import Snapshot
from tests.client.holdem import holdem_snapshot
from tests.client.points import points_snapshot
from tests.client.samples import move, report, snapshot, thinking

SIZES = ((80, 24), (120, 40), (100, 30), (60, 20), (40, 12), (20, 6))
UNICODE = Drawing()
SNAPSHOTS = (snapshot("40"), points_snapshot(), holdem_snapshot(you=None))


def state_of(shown: Snapshot) -> MatchState:
    """Return the state of a snapshot."""
    state = advance(None, shown)
    assert state is not None
    return state


def drawn(scene: Scene, columns: int = 80, rows: int = 24, drawing: Drawing = UNICODE) -> list[str]:
    """Return the rows of a frame as text."""
    return ["".join(text for text, _ in row) for row in frame(scene, columns, rows, drawing)]


SEARCHED = state_of(
    snapshot("40", moves=[move(0, 4, report(win=0.6)), move(1, 0, report(win=0.3, depth=7, line=["a1", "b2"]))])
)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("shown", SNAPSHOTS)
@pytest.mark.parametrize("ascii_only", [False, True])
def test_a_frame_fits_its_terminal(shown: Snapshot, size: tuple[int, int], ascii_only: bool) -> None:
    """A frame has as many rows as the terminal, and leaves its last column free, where terminals wrap."""
    columns, rows = size
    scene = Scene(opening="an opening", remark="a remark that is long " * 5, state=state_of(shown))
    lines = drawn(scene, columns, rows, Drawing(ascii_only=ascii_only))
    assert len(lines) == rows
    assert max(map(width_of, lines)) < columns
    assert not ascii_only or all(line.isascii() for line in lines)


def test_a_frame_before_the_match_has_the_remark() -> None:
    """Until the match is known, the frame says what the demo waits for."""
    lines = drawn(Scene(opening="an opening", remark="starting a private server"))
    assert lines[0] == "Kibitz demo"
    assert lines[-1] == "starting a private server"


def test_a_frame_shows_both_engines_and_one_bar() -> None:
    """A frame has depth, speed and expected line of each engine, and one bar for both sides."""
    lines = drawn(Scene(state=SEARCHED))
    text = "\n".join(lines)
    assert text.count("123k nodes/s") == 2
    assert "depth 9" in text
    assert "depth 7" in text
    assert "expects a1 b2" in text
    (bar,) = [line.split() for line in lines if "█" * 20 in line]
    assert (bar[:2], bar[-2:]) == (["X", "65%"], ["O", "35%"])


def test_rows_keep_their_places_while_a_search_runs() -> None:
    """A longer line or another depth of a running search moves no other row."""
    before = advance(SEARCHED, thinking(2, 0, line=[], depth=1, nodes=5, seconds=0.1))
    after = advance(SEARCHED, thinking(2, 0, line=["c3", "c1", "b1"] * 20, depth=12, selective=40, seconds=0.6))
    assert before is not None
    assert after is not None
    first, second = (drawn(Scene(state=state)) for state in (before, after))
    for word in ("X otter", "O alphabeta", " moves", "win probability"):
        assert [word in line for line in first] == [word in line for line in second], word
        assert any(word in line for line in first)
    assert any("searching 0.1 s" in line for line in first)
    assert any("searching 0.6 s" in line for line in second)
    numbered = [(text, role) for row in board_rows(Scene(state=after), 40, 20, UNICODE) for text, role in row]
    assert [text for text, role in numbered if "expected" in role] == ["1", "3", "2"]
    assert any(line.endswith(" ...") for line in second)


def test_an_engine_that_waits_says_what_it_played() -> None:
    """The last move of an engine stands beside its name, and `to move` before its search reports."""
    lines = drawn(Scene(state=SEARCHED))
    assert any("X otter" in line and line.endswith("to move") for line in lines)
    assert any("O alphabeta" in line and line.endswith("played a3") for line in lines)


def test_hidden_cards_hide_what_engines_think() -> None:
    """With hidden cards the frame says why there are no searches, and shows the chips won."""
    text = " ".join(" ".join(drawn(Scene(state=state_of(holdem_snapshot(you=None))), 120, 40)).split())
    assert "Cards are hidden" in text
    assert "chips won" in text
    assert "depth" not in text


def test_a_narrow_terminal_has_no_engines_beside_the_board() -> None:
    """Where there is no room beside the board, the bar stays."""
    text = "\n".join(drawn(Scene(state=SEARCHED), 40, 20))
    assert "depth" not in text
    assert "X  65%" in text


@pytest.mark.parametrize("win", [0.0, 0.001, 0.5, 0.999, 1.0])
def test_the_bar_is_as_long_for_every_probability(win: float) -> None:
    """Both parts of the bar fill it together."""
    state = state_of(snapshot("4", moves=[move(0, 4, report(win=win))]))
    bar = "".join(text for text, _ in bar_rows(state, 79, Drawing(ascii_only=True))[1])
    assert (len(bar), bar.count("#") + bar.count("-")) == (79, 79 - len("  X   0%  O 100%"))


def test_a_proven_result_is_named() -> None:
    """A search that has proven a win says in how many plies."""
    assert line_label(report(wins_in=5)) == "wins in 5 "
    assert line_label(report(wins_in=-4)) == "loses in 4 "
    assert (line_label(report()), line_label(report(line=[]))) == ("expects ", "")


def test_a_search_that_took_no_time_has_no_speed() -> None:
    """Speed is left out where it is meaningless, and a move from a book names its source."""
    assert facts_text(report(source="book")).startswith("opening book")
    assert facts_text(report(selective=14, seconds=0.0)) == "depth 9/14"


@pytest.mark.parametrize("rows", [17, 30])
@pytest.mark.parametrize("shown", SNAPSHOTS)
def test_the_last_picture_fits_above_the_summary(shown: Snapshot, rows: int) -> None:
    """The picture that stays has its board, and title and bar where it keeps most of its size."""
    state = state_of(shown)
    found = last_rows(Scene(state=state), 80, rows, UNICODE)
    lines = ["".join(text for text, _ in row) for row in found]
    assert len(lines) <= rows
    whole = lines[0].startswith(f"Kibitz demo  {state.game.title}")
    assert whole == any("win probability" in line or "chips won" in line for line in lines[-2:])
    # Chips and cards of a low terminal, and points, would lose most of their size.
    assert whole or rows == 17


def test_the_last_picture_expects_nothing() -> None:
    """The numbers of an expected line are gone when the match is."""
    state = advance(SEARCHED, thinking(2, 0, line=["c3", "c1", "b1"]))
    shown = [role for row in last_rows(Scene(state=state), 80, 20, UNICODE) for _, role in row]
    assert not any("expected" in role for role in shown)


@pytest.mark.parametrize(("width", "has_room"), [(50, False), (60, True), (79, True)])
def test_the_course_of_a_long_match_leaves_its_title_whole(width: int, has_room: bool) -> None:
    """What the bar is about is never cut for the course of the match; the last moves are shown."""
    long = replace(SEARCHED, moves=[*SEARCHED.moves] * 60)
    title, _ = ("".join(text for text, _ in row) for row in bar_rows(long, width, UNICODE))
    assert "average of both engines" in title
    assert ("X so far" in title) == has_room
    assert width_of(title) <= width
