"""Matches of Go in SGF."""

from typing import Any

import pytest

from kibitz_protocol.formats.sgf.writer import sgf_text
from kibitz_protocol.to_client import Aborted
from kibitz_protocol.values.clocks import Byoyomi, Clock, Correspondence, Fischer, PerMove, SimpleDelay
from kibitz_protocol.values.matches import Result, SeriesView
from kibitz_protocol.values.seats import Strength
from tests.client.go import OPTIONS, go_match, go_state, gone, played
from tests.client.samples import ENGINE, OTTER, event

HANDICAP = "-----/-B---/-----/---B-/-----"
POSITION = "-----/-BW--/-----/---B-/W----"


def facts_of(text: str) -> dict[str, str]:
    """Return the properties that stand in lines of their own."""
    lines = [line for line in text.splitlines() if "[" in line and line[0] not in "(;"]
    return {name: value.removesuffix("]") for name, _, value in (line.partition("[") for line in lines)}


def test_a_match_is_a_tree() -> None:
    """The first node has what is known of the match, and ten moves are in a line; a pass has no point."""
    moves = "C3 b4 D2 A1 pass E5 a5 E1 B1 C1 C5 pass"
    messages = played(go_match(created_at=1_795_197_684.0), moves, Result(winner=1, reason="area", points=[10, 12.5]))
    assert sgf_text(messages).splitlines() == [
        "(;FF[4]GM[1]CA[UTF-8]AP[Kibitz]SZ[5]",
        "KM[7.5]",
        "RU[Chinese]",
        "EV[Casual match]",
        "PC[Kibitz K7QX]",
        "DT[2026-11-20]",
        "PB[otter]",
        "PW[alphabeta:depth=9]",
        "GC[White: program]",
        "RE[W+2.5]",
        ";B[cc];W[bb];B[dd];W[ae];B[];W[ea];B[aa];W[ee];B[be];W[ce]",
        ";B[ca];W[]",
        ")",
    ]


def test_players_and_series() -> None:
    """Texts are escaped, an unsure rating has a question mark, and the round is the number in the series."""
    seats = [
        OTTER.model_copy(update={"label": r"the [great] owl \ 1"}),
        ENGINE.model_copy(update={"strength": Strength(rating=1612, deviation=310)}),
    ]
    series = SeriesView(id="s1", number=2, games=3, score=[0.5, 0.5])
    facts = facts_of(sgf_text([go_match(seats=seats, series=series, rated=True)]))
    assert facts["PB"] == r"the [great\] owl \\ 1"
    assert (facts["WR"], facts["RO"], facts["EV"]) == ("1612?", "2", "Rated match")
    assert not {"BR", "DT", "TM", "OT", "RE"} & facts.keys()


@pytest.mark.parametrize(
    ("start", "moves", "head", "line"),
    [
        (go_match(HANDICAP, 1, options=OPTIONS | {"handicap": 2}), "C3 D3", "HA[2]AB[bb][dd]PL[W]", ";W[cc];B[dc]"),
        (go_match(POSITION, 1, start=f"{POSITION} W 0-0"), "C3", "AB[bb][dd]AW[cb][ae]PL[W]", ";W[cc]"),
        (go_match(POSITION, opening=["B4", "C4"]), "C3", "AB[bb][dd]AW[cb][ae]PL[B]", ";B[cc]"),
        (go_match(POSITION, 1, start=f"{POSITION} W 0-0"), "", "AB[bb][dd]AW[cb][ae]PL[W]", ")"),
    ],
    ids=["handicap", "start", "opening", "no move"],
)
def test_stones_stand_before_the_moves(start: Any, moves: str, head: str, line: str) -> None:
    """They are those of the handicap, of the position to start from, or those after the opening."""
    lines = sgf_text(played(start, moves)).splitlines()
    assert lines[0] == f"(;FF[4]GM[1]CA[UTF-8]AP[Kibitz]SZ[5]{head}"
    assert line in lines


