"""Names of tie-breaks, and their values against those of other programs."""

from dataclasses import replace
from typing import Any

import pytest

from kibitz_server.core.tournament.crosstable import VOLUNTARY, Cell, CellKind, Crosstable, bye
from kibitz_server.core.tournament.tie_breaks.ranking import Placings
from kibitz_server.core.tournament.tie_breaks.scores import Scores
from kibitz_server.core.tournament.tie_breaks.table import (
    DEFAULTS,
    DIRECT,
    MEASURES,
    applying,
    default_tie_breaks,
    tie_break,
    tie_breaks,
)
from kibitz_server.core.tournament.trf import read_report, write_report
from tests.server.core.tournament.oracles import CRITERIA, by_gacrux, by_tiebreak_core, generated, parsed
from tests.server.core.tournament.seven import TABLE, table_of

NAMES = sorted([*CRITERIA, "BH-C3", "FB-M1", "ARO-M2", "RTNG"], key=lambda name: name.startswith("FB"))
"""Fore Buchholz comes last: after it, gacrux 1.11 has entrants that forfeited the last round as present."""
ORDERS = [("BH-C1", "BH", "SB", "DE", "WON"), ("DE", "WON", "SB", "KOYA"), ("WIN", "DE", "PS")]
TOURNAMENTS, EVERY_RUN = 200, 20


@pytest.mark.parametrize("written", ["BH-C1", "bh-c1", "BH/C1", "BHC1", " bh-C1 "])
def test_names_may_be_written_in_several_ways(written: str) -> None:
    """A tie-break has one name, however it is written."""
    assert tie_break(written).name == "BH-C1"
    assert tie_break(written).report == "BH/C1"


def test_other_names() -> None:
    """Koya and rounds elected to play also go by the names of FIDE's lists."""
    assert [tie_break(name).name for name in ("KS", "KOYA", "GE", "AROC1")] == ["KOYA", "KOYA", "REP", "ARO-C1"]
    assert tie_break("KOYA").report == "KS"


def test_an_option_names_tie_breaks_in_order() -> None:
    """Names are separated by blanks or commas, and keep their order."""
    assert [one.name for one in tie_breaks("BH-C1 BH,SB, DE  WON", "swiss")] == list(DEFAULTS["swiss"])
    assert tie_breaks("", "swiss") == ()
    assert tie_breaks(["SB"], "swiss") == (tie_break("SB"),)


@pytest.mark.parametrize(
    ("names", "kind", "said"),
    [
        ("BH-X", "swiss", "no tie-break 'BH-X': choose from BH "),
        ("ELO", "swiss", "no tie-break 'ELO'"),
        ("1", "swiss", "no tie-break '1'"),
        ("B" * 10_000, "swiss", "no tie-break 'BBBBBBBBBBBBBBBBBBBB'"),
        ("BH", "round-robin", "in a tournament of format round-robin: choose from SB DE KOYA"),
        ("GAMES", "swiss", "GAMES says nothing"),
        ("SB", "knockout", "this format has no tie-breaks"),
        ("BH SB BH", "swiss", "BH is named twice"),
        ("KS KOYA", "swiss", "KOYA is named twice"),
        ("WON-C1", "swiss", "WON has no form that cuts rounds"),
        ("SB-M1", "swiss", "SB has no form that cuts rounds"),
        ("BH-C0", "swiss", "no tie-break 'BH-C0'"),
        (" ".join(f"BH-C{cut}" for cut in range(1, 10)) + " BH SB", "swiss", "at most 10 tie-breaks"),
    ],
)
def test_refused_names(names: str, kind: str, said: str) -> None:
    """A tie-break that does not exist, does not apply or is there twice is refused with what there is."""
    with pytest.raises(ValueError) as error:
        tie_breaks(names, kind)
    assert said in str(error.value)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("kind", DEFAULTS)
def test_defaults_apply(kind: str) -> None:
    """The default tie-breaks of each format are allowed there."""
    assert tie_breaks(" ".join(DEFAULTS[kind]), kind) == default_tie_breaks(kind)
    assert default_tie_breaks("match") == ()


