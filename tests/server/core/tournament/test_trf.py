"""Tournaments in FIDE's report format."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz_server.core.tournament.crosstable import Cell, CellKind, bye, crosstable, forfeit, played, unfinished
from kibitz_server.core.tournament.trf import MOST_CHARACTERS, Report, read_report, write_report
from tests.server.core.tournament.oracles import parsed
from tests.server.core.tournament.seven import NAMES, TABLE

SEVEN = Report(
    name="Friday",
    names=tuple(NAMES),
    table=TABLE,
    first_side=0,
    bye_points=0.5,
    forbidden=((1, 2), (3, 7)),
    tie_breaks=("BH-C1", "KOYA"),
    absent=((2, CellKind.ZERO_POINT_BYE), (5, CellKind.HALF_POINT_BYE)),
    ranks=(1, 5, 3, 7, 4, 2, 6),
    started="2026-11-27",
)
HALF_BYES = replace(
    SEVEN,
    table=replace(
        TABLE,
        rows=tuple(
            tuple(replace(cell, points=0.5) if cell.kind is CellKind.ALLOCATED_BYE else cell for cell in row)
            for row in TABLE.rows
        ),
    ),
)


def test_a_tournament_as_text() -> None:
    """Each entrant is a line with rating, points, place and rounds; the others describe the tournament."""
    lines = write_report(HALF_BYES).splitlines()
    assert lines[:9] == [
        "012 Friday",
        "042 2026/11/27",
        "062 7",
        "072 7",
        "092 Individual: Swiss-System",
        "142 7",
        "152 W",
        "162  W 1.0    D 0.5    L 0.0    A 0.0    P 0.5    X 0.5",
        "192 FIDE_DUTCH_2026",
    ]
    assert lines[9] == "212 PTS,BH/C1,KS"
    assert lines[11] == (
        "001    2      Bea                               2190                             3.0    5"
        "     5 w 0     3 b 0  0000 - U     4 b =     6 w 1     7 b +     1 b 0  0000 - Z"
    )
    assert lines[-2:] == ["260   1   8    1    2", "260   1   8    3    7"]


def test_it_is_read_back() -> None:
    """A report that was written is read back to the same tournament, byes of the next round included."""
    assert read_report(write_report(HALF_BYES)) == HALF_BYES


def test_a_round_of_byes_is_a_round() -> None:
    """A last round without games is a round if all entrants have a bye in it."""
    rows = [
        [played(2, 0, 1.0), bye(CellKind.HALF_POINT_BYE)],
        [played(1, 1, 0.0), bye(CellKind.ZERO_POINT_BYE)],
    ]
    absent = ((1, CellKind.HALF_POINT_BYE),)
    report = Report("x", ("a", "b"), crosstable(rows, planned=3), ranks=(1, 2), absent=absent)
    assert read_report(write_report(report)) == report


def test_the_points_have_the_byes_of_the_next_round() -> None:
    """Points are those of all written rounds, which gacrux checks."""
    table = crosstable([[played(2, 0, 1.0)], [played(1, 1, 0.0)]])
    report = Report("x", ("a", "b"), table, absent=((1, CellKind.HALF_POINT_BYE),))
    assert "1.5    1     2 w 1  0000 - H" in write_report(report)
    assert parsed(write_report(report))["competitors"][0]["gamePoints"] == 1.5


def test_a_round_robin_is_read_back() -> None:
    """A round robin keeps its format, games without result and entrants without rating."""
    rows = [[played(2, 0, 0.5), unfinished(3, 1)], [played(1, 1, 0.5), bye(CellKind.ZERO_POINT_BYE)]]
    table = crosstable(
        [*rows, [bye(CellKind.ZERO_POINT_BYE), unfinished(1, 0)]], [1500, None, 9999], planned=3, predetermined=True
    )
    report = Report("League", ("a", "b", "c"), table, "round-robin", tie_breaks=("DE", "WON"), ranks=(1, 2, 3))
    assert read_report(write_report(report)) == report
    assert parsed(write_report(report))["pairingSystem"] == ["berger"]


def test_before_the_first_round() -> None:
    """A tournament without rounds yet has its entrants, and the byes of the first round."""
    table = crosstable([[], []], [1600, 1500], planned=5)
    report = Report("New", ("a", "b"), table, absent=((2, CellKind.HALF_POINT_BYE),), ranks=(1, 2))
    assert read_report(write_report(report)) == report
    assert [one["cid"] for one in parsed(write_report(report))["competitors"]] == [1, 2]


def test_a_report_of_another_program() -> None:
    """Reports of other programs are read: signs in either case, unknown lines, and the code for rounds of old ones."""
    first = f"001    1 m    {'One,Anna':33} 2100 NOR     1234567 1990/01/01  1.5    1     2 W 1  0000 - h"
    second = f"001    2      {'Two':33} {'':32} 0.0    2     1 B 0"
    report = read_report(f"012 Club\r\n092 Swiss\r\n999 unknown\r\nXXR 5\r\n{first}\r\n{second}\r\n")
    assert report.table.rows == ((played(2, 0, 1.0),), (played(1, 1, 0.0),))
    assert report.absent == ((1, CellKind.HALF_POINT_BYE),)
    assert (report.table.planned, report.table.ratings, report.names) == (5, (2100, None), ("One,Anna", "Two"))


def test_names_cannot_break_lines() -> None:
    """Names keep to their columns, whatever characters they have."""
    names = ("Zoë\n001   3", "x" * 60)
    report = Report("a\r\nb\u2028c", names, crosstable([[played(2, 0, 1.0)], [played(1, 1, 0.0)]]))
    text = write_report(report)
    assert [line[:3] for line in text.splitlines()].count("001") == 2
    back = read_report(text)
    assert back.name == "a b c"
    assert back.names == ("Zoë 001   3", "x" * 33)


ENTRANT = "001    1      A                                 2000                             0.0    1"
OTHER = "001    2      B                                 1900                             0.0    2"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "has no entrants"),
        ("012 Club", "has no entrants"),
        (f"{ENTRANT}\n{ENTRANT}", "line 2: entrant 1 is there twice"),
        (OTHER, "not numbered from 1"),
        ("001    x      A", "line 1: 'x' is no number up to 9999"),
        (f"{ENTRANT}     2 w 1", "entrant 1, round 1: there is no entrant 2"),
        (f"{ENTRANT}     2 w 1\n{OTHER}", "entrant 1, round 1: entrant 2 does not say the same"),
        (f"{ENTRANT}     2 w 1\n{OTHER}     1 w 0", "entrant 2 does not say the same"),
        (f"{ENTRANT}     2 w 1\n{OTHER}     1 b 1", "entrant 2 does not say the same"),
        (f"{ENTRANT}     2 w +\n{OTHER}     1 b 0", "entrant 2 does not say the same"),
        (f"{ENTRANT}     1 w 1", "entrant 1 does not say the same"),
        (f"{ENTRANT}     2 w Q\n{OTHER}     1 b 0", "round 1: 'Q' is no result"),
        (f"{ENTRANT}     2 x 1\n{OTHER}     1 b 0", "round 1: 'x' is no colour"),
        (f"{ENTRANT}  0000 - Q", "round 1: 'Q' is no bye"),
        (f"{ENTRANT}{'  0000 - Z' * 1_000}", "entrant 1 has more than 999 rounds"),
        (f"142 1000\n{ENTRANT}", "line 1: '1000' is no number up to 999"),
        (f"152 G\n{ENTRANT}", "line 1: the initial colour is W or B"),
        (f"162  W 3.0    D 1.0    L 0.0\n{ENTRANT}", "line 1: only 1, 1/2 and 0 points"),
        (f"162  W 1.0    D 0.5    L 0.0    P99.0\n{ENTRANT}", "line 1: a bye has 1, 1/2 or 0 points"),
        (f"212 PTS,XX\n{ENTRANT}", "line 1: there is no tie-break 'XX'"),
        (f"260   1   9 {' '.join(f'{n:4}' for n in range(1, 300))}\n{ENTRANT}", "more than 10000 pairs are forbidden"),
        (" " * (MOST_CHARACTERS + 1), "longer than"),
    ],
)
def test_refused_reports(text: str, said: str) -> None:
    """A text that is not a report, or contradicts itself, is refused with the line or the round."""
    with pytest.raises(ValueError) as error:
        read_report(text)
    assert said in str(error.value)


def test_a_table_that_could_fill_memory_is_refused() -> None:
    """Few written rounds that make a large table are refused before it is made."""
    far = f"{'  0000 - Z' * 998}     2 w 1", f"{'  0000 - Z' * 998}     1 b 0"
    lines = [ENTRANT + far[0], OTHER + far[1], *(f"001 {number:4}      x" for number in range(3, 9_000))]
    with pytest.raises(ValueError, match="more than 500000 rounds"):
        read_report("\n".join(lines))


@pytest.mark.parametrize(
    ("report", "said"),
    [
        (Report("x", ("a",), crosstable([[bye(CellKind.FULL_POINT_BYE)] * 100])), "more than 99.5 points"),
        (Report("x", ("a",), crosstable([[bye(CellKind.ZERO_POINT_BYE)] * 1_000])), "999 rounds"),
    ],
)
def test_too_large_for_the_columns(report: Report, said: str) -> None:
    """What the columns of the format cannot hold is not written."""
    with pytest.raises(ValueError, match=said):
        write_report(report)


CELLS = st.sampled_from(
    [
        played(2, 0, 1.0),
        played(2, 0, 0.5),
        played(2, 0, 0.0),
        forfeit(2, 0, won=True),
        forfeit(2, 0, won=False),
        unfinished(2, 0),
    ]
)


@pytest.mark.property
@given(
    rounds=st.lists(st.tuples(CELLS, st.booleans()), min_size=1, max_size=12),
    kinds=st.lists(st.sampled_from(list(CellKind)[3:7]), max_size=12),
    ratings=st.tuples(*[st.none() | st.integers(1, 9999)] * 3),
    name=st.text(max_size=50),
)
@settings(deadline=None)
def test_any_results_are_read_back(
    rounds: list[tuple[Cell, bool]], kinds: list[CellKind], ratings: tuple[int | None, ...], name: str
) -> None:
    """Any results are read back as they were, whatever the tournament is called."""
    answers = {CellKind.FORFEIT_WIN: CellKind.FORFEIT_LOSS, CellKind.FORFEIT_LOSS: CellKind.FORFEIT_WIN}
    first = [replace(cell, side=int(second)) for cell, second in rounds]
    second = [
        replace(cell, opponent=1, side=1 - int(cell.side or 0), kind=answers.get(cell.kind, cell.kind))
        for cell in first
    ]
    second = [
        replace(cell, points=0.0 if cell.kind is CellKind.OPEN else 1.0 - other.points)
        for cell, other in zip(second, first, strict=True)
    ]
    free = [bye(kind) for kind in kinds][: len(first)]
    table = crosstable([first, second, free], ratings)
    report = Report(name, ("a", "b", "c"), table, ranks=(1, 2, 3))
    back = read_report(write_report(report))
    assert back.table.rows == table.rows
    assert back.table.ratings == table.ratings
    assert write_report(back) == write_report(report)


@pytest.mark.property
@given(st.text(alphabet="001 2wb=-+UHFZ\n\t.,142152260W3", max_size=400))
def test_no_text_breaks_the_reader(text: str) -> None:
    """Any text is a report or refused."""
    try:
        report = read_report(text)
    except ValueError:
        return
    assert read_report(write_report(report)).table == report.table
