"""Views of a match as lines of text."""

from dataclasses import replace
from typing import Any

import pytest

from kibitz_client.match.state import MatchState, advance
from kibitz_client.text.events import message_lines
from kibitz_client.text.match_view import (
    actions_line,
    claim_line,
    legal_line,
    legal_lines,
    match_board,
    move_line,
    move_question,
    pass_line,
    player_lines,
    result_line,
    thinking_lines,
    title_line,
    view_lines,
    viewer,
)
from kibitz_client.text.style import Style
from kibitz_protocol.values.boards import Heaps
from kibitz_protocol.values.clocks import Fischer
from kibitz_protocol.values.facts import Finished, Started
from kibitz_protocol.values.games import OptionInfo
from kibitz_protocol.values.matches import MoveView, RatingChange, Result
from kibitz_protocol.values.seats import Away, SeatView
from kibitz_protocol.values.state import State
from tests.client.points import points_snapshot
from tests.client.samples import GAME, GRID, OTTER, event, move, position, report, snapshot, thinking, together

PLAIN = Style()
ZOE = SeatView(seat=1, kind="human", name="zoe")

HEAPS = Heaps(cell_labels=["1", "2"], unit="object", most=3)
HEAP_MOVES = State.model_validate(
    {**position().model_dump(), "legal": ["1-1", "2-1", "2-2"], "paths": [[0], [1], [1]], "rows": [], "counts": [1, 2]}
)


def match(moves: str = "", **changes: object) -> MatchState:
    state = advance(None, snapshot(moves, **changes))
    assert state is not None
    return state


def test_players_clocks_and_turn() -> None:
    """Each seat has a line, and the clock of the side to move runs."""
    state = match("4", clock=Fischer(base_s=300), state=position("4", remaining_ms=[298_700, 300_000]), you=0)
    assert player_lines(state, PLAIN, elapsed_ms=2000) == [
        "X otter (you)                         04:58",
        "O engine alphabeta:depth=9            04:58 <",
    ]


def test_the_title_shows_changed_options() -> None:
    """The title shows options that differ from the defaults."""
    state = match("4", options={"columns": 5}, clock=Fischer(base_s=300, increment_s=3), watchers=2)
    assert title_line(state) == "Tic-tac-toe  K7QX  columns=5  5+3  ply 1  2 watching"
    assert title_line(match(phase="open")) == "Tic-tac-toe  K7QX  open"
    assert "  swap=false  " in title_line(match("4", options={"swap": False}))


def test_only_engines_have_a_search_line() -> None:
    """An engine has a line from the start, and a human player has none."""
    assert thinking_lines(match("4"), PLAIN) == ["O -"]
    state = advance(match("4"), thinking(1))
    assert state is not None
    assert thinking_lines(state, PLAIN) == ["O depth 9  win 55%  score +0.35  123k nodes/s  best b2 a1"]


def test_a_move_line() -> None:
    """A move line has number, player, time and, if known, the search."""
    assert move_line(match(), move(0, 4)) == "1. X otter plays b2  1.5 s"
    said = move(0, 4).model_copy(update={"said": "Xb2"})
    assert move_line(match(), said) == "1. X otter plays Xb2  1.5 s"
    line = move_line(match("4"), move(1, 0, report()))
    assert (
        line == "2. O engine alphabeta:depth=9 plays a3  1.5 s  depth 9  win 55%  score +0.35  123k nodes/s  best b2 a1"
    )


@pytest.mark.parametrize(("you", "first_row"), [(0, "3 [O]. ."), (1, "1  . . ."), (None, "3 [O]. .")])
def test_a_player_has_the_own_side_below(you: int | None, first_row: str) -> None:
    """The board is turned for the seat whose side is drawn at the top, and for no spectator."""
    state = match("40", board=GRID.model_copy(update={"top": 1}), you=you)
    assert match_board(state, PLAIN)[1] == first_row


def test_a_board_without_sides_is_never_turned() -> None:
    """Both players of tic-tac-toe see the same board."""
    assert match_board(match("40", you=1), PLAIN)[1] == "3 [O]. ."


def test_legal_moves_are_sorted_and_separated() -> None:
    """Legal moves are in natural order with commas, and lines are broken between moves."""
    state = State.model_validate({**position().model_dump(), "legal": ["a10", "b1", "a2"], "paths": [[0], [1], [2]]})
    assert legal_line(match(state=state)) == "legal moves: a2, a10, b1"
    points = advance(None, points_snapshot())
    assert points is not None
    lines = legal_lines(points, 30)
    assert " ".join(lines) == legal_line(points)
    assert all(line.endswith(",") for line in lines[:-1])
    assert max(map(len, lines)) <= 30


