"""Numbers, times, players, series and results as text."""

from typing import Any

import pytest

from kibitz_client.text.formatting import (
    away_text,
    clock_text,
    count_text,
    delay_text,
    duration_text,
    invitation_text,
    prospects_text,
    result_text,
    row_notes,
    score_text,
    search_text,
    series_result,
    series_text,
)
from kibitz_protocol.to_client import Invitation
from kibitz_protocol.values.engines import CubeAdvice, CubeEquities, Prospects
from kibitz_protocol.values.matches import Delay, MatchRow, Result, SeriesView
from kibitz_protocol.values.seats import SeatView, player_text
from tests.client.samples import report

SERIES = SeriesView(id="s", number=2, games=10, score=[1.5, 0.5])
SEATS = [SeatView(seat=0, kind="human", name="otter"), SeatView(seat=1, kind="engine", name="level:3")]
PLAIN = MatchRow(
    match="m1",
    code="K7QX42",
    game="mnk",
    options={},
    phase="open",
    seats=SEATS,
    ply=0,
    clock=None,
    watchers=0,
    result=None,
)


@pytest.mark.parametrize(
    ("delay", "text"),
    [
        (None, ""),
        (Delay(moves=1), "1 move late"),
        (Delay(moves=3), "3 moves late"),
        (Delay(seconds=30.0), "30 s late"),
        (Delay(moves=2, seconds=0.5), "2 moves and 0.5 s late"),
    ],
)
def test_how_late_watchers_are(delay: Delay | None, text: str) -> None:
    """A delay is in moves, seconds or both."""
    assert delay_text(delay) == text


def test_how_a_series_stands_and_ends() -> None:
    """The score is by seat, and the final result has the best player first."""
    assert series_text(SERIES) == "game 2 of 10 (1.5-0.5)"
    assert series_text(None) == ""
    assert series_result(SERIES.model_copy(update={"score": [3.0, 6.5]}), SEATS) == "engine level:3 6.5, otter 3"


def test_what_one_side_wins_the_other_loses() -> None:
    """Chips that went from one side to the other are one number, and no number where none did."""
    names = ["North", "South"]
    lost = Result(winner=1, reason="all hands played", points=[-3, 3])
    told = [result_text(lost, names, SEATS, aborted=False, you=you, unit="chip") for you in (0, 1, None)]
    assert [each.removesuffix(": all hands played.") for each in told] == [
        "You lose 3 chips",
        "You win 3 chips",
        f"South (engine {SEATS[1].name}) wins 3 chips",
    ]
    one = lost.model_copy(update={"points": [-1, 1]})
    assert result_text(one, names, SEATS, aborted=False, you=1) == "You win 1 point: all hands played."
    even = Result(winner=None, reason="all hands played", points=[0, 0])
    assert result_text(even, names, SEATS, aborted=False) == "Draw: all hands played."
    counted = Result(winner=1, reason="area", points=[36, 45.5])
    assert result_text(counted, names, SEATS, aborted=False, you=0) == "You lose 36-45.5: both sides passed."


def test_a_winner_of_two_at_one_keyboard_has_a_name_of_its_own() -> None:
    """The name of the side comes first, without the player that typed for both."""
    seats = [view.model_copy(update={"label": label}) for view, label in zip(SEATS, ("Ann", "Bob"), strict=True)]
    won = Result(winner=1, reason="resignation")
    assert result_text(won, ["White", "Black"], seats, aborted=False) == "Bob (Black) wins: White resigned."


def test_what_the_lobby_notes() -> None:
    """A default match has no notes, and every special setting has one."""
    assert row_notes(PLAIN, 0.0) == ""
    special = {"for_you": True, "rated": True, "visibility": "private", "series": SERIES, "watchable": False}
    row = PLAIN.model_copy(update={**special, "delay": Delay(moves=2), "away_since": 100.0})
    notes = "away 12 min, for you, rated, private, game 2 of 10 (1.5-0.5), 2 moves late, no watchers"
    assert row_notes(row, 100.0 + 12.5 * 60) == notes
    uncounted = PLAIN.model_copy(update={"rated": True, "uncounted": "same_owner"})
    assert row_notes(uncounted, 0.0) == "rated, not counted"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (-5, "away"),
        (59, "away"),
        (60, "away 1 min"),
        (3599, "away 59 min"),
        (3600, "away 1 h"),
        (47.9 * 3600, "away 47 h"),
        (48 * 3600, "away 2 days"),
    ],
)
def test_how_long_a_player_is_away(seconds: float, text: str) -> None:
    """The time is rounded down, and a clock that is ahead of the server's says nothing odd."""
    assert away_text(1000.0, 1000.0 + seconds) == text
    assert away_text(None, seconds) == ""


def test_an_account_has_a_mark() -> None:
    """The name of an account begins with @, as in commands; that of a guest and one of an old record does not."""
    account = SEATS[0].model_copy(update={"account": True})
    assert player_text(account) == "@otter"
    assert player_text(account.model_copy(update={"label": "Ann"})) == "Ann (@otter)"
    assert player_text(SEATS[0].model_copy(update={"account": False})) == "otter"
    assert player_text(SEATS[0]) == "otter"