@pytest.mark.parametrize("name", [*MEASURES, "BH-C1", "BH-C2", "FB-M1"])
def test_each_is_described(name: str) -> None:
    """A sentence says what a tie-break counts."""
    described = tie_break(name).description
    assert described.startswith(f"{name} (")
    assert described.endswith(".")
    assert any(name.partition("-")[0] in applying(kind) for kind in DEFAULTS)


def test_no_ratings_no_rating_tie_breaks() -> None:
    """If an entrant has no rating, tie-breaks from ratings have no value for any entrant and decide nothing."""
    table = replace(TABLE, ratings=(None, *TABLE.ratings[1:]))
    ranking = Placings(table, tie_breaks("ARO TPR PTP APRO APPO RTNG", "swiss"))
    assert {one.tie_breaks for one in ranking.placings} == {(None,) * 6}


def test_rounds_after_leaving_count_as_draws_for_opponents() -> None:
    """The byes after the last round that an entrant was there for are draws for its opponents, and only these."""
    table = table_of("2w1 Z Z\n1b0 H 3w1\n4w1 4b0 2b0\n3b0 3w1 Z")
    assert Scores(table).adjusted == [2.0, 1.5, 1.0, 1.5]
    assert Scores(replace(table, predetermined=True)).adjusted[0] == 1.0


def test_the_dummy_of_a_forfeit_has_at_most_the_opponents_points() -> None:
    """A forfeited game counts as one against a dummy with the entrant's points, but not more than its opponent's."""
    table = table_of("2w+ 3w1 4w1\n1b- 4w0 Z\n4w1 1b0 Z\n3b0 2b1 1b0")
    scores = Scores(table)
    forfeited = scores.parts[0][0]
    assert (forfeited.score, forfeited.dummy, forfeited.voluntary) == (scores.adjusted[1], True, False)
    assert scores.parts[1][0].voluntary


def test_a_half_point_for_a_bye_is_no_win() -> None:
    """An allocated bye of half a point counts with its points everywhere, and not as a win."""
    rows = [[bye(CellKind.ALLOCATED_BYE, 0.5)], *(row[:1] for row in TABLE.rows[1:])]
    table = replace(TABLE, rows=tuple(map(tuple, rows)))
    values = {name: tie_break(name).values(Scores(table))[0] for name in ("WIN", "STD", "PS", "REP")}
    assert values == {"WIN": 0.0, "STD": 0.5, "PS": 0.5, "REP": 1.0}


def tournament(seed: int) -> tuple[str, bool]:
    """Return a tournament of gacrux as a report, and whether it is a Swiss one."""
    swiss = seed % 4 != 3
    if not swiss:
        entrants = 4 + seed % 9
        return generated(seed, entrants, entrants - 1 + entrants % 2, "berger"), False
    entrants = 6 + seed * 7 % 36
    return generated(seed, entrants, min(3 + seed % 9, entrants - 3)), True


@pytest.fixture(
    params=[
        pytest.param(range(start, start + EVERY_RUN), id=f"{start}", marks=() if start == 0 else pytest.mark.long)
        for start in range(0, TOURNAMENTS, EVERY_RUN)
    ],
)
def seeds(request: pytest.FixtureRequest) -> range:
    """Return numbers of tournaments; those after the first are left out of short runs."""
    numbers: range = request.param
    return numbers


def differs(name: str, table: Crosstable) -> bool:
    """Tell whether gacrux and tiebreak-core disagree on a tie-break of such a tournament.

    FIDE's rules agree with gacrux, and so do the values here:
    - 7.2 to 7.4 count games "over the board"; tiebreak-core adds forfeits won in a round robin. 7.6 leaves out forfeits
      lost; tiebreak-core counts them there.
    - 8.3 has "all paired games" of the last round drawn, forfeited ones too; tiebreak-core draws only those played.
    - 9.2 wants half of the possible score; tiebreak-core takes the free round of a round robin for possible, and leaves
      out what was scored by forfeits in a Swiss tournament.
    - 14 cuts rounds however few there are; tiebreak-core cuts none of too few. Of two voluntary rounds that add the
      same, gacrux cuts that of the weaker dummy first, tiebreak-core the earlier one.
    """
    if name == "SB-C2" and any(sum(cell.kind in VOLUNTARY for cell in row) > 1 for row in table.rows):
        return True
    forfeits = {place for row in table.rows for place, cell in enumerate(row) if cell.kind.value in "+-"}
    base, _, cut = name.partition("-")
    if base in ("WON", "BPG", "BWG", "REP"):
        return table.predetermined and bool(forfeits)
    if base == "FB" and table.rounds - 1 in forfeits:
        return True
    if base == "KOYA":
        return bool(forfeits) or table.predetermined
    games = min(sum(cell.kind is CellKind.PLAYED for cell in row) for row in table.rows)
    return bool(cut) and games < 5