def test_moves_of_heaps_say_what_their_numbers_mean() -> None:
    """A move of a heap has the heap and a number of objects."""
    assert legal_line(match(board=HEAPS, state=HEAP_MOVES)) == "take objects (heap-number): 1-1, 2-1, 2-2"


def test_what_can_be_done_without_a_board() -> None:
    """Before a turn there is no list of moves, except for those that are not on the board, and an only move."""
    assert actions_line(match()) == ""
    cube = position().model_copy(update={"legal": ["roll", "double"], "paths": [[], []]})
    assert actions_line(match(state=cube)) == "you can: double, roll"
    only = position().model_copy(update={"legal": ["8/5 6/5"], "paths": [[0, 1]]})
    assert actions_line(match(state=only)) == "the only legal move: 8/5 6/5"


def test_the_question_for_a_move_follows_the_shape_of_the_board() -> None:
    """A heap asks for a number, and any other board for the move."""
    assert move_question(HEAPS, HEAP_MOVES, ["2-1", "2-2"]) == "Take how many objects from heap 2? (heap-number)"
    assert move_question(GRID, position(), ["a3", "b3"]) == "Which move?"


@pytest.mark.parametrize(
    ("result", "phase", "text"),
    [
        (Result(winner=0, reason="line"), "finished", "X (otter) wins: a line."),
        (
            Result(winner=1, reason="more discs", points=[24, 40]),
            "finished",
            "O (engine alphabeta:depth=9) wins 40-24: more discs.",
        ),
        (Result(winner=None, reason="full board"), "finished", "Draw: the board is full."),
        (Result(winner=None, reason="the host left"), "aborted", "Aborted: the host left."),
        (None, "aborted", "Aborted."),
        (None, "running", ""),
    ],
)
def test_result_line(result: Result | None, phase: str, text: str) -> None:
    """A result is one sentence: the winning side, the reason and the player."""
    assert result_line(match(result=result, phase=phase)) == text


WINS = [[0, 1, 2]]


@pytest.mark.parametrize(
    ("you", "winner", "reason", "text"),
    [
        (0, 0, "line", "You win: three in a row."),
        (1, 0, "line", "You lose: three in a row."),
        (None, 0, "line", "X (otter) wins: three in a row."),
        (0, 0, "resignation", "You win: your opponent resigned."),
        (0, 1, "resignation", "You lose: you resigned."),
        (None, 0, "resignation", "X (otter) wins: O resigned."),
        (1, 1, "time", "You win on time."),
        (None, 0, "time", "X (otter) wins on time."),
        (0, 1, "no pieces left", "You lose: you have no pieces left."),
        (None, 0, "no moves", "X (otter) wins: O cannot move."),
        (0, None, "time, but the opponent cannot win", "Draw: time, but the opponent cannot win."),
        (0, None, "threefold repetition", "Draw: the position came up three times."),
        (None, 1, "last object taken", "O took the last object and wins."),
        (None, 0, "last object taken", "X (otter) wins: O took the last object."),
        (0, 1, "last object taken", "You lose: your opponent took the last object."),
        (1, 1, "last object taken", "You win: you took the last object."),
        (None, 0, "poison eaten", "X (otter) wins: poison eaten."),
    ],
)
def test_a_result_in_plain_words(you: int | None, winner: int | None, reason: str, text: str) -> None:
    """A result says who won and why, from the view of a player; a seat that took the last object is named."""
    state = position("40", to_move=None).model_copy(update={"lines": WINS if reason == "line" else []})
    result = Result(winner=winner, reason=reason)
    assert result_line(match("40", you=you, state=state, phase="finished", result=result)) == text


def test_points_and_ratings_of_a_result() -> None:
    """A player reads the own points and rating first; a spectator those of the winner and all ratings."""
    ratings = [RatingChange(before=1500, after=1389), RatingChange(before=1500, after=1611)]
    result = Result(winner=1, reason="full board", points=[24, 40], ratings=ratings)
    lines = [result_line(match(you=you, phase="finished", result=result)) for you in (0, 1, None)]
    assert lines == [
        "You lose 24-40: the board is full.  Rating 1500 -> 1389 (-111)",
        "You win 40-24: the board is full.  Rating 1500 -> 1611 (+111)",
        "O (engine alphabeta:depth=9) wins 40-24: the board is full.  Ratings X 1500 -> 1389, O 1500 -> 1611",
    ]