def test_an_invitation_says_how_to_come() -> None:
    """The text has the command that takes the seat."""
    assert invitation_text(Invitation(by="ann", row=PLAIN)) == "ann reserves a seat for you at mnk: kibitz join K7QX42"
    kept = SeatView(seat=1, kind="open", name=None, kept_for="fox", bot=True)
    assert player_text(kept) == "(kept for bot fox)"
    assert player_text(kept.model_copy(update={"bot": False})) == "(kept for fox)"


@pytest.mark.parametrize(
    ("remaining_ms", "text"),
    [
        (300_000, "05:00"),
        (61_999, "01:01"),
        (10_000, "00:10"),
        (9_940, "00:09.9"),
        (-5, "00:00.0"),
        (3_600_000, "1:00:00"),
        (86_399_999, "23:59:59"),
        (273_600_000, "3d 04:00"),
    ],
)
def test_clock_text(remaining_ms: int, text: str) -> None:
    """Times have minutes and seconds, long ones hours, short ones tenths, and none is negative."""
    assert clock_text(remaining_ms) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (950, "950"), (12_345, "12.3k"), (123_456, "123k"), (999_999, "1.0M"), (4_100_000, "4.1M")],
)
def test_count_text(number: float, text: str) -> None:
    """Large numbers have three digits."""
    assert count_text(number) == text


def test_score_text() -> None:
    """A score has a sign; a proven result has a distance in plies."""
    assert score_text(report(score=35)) == "score +0.35"
    assert score_text(report(score=-120)) == "score -1.20"
    assert score_text(report(wins_in=5)) == "wins in 5"
    assert score_text(report(wins_in=-4)) == "loses in 4"


def test_search_text() -> None:
    """A search is one line: depth, score, speed and principal variation."""
    assert search_text(report()) == "depth 9  win 55%  score +0.35  123k nodes/s  best b2 a1"
    assert search_text(report(seconds=0.0, nodes=9, line=[])) == "depth 9  win 55%  score +0.35  9 nodes"
    assert search_text(report(line=list("abcdefghij"))).endswith("best a b c d e f g h ...")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"selective": 14}, "depth 9/14  win 55%  score"),
        ({"fill": 714}, "table 71%"),
        ({"shares": [("b2", 640), ("a1", 360)]}, "visits b2 64% a1 36%"),
        ({"algorithm": "cfr", "shares": [("fold", 0), ("call", 1000)]}, "plays call 100% fold 0%"),
        (
            {"algorithm": "cfr", "source": "book", "shares": [("call", 300), ("raise", 700)]},
            "computed strategy  plays raise 70% call 30%",
        ),
        ({"algorithm": "cfr", "source": "book"}, "computed strategy"),
        ({"exact": True, "score": 0}, "a draw"),
        ({"exact": True, "score": 6, "wins_in": 9}, "wins in 9"),
    ],
)
def test_optional_facts_of_a_search(changes: dict[str, Any], words: str) -> None:
    """The deepest ply, the table's fill, the visits and an exact result are shown if they are known."""
    assert words in search_text(report(**changes))


def test_how_long_a_move_took() -> None:
    """Short times are in seconds and tenths, longer ones in minutes or hours."""
    texts = [duration_text(ms) for ms in (0, 2_040, 59_900, 59_960, 61_000, 1_581_900, 3_898_000)]
    assert texts == ["0.0", "2.0", "59.9", "1:00", "1:01", "26:22", "1:04:58"]


def test_backgammon_is_told_in_chances() -> None:
    """Gammons, what to do with the cube, and the equity; without points, the score stays a score."""
    chances = Prospects(win=0.58, gammon=0.14, backgammon=0.002, lost_gammon=0.09, lost_backgammon=0.01)
    text = "wins 58% (gammon 14%), loses 42% (gammon 9%, backgammon 1%)"
    assert prospects_text(chances) == text
    assert prospects_text(chances.model_copy(update={"cube": "double, take"})) == f"{text}; double, take"
    assert prospects_text(chances.model_copy(update={"match": 0.61})) == f"{text}; wins the match 61%"
    in_points = report(score=26, prospects=chances.model_copy(update={"equity": 0.26}))
    assert search_text(in_points).startswith(f"depth 9  equity +0.26  {text}")
    assert "score +0.26" in search_text(report(score=26, prospects=chances))
    in_match = report(score=26, prospects=chances.model_copy(update={"match": 0.61}))
    assert search_text(in_match).startswith(f"depth 9  {text}; wins the match 61%  ")


@pytest.mark.parametrize(
    ("cube", "no_double", "take", "text"),
    [
        ("double, take", 0.6, 0.8, "double by 0.20, take by 0.20"),
        ("double, drop", 0.9, 1.3, "double by 0.10, drop by 0.30"),
        ("no double, take", 0.1, -0.1, "no double by 0.20, take by 1.10"),
        ("too good to double", 1.25, 1.5, "too good to double by 0.25"),
        ("take", None, 0.75, "take by 0.25"),
        ("drop", None, 1.5, "drop by 0.50"),
    ],
)
def test_margins_of_the_cube(cube: CubeAdvice, no_double: float | None, take: float, text: str) -> None:
    """Each action says how much worse the other choice of that side is."""
    found = CubeEquities(no_double=no_double, take=take)
    chances = Prospects(
        win=0.6, gammon=0, backgammon=0, lost_gammon=0, lost_backgammon=0, cube=cube, cube_equities=found
    )
    assert prospects_text(chances).endswith(f"; {text}")
