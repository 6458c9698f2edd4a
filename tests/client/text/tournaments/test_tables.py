"""Tables of tournaments fit the terminal, and say what matters when columns are left out."""

from datetime import datetime
from typing import Literal

import pytest

from kibitz_client.columns import width_of
from kibitz_client.text.tournaments.tables import (
    crosstable_lines,
    fitted,
    game_lines,
    headline,
    list_lines,
    round_lines,
    standing_line,
    standing_lines,
    status_text,
    time_text,
)
from kibitz_protocol.tournaments.terms import TermsView
from kibitz_protocol.tournaments.views import CrosstableRow, CrosstableView, PairRow, TournamentRow
from tests.client.tournaments import entrant, game, standing, view

LONG = "A name of thirty-two characters!"
WIDE = "名" * 16


def row(name: str) -> TournamentRow:
    """Return a tournament in a list."""
    return TournamentRow(
        tournament="t1",
        code="T-7KQ2-XF9H-3MTB",
        name=name,
        format="round-robin",
        game="international",
        options={},
        clock="5+3",
        state="running",
        organiser="ann",
        entrants=64,
        most_entrants=64,
        round=12,
        rounds=15,
        created_at=1.7e9,
    )


@pytest.mark.parametrize("name", [LONG, WIDE, "x"])
@pytest.mark.parametrize("width", [80, 60, 40])
def test_no_line_is_wider_than_the_terminal(name: str, width: int) -> None:
    """Names are cut first, then the last columns are left out; place, name and points stay."""
    full = standing(
        99,
        1,
        123.5,
        name=name,
        tie_breaks=[22.5, 21.25, 108.75, 1.5, 9.0],
        played=15,
        won=10,
        drawn=3,
        lost=2,
        elo=-250.4,
        elo_error=120.7,
        performance=2450,
        score="2244440021",
        streak=True,
        next="7KQ2-XF9H-3MTB",
    )
    shown = view(full, tie_breaks=["BH-C1", "BH", "SB", "DE", "WON"])
    first, second = entrant(1, name), entrant(2, name)
    played = game(1, 1, 1, 2, (0.5, 0.5)).model_copy(update={"first": first, "second": second, "reason": "x" * 60})
    pair = PairRow(board=1, pair=1, first=first, second=second, result="1/2-1/2", games=[played], label="semifinal")
    cells = ["1w1"] * 15
    table = CrosstableView(
        tournament="t1",
        by="round",
        columns=[str(number) for number in range(1, 16)],
        rows=[CrosstableRow(entrant=first, rank=1, points=7.5, cells=cells)],
    )
    tables = [
        list_lines([row(name)], width),
        standing_lines(shown, width),
        game_lines([played], width),
        round_lines([pair], width),
        crosstable_lines(table, width),
    ]
    for lines in tables:
        assert len(lines) >= 2
        assert max(map(width_of, lines)) <= width
    standings = tables[1]
    assert standings[0].split()[:3] == ["#", "entrant", "points"]
    assert "123.5" in standings[1]


def test_standings_say_what_they_are_ordered_by() -> None:
    """The tie-breaks are columns with their names; a column without a value is left out."""
    rows = [
        standing(1, 1, 2.5, tie_breaks=[4.5, 3.0], won=2, drawn=1, next="K7QX42", state="playing"),
        standing(2, 2, 1, tie_breaks=[4.0, 2.25], won=1, lost=2, state="resting"),
        standing(3, 3, tie_breaks=[0.0, None]),
    ]
    assert standing_lines(view(*rows, tie_breaks=["BH", "SB"]), 80) == [
        "#  entrant  points   BH    SB  results   now",
        "1  a           2.5  4.5     3  +2 =1 -0  K7QX42",
        "2  b             1    4  2.25  +1 =0 -2  resting",
        "3  c             0    0     -  +0 =0 -0",
    ]


def test_a_page_of_standings_says_so() -> None:
    """The command for all rows follows the table."""
    lines = standing_lines(view(standing(1, 1), pages=3), 80)
    assert lines[-1] == "page 1 of 3; all: kibitz tournament standings T-7KQ2XF"


def test_a_row_for_screen_readers() -> None:
    """A row is a sentence with the names of its numbers."""
    row = standing(1, 1, 2.5, tie_breaks=[4.5, 3.0, None], won=2, drawn=1, elo=55.6, elo_error=27.6, next="K7QX42")
    assert standing_line(row, ["BH", "SB", "DE"]) == (
        "1. a, 2.5 points, BH 4.5, SB 3, 2 won, 1 drawn, 0 lost, Elo +56 +-28, plays K7QX42"
    )
    assert standing_line(standing(2, 2, state="left"), []) == "2. b, 0 points, 0 won, 0 drawn, 0 lost, left"


def test_a_crosstable_says_which_opponent_is_meant() -> None:
    """Cells of rounds name the numbers of the rows, which are those by seed. Columns are numbered as the rows."""
    cells: dict[Literal["round", "opponent"], list[list[str]]]
    cells = {"round": [["2w1"], ["7b0"]], "opponent": [["", "1"], ["0", ""]]}
    for by, numbers in zip(cells, (["7", "2"], ["1", "2"]), strict=True):
        rows = [
            CrosstableRow(entrant=entrant(number), rank=1, points=1, cells=row)
            for number, row in zip((7, 2), cells[by], strict=True)
        ]
        table = CrosstableView(tournament="t1", by=by, columns=["1"], rows=rows)
        heading, *lines = crosstable_lines(table, 80)
        assert [line.split()[0] for line in lines] == numbers
        assert heading.split()[3:] == (["1"] if by == "round" else ["1", "2"])