@pytest.mark.parametrize(
    ("uncounted", "why"),
    [
        ("same_address", "both players use one address"),
        ("same_owner", "both players belong to one account"),
        ("played_often", "the players have enough counted matches with each other today"),
        ("engines_often", "the player has enough counted matches with engines today"),
        ("too_short", "it ended after too few moves"),
    ],
)
def test_a_rated_match_that_does_not_count(uncounted: Any, why: str) -> None:
    """The title, the event of the start and the result say that a match does not count, and why."""
    state = match(phase="open", rated=True)
    assert title_line(state) == "Tic-tac-toe  K7QX  open  rated"
    started = event(2, Started(uncounted=uncounted), phase="running")
    after = advance(state, started)
    assert after is not None
    assert message_lines(started, after, state) == ["the match starts", f"Not counted for ratings: {why}."]
    assert title_line(after) == f"Tic-tac-toe  K7QX  ply 0  rated, not counted: {why}"
    ended = advance(state, event(2, Finished(result=Result(winner=1, reason="time", uncounted=uncounted))))
    assert ended is not None
    assert ended.uncounted == uncounted
    assert result_line(ended) == f"O (engine alphabeta:depth=9) wins on time.  Not counted for ratings: {why}."
    counted = event(2, Started(), phase="running")
    assert message_lines(counted, state, state) == ["the match starts"]


def test_the_view_of_a_match() -> None:
    """The view has title, players, board, searches and result."""
    state = match("40", phase="finished", result=Result(winner=None, reason="agreement"))
    assert view_lines(state, PLAIN) == [
        "Tic-tac-toe  K7QX  ply 2",
        "X otter",
        "O engine alphabeta:depth=9",
        "",
        "   a b c",
        "3 [O]. .",
        "2  . X .",
        "1  . . .",
        "",
        "O -",
        "Draw by agreement.",
    ]
    assert "O -" not in view_lines(replace(state, show_thinking=False), PLAIN)


def test_a_disconnection_and_a_first_move_are_marked() -> None:
    """A player's line shows a lost connection, and the deadline of a first move."""
    times = position("", remaining_ms=[60_000, 60_000], ticking=None, first_move_ms=30_000)
    away = [Away(seat=1, away_ms=0, claim_ms=None)]
    state = advance(None, snapshot("", seats=[OTTER, ZOE], you=0, clock=Fischer(base_s=60), state=times, away=away))
    assert state is not None
    assert player_lines(state, PLAIN, elapsed_ms=4_000) == [
        "X otter (you)                         01:00 < first move within 00:26",
        "O zoe (gone)                          01:00",
    ]


def test_a_claim_of_a_draw_is_offered_to_the_side_to_move() -> None:
    """Only the player to move may claim, and reads why and how."""
    state = position("40").model_copy(update={"claim": "threefold repetition"})
    lines = [claim_line(match(you=you, state=state)) for you in (0, 1, None)]
    assert lines == ["you may claim a draw (the position came up three times): draw", "", ""]
    assert claim_line(match("40", you=0)) == ""


def test_two_at_one_keyboard_see_points_from_the_side_to_move() -> None:
    """Where each side has numbers of its own, the board has those of the side to move."""
    both = {"yours": [0, 1], "seats": together().seats}
    black = advance(None, points_snapshot(to_move=1).model_copy(update=both))
    alone = advance(None, points_snapshot(to_move=1))
    assert black is not None
    assert alone is not None
    assert "O White" in match_board(black, PLAIN)[0]
    assert (viewer(black), viewer(alone)) == (1, 0)


def test_the_pass_that_would_end_the_match_is_explained() -> None:
    """After a pass, the other side reads what another one does, if it may pass and the match goes on."""
    passed = (MoveView(ply=0, seat=0, move="pass", elapsed_ms=1, search=None),)
    after = position("", to_move=1)
    go = after.model_copy(update={"legal": ["A1", "pass"], "paths": [[6], []]})
    state = replace(match(), moves=passed, position=go)
    assert pass_line(state) == "X passed: after another pass all count, unless both agree"
    assert pass_line(replace(state, moves=())) == ""
    assert pass_line(replace(state, position=after)) == ""
    assert pass_line(replace(state, phase="finished")) == ""


def test_a_counted_match_has_its_score() -> None:
    """The result has the points of both sides, halves too, and why the match is over."""
    over = Result(winner=1, reason="area", points=[36, 45.5])
    assert result_line(match("40", phase="finished", result=over)).startswith(
        "O (engine alphabeta:depth=9) wins 45.5-36: both"
    )
    assert result_line(match("40", phase="finished", result=over, you=0)) == "You lose 36-45.5: both sides passed."


def test_the_komi_is_always_in_the_title() -> None:
    """Scores contain it, so it is shown even if it is the usual one; other options only if they differ."""
    game = GAME.model_copy(update={"options": [option("size", 9), option("komi", 7.5)]})
    assert title_line(match(game=game, options={"size": 9, "komi": 7.5})) == "Tic-tac-toe  K7QX  komi=7.5  ply 0"


def option(name: str, default: float) -> OptionInfo:
    """Return an option with a default."""
    return OptionInfo(name=name, default=default, range="any", meaning="")
