"""Matches in a text format like PGN."""

from kibitz_client.match.state import MatchState, advance
from kibitz_client.text.pgn import match_text, move_comment, pgn_text, result_token
from kibitz_protocol.to_client import Moved, Snapshot
from kibitz_protocol.values.matches import MoveView, Result
from tests.client.samples import OTTER, event, move, position, report, snapshot


def state_of(made: Snapshot) -> MatchState:
    """Return the state after a snapshot."""
    state = advance(None, made)
    assert state is not None
    return state


def test_tags_and_moves() -> None:
    """The tags have players, date and result, and the moves are in pairs."""
    made = snapshot(
        "40862",
        phase="finished",
        result=Result(winner=0, reason="line"),
        seats=[
            OTTER.model_copy(update={"account": True}),
            OTTER.model_copy(update={"seat": 1, "name": 'the "great" owl'}),
        ],
        start="---/---/--- X",
        opening=["b1"],
    )
    text = match_text(made, state_of(made), 1_795_197_684.0)
    assert text.splitlines() == [
        '[Game "tictactoe"]',
        '[Site "Kibitz K7QX"]',
        '[Date "2026.11.20"]',
        '[X "otter"]',
        '[O "the \\"great\\" owl"]',
        '[Result "1-0"]',
        '[Columns "3"]',
        '[Start "---/---/--- X"]',
        '[Opening "b1"]',
        '[Termination "line"]',
        "",
        "1. b2 a3 2. c1 a1 3. c3 1-0",
    ]


def test_a_running_match() -> None:
    """Before the start, a match has no date and no result."""
    made = snapshot("4")
    text = match_text(made, state_of(made), None)
    assert '[Date "????.??.??"]' in text
    assert text.endswith("1. b2 *\n")


def test_moves_that_do_not_alternate() -> None:
    """A second move in a row, or a first move of the second seat, has dots."""
    seats = (1, 0, 0, 1, 1)
    moves = [MoveView(ply=ply, seat=seat, move=f"m{ply}", elapsed_ms=0, search=None) for ply, seat in enumerate(seats)]
    made = snapshot("40862", moves=moves)
    assert match_text(made, state_of(made), None).splitlines()[-1] == "1... m0 2. m1 3. m2 m3 4... m4 *"


def test_results() -> None:
    """A draw and an aborted match have different tokens."""
    drawn = snapshot("4", phase="finished", result=Result(winner=None, reason="full board"))
    aborted = snapshot("4", phase="aborted", result=Result(winner=None, reason="withdrawn"))
    assert (result_token(state_of(drawn)), result_token(state_of(aborted))) == ("1/2-1/2", "*")


def test_comments_have_score_clock_and_time() -> None:
    """Scores are from the first side's view, and a proven win has the moves of the winner until then."""
    black = move(1, 0, report(score=35))
    assert move_comment(black, 298_100) == "{[%eval -0.35] [%clk 0:04:58.1] [%emt 0:00:01.5]}"
    assert move_comment(move(0, 4, report(wins_in=5)), None) == "{[%eval #3] [%emt 0:00:01.5]}"
    assert move_comment(move(0, 4, report(wins_in=-4)), None) == "{[%eval #-2] [%emt 0:00:01.5]}"
    assert move_comment(move(0, 4, report(source="random")), None) == "{[%emt 0:00:01.5]}"


def test_clocks_come_from_the_events() -> None:
    """The clock of a move is the time that its player has left after it."""
    played = event(4, Moved(move=move(0, 4)), position("4", remaining_ms=[58_500, 60_000]))
    text = pgn_text([snapshot(), played], comments=True)
    assert text.endswith("1. b2 {[%clk 0:00:58.5] [%emt 0:00:01.5]} *\n")
    assert "%clk" not in pgn_text([snapshot(), played])