def test_a_crosstable_in_blocks() -> None:
    """A crosstable that is wider than the terminal is continued below, with the names again."""
    columns = [str(number) for number in range(1, 9)]
    rows = [CrosstableRow(entrant=entrant(1, "ann"), rank=1, points=2, cells=["+1 -0 =3"] * 8)]
    table = CrosstableView(tournament="t1", by="round", columns=columns, rows=rows)
    lines = crosstable_lines(table, 40)
    assert [line for line in lines if line.startswith("#")] == [
        "#  entrant  pts        1        2",
        "#  entrant  pts        3        4",
        "#  entrant  pts        5        6",
        "#  entrant  pts        7        8",
    ]
    assert " ".join(" ".join(line.split()[3:]) for line in lines if line.startswith("1")).count("+1 -0 =3") == 8


def test_a_crosstable_by_round_has_the_numbers_of_the_entrants() -> None:
    """The result of a round names the opponent by its number, which its row begins with."""
    rows = [
        CrosstableRow(entrant=entrant(2, "bob"), rank=1, points=1, cells=["1w1"]),
        CrosstableRow(entrant=entrant(1, "ann"), rank=2, points=0, cells=["2b0"]),
    ]
    table = CrosstableView(tournament="t1", by="round", columns=["1"], rows=rows)
    assert [line.split() for line in crosstable_lines(table, 80)][1:] == [
        ["2", "bob", "1", "1w1"],
        ["1", "ann", "0", "2b0"],
    ]


def test_a_crosstable_by_opponent_has_rows_as_columns() -> None:
    """The column of an opponent is the number of its row, also where entrants share a place."""
    rows = [
        CrosstableRow(entrant=entrant(2, "bob"), rank=1, points=2, cells=["", "1="]),
        CrosstableRow(entrant=entrant(1, "ann"), rank=1, points=1, cells=["0=", ""]),
    ]
    table = CrosstableView(tournament="t1", by="opponent", columns=["bob", "ann"], rows=rows)
    assert [line.split() for line in crosstable_lines(table, 80)] == [
        ["#", "entrant", "pts", "1", "2"],
        ["1", "bob", "2", "1="],
        ["2", "ann", "1", "0="],
    ]


def test_pairings_with_a_bye() -> None:
    """A bye is said in words, and a running game has its code."""
    running = game(1, 1, 1, 2, (0, 0)).model_copy(update={"phase": "running", "result": "", "points": None})
    pairs = [
        PairRow(board=1, pair=1, first=entrant(1), second=entrant(2), games=[running]),
        PairRow(board=2, pair=None, first=entrant(3), second=None, bye="U"),
    ]
    assert [line.split("  ") for line in round_lines(pairs, 80)][2][-1] == "has a bye"
    assert round_lines(pairs, 80)[1].endswith("K7QX41")


def test_the_headline_says_how_far_it_is() -> None:
    """State, reason, round, games and the next round are there."""
    shown = view(standing(1, 1), state="paused", reason="lunch", round=2, games_played=3, games_planned=6, live=1)
    assert status_text(shown) == "paused: lunch, 1 entrant, round 2 of 3, 3 of 6 games played, 1 running"
    warned = view(standing(1, 1), warnings=["31 of 200 games repeat earlier games"])
    assert headline(warned)[-1] == "warning: 31 of 200 games repeat earlier games"
    assert headline(warned)[0] == "Friday (T-7KQ2XF)"
    terms = TermsView(format="arena", game="tictactoe", minutes=6.0, berserk=True)
    arena = view(standing(1, 1), terms=terms, rounds=None, ends_at=1.7e9, games_played=1)
    assert headline(arena)[1] == "arena, tictactoe, no clock, 6 min, berserk, organised by ann"
    assert ", 1 game played" in status_text(arena)
    assert "ends at 2023-11-" in status_text(arena)
    waiting = view(standing(1, 1), state="announced", starts_at=1.7e9, round=0)
    assert status_text(waiting).startswith("not started, 1 entrant, starts at 2023-11-")


def test_a_time_of_another_day_has_its_day() -> None:
    """Today, the time of day is enough."""
    now = datetime(2026, 12, 24, 18, 0)
    assert time_text(datetime(2026, 12, 24, 19, 30).timestamp(), now) == "19:30"
    assert time_text(datetime(2026, 12, 25, 19, 30).timestamp(), now) == "2026-12-25 19:30"


def test_the_columns_of_a_narrow_table() -> None:
    """The longest name is cut first; columns go from the right."""
    rows = [["1", "a long name", "x", "y" * 10]]
    assert fitted(["#", "name", "x", "y"], rows, 22, names=(1,))[1] == "1  a long..  x"
    assert max(map(len, fitted(["#", "name", "x", "y"], rows, 12, names=(1,)))) <= 12