def test_values_and_ranks_are_those_of_gacrux(seeds: range) -> None:
    """All tie-breaks of tournaments of FIDE's program, and the ranks that they give, are as it computes them."""
    compared = 0
    for seed in seeds:
        text, swiss = tournament(seed)
        table = read_report(text).table
        assert table.predetermined is not swiss
        scores = Scores(table)
        chosen = [tie_break(name) for name in NAMES]
        theirs = by_gacrux(text, [one.report for one in chosen], swiss=swiss)
        for place, one in enumerate(chosen):
            expected = [values[place] for _, values in theirs]
            assert one.values(scores) == pytest.approx(expected, nan_ok=True), (seed, one.name)
            compared += len(expected)
        for order in ORDERS:
            ranking = Placings(table, [tie_break(name) for name in order])
            theirs = by_gacrux(text, [tie_break(name).report for name in order], swiss=swiss)
            direct = order.index(DIRECT)
            for own in ranking.placings:
                rank, values = theirs[own.number - 1]
                assert (own.rank, own.tie_breaks[direct] or 0.0) == (rank, values[direct]), (seed, order, own.number)
    assert compared > 5_000


def test_values_are_those_of_tiebreak_core(seeds: range) -> None:
    """Tie-breaks are as another program computes them, apart from points where it does not follow the rules."""
    compared = set()
    for seed in seeds:
        text, _ = tournament(seed)
        table = read_report(text).table
        if table.predetermined:
            # The generator gives a point for the free round of a round robin, which the rules do not count.
            table = replace(table, rows=tuple(tuple(map(_free, row)) for row in table.rows))
        scores = Scores(table)
        for name in CRITERIA:
            one = tie_break(name)
            if differs(name, table):
                continue
            compared.add(name)
            ours = [value or 0.0 for value in one.values(scores)]
            theirs = by_tiebreak_core(table, one)
            if one.base in ("PTP", "APPO"):
                # It adds probabilities as floating-point numbers, so that a sum may miss the points by a hair; the next
                # higher sum is up to eight rating points further.
                assert all(0 <= other - own <= 8 for own, other in zip(ours, theirs, strict=True)), (seed, name)
            else:
                assert ours == pytest.approx(theirs, rel=0, abs=0.006), (seed, name)
    assert compared >= set(CRITERIA) - {"KOYA"}


def _free(cell: Cell) -> Cell:
    return cell if cell.opponent else bye(CellKind.ZERO_POINT_BYE)


def test_reports_are_read_back(seeds: range) -> None:
    """Tournaments of FIDE's program stay the same when they are read, written and read again, by it too."""
    for seed in seeds:
        text, swiss = tournament(seed)
        report = read_report(text)
        report = replace(report, tie_breaks=DEFAULTS["swiss" if swiss else "round-robin"], forbidden=((1, 3), (2, 4)))
        written = write_report(report)
        assert read_report(written) == report, seed
        theirs, again = parsed(text), parsed(written)
        assert _games(again) == _games(theirs), seed
        assert again["rankOrder"] == ["PTS", *(tie_break(name).report for name in report.tie_breaks)]
        assert again["topColor"] == theirs["topColor"]
        assert again["numRounds"] == theirs["numRounds"]
        assert [one["competitors"] for one in again["prohibited"]] == [[1, 3], [2, 4]]


def _games(read: dict[str, Any]) -> list[dict[str, Any]]:
    return [{**game, "id": 0} for game in read["gameList"]]