def test_a_client_that_came_later_begins_there() -> None:
    """It does not know the first stones of a handicap, but it knows all moves from the empty board."""
    later = gone(go_match("-----/-----/--BW-/-----/-----"), "C3 D3")
    assert sgf_text([later]).splitlines()[-2] == ";B[cc];W[dc]"
    later = later.model_copy(update={"options": OPTIONS | {"handicap": 2}})
    assert sgf_text([later]).splitlines()[0].endswith("SZ[5]HA[2]AB[cc]AW[dc]PL[B]")


@pytest.mark.parametrize(
    ("clock", "told"),
    [
        (Fischer(base_s=300, increment_s=3), ("300", "3 fischer")),
        (Fischer(base_s=90.5), ("90.5", None)),
        (SimpleDelay(base_s=60, delay_s=2.5), ("60", "2.5 delay")),
        (Byoyomi(base_s=600, periods=5, period_s=30), ("600", "5x30 byo-yomi")),
        (PerMove(move_s=10), ("0", "1x10 byo-yomi")),
        (Correspondence(days=3), ("0", "1x259200 byo-yomi")),
    ],
)
def test_clocks_are_written_as_servers_do(clock: Clock, told: tuple[str, str | None]) -> None:
    """TM has the seconds for the match, OT what follows them."""
    facts = facts_of(sgf_text([go_match(clock=clock)]))
    assert (facts["TM"], facts.get("OT")) == told


def test_comments_have_times_and_scores() -> None:
    """The time left has a property of its own, and the periods after the main time of byo-yomi."""
    times = [
        {"remaining_ms": [500, 10_000], "flag_ms": [24_500, 34_000], "periods": [3, 3]},
        {"remaining_ms": [500, 8_000], "flag_ms": [24_500, 24_000], "periods": [3, 3]},
        {"remaining_ms": [8_000, 8_000], "flag_ms": [8_000, 24_000], "periods": [1, 3]},
    ]
    start = go_match(clock=Byoyomi(base_s=10, periods=3, period_s=8))
    text = sgf_text(played(start, "C3! D3# E3", times=times), comments=True)
    assert text.splitlines()[-4:] == [
        r";B[cc]BL[0.5]C[[%eval -0.42\] [%emt 0:00:01.5\]]",
        r";W[dc]WL[8]OW[3]C[[%eval #-4\] [%emt 0:00:01.5\]]",
        r";B[ec]BL[8]OB[1]C[[%emt 0:00:01.5\]]",
        ")",
    ]
    plain = played(go_match(clock=Fischer(base_s=60)), "C3", times=[{"remaining_ms": [58_500, 60_000]}])
    assert sgf_text(plain, comments=True).splitlines()[-2] == r";B[cc]BL[58.5]C[[%emt 0:00:01.5\]]"
    assert sgf_text(plain).splitlines()[-2] == ";B[cc]"
    assert sgf_text(played(start, "C3"), comments=True).splitlines()[-2] == r";B[cc]C[[%emt 0:00:01.5\]]"


@pytest.mark.parametrize(
    ("result", "told"),
    [
        (Result(winner=0, reason="area", points=[25, 7.5]), "B+17.5"),
        (Result(winner=1, reason="length", points=[3, 10]), "W+7"),
        (Result(winner=None, reason="area", points=[10, 10]), "0"),
        (Result(winner=0, reason="resignation"), "B+R"),
        (Result(winner=1, reason="time"), "W+T"),
        (Result(winner=1, reason="abandonment"), "W+F"),
        (Result(winner=1, reason="3.5 points, counted by the players"), "W+3.5"),
        (Result(winner=1, reason="adjudication"), "W+"),
    ],
)
def test_the_result(result: Result, told: str) -> None:
    """A counted match has its points, and others the reason, as SGF writes it."""
    assert facts_of(sgf_text(played(go_match(), "C3", result)))["RE"] == told


def test_an_aborted_match_is_void() -> None:
    """A match that runs has no result, nor has one that comes from a file without a result."""
    messages = played(go_match(), "C3")
    assert "RE" not in facts_of(sgf_text(messages))
    aborted = event(6, Aborted(reason="the players left"), go_state(ply=1), phase="aborted")
    assert facts_of(sgf_text([*messages, aborted]))["RE"] == "Void"
    from_file = event(6, Aborted(reason="the game has no result"), go_state(ply=1), phase="aborted")
    assert "RE" not in facts_of(sgf_text([*messages, from_file]))
