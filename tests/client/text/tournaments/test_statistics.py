"""Statistics as text: what is not known is said so, and never shown as zero or infinite."""

import pytest

from kibitz_client.columns import width_of
from kibitz_client.text.tournaments.statistics import progress_line, report_lines
from kibitz_protocol.tournaments.views import EntrantSpeeds, Losses, PairStatistics, SprtView, StatisticsView
from tests.client.tournaments import entrant, pair_statistics

KNOWN = pair_statistics(
    [40, 60, 44],
    [3, 10, 40, 14, 5],
    score=0.5139,
    elo=9.65,
    elo_low=-17.1,
    elo_high=36.5,
    elo_error=26.8,
    normalized_elo=14.1,
    normalized_error=40.1,
    superiority=0.76,
)
SPRT = SprtView(
    elo0=0,
    elo1=10,
    alpha=0.05,
    beta=0.05,
    model="normalized",
    llr=0.31,
    lower=-2.94,
    upper=2.94,
    pairs=72,
    verdict="running",
)


def statistics(*pairs: PairStatistics, sprt: SprtView | None = None, names: int = 2) -> StatisticsView:
    """Return statistics."""
    return StatisticsView(
        tournament="t1",
        seq=9,
        entrants=[entrant(number) for number in range(1, names + 1)],
        games=144,
        pairs=list(pairs),
        sprt=sprt,
        first_score=0.55,
        draw_rate=None,
        mean_plies=7.5,
        losses=[Losses(entrant=2, time=1, failure=0, forfeit=2), Losses(entrant=1, time=0, failure=0, forfeit=0)],
        speeds=[EntrantSpeeds(entrant=2, depth=8.5, nodes_per_s=1234567.0, seconds_per_move=None)],
        repeated=31,
        warnings=["31 of 144 games repeat earlier games; error bars are too narrow; use openings or seeds"],
    )


def test_a_match_in_full() -> None:
    """Pair counts, Elo with its interval, normalized Elo and the test have a line each."""
    assert report_lines(statistics(KNOWN, sprt=SPRT), 80) == [
        "144 games counted",
        "a against b: +44 =60 -40, score 51.4 %",
        "points of a pair   0  1/2    1  3/2    2",
        "complete pairs     3   10   40   14    5",
        "Elo of the first over the second: +9.7 (-17.1 to +36.5, 95 %)",
        "normalized Elo: +14.1 +-40.1",
        "likelihood of superiority: 0.760",
        "SPRT 0 to 10 Elo (normalized, alpha 0.05, beta 0.05): not decided yet",
        "LLR +0.31 (-2.94 to +2.94) after 72 pairs",
        "draws: not known yet; score of the first player: 55.0 %; plies of a game: 7.5",
        "b: depth 8.5, 1,234,567 nodes/s, not known yet s for a move",
        "b lost 1 on time, 0 by failure, 2 by forfeit",
        "games that repeat an earlier game of the same entrants: 31",
        "warning: 31 of 144 games repeat earlier games; error bars are too narrow; use openings or seeds",
    ]


def test_what_is_not_known_is_said_so() -> None:
    """Without enough pairs there is no number."""
    lines = report_lines(statistics(pair_statistics([0, 8, 0], [0, 0, 4, 0, 0])), 80)
    assert "Elo of the first over the second: not known yet" in lines
    assert "normalized Elo: not known yet" in lines
    assert "likelihood of superiority: not known yet" in lines
    assert not any("inf" in line or "nan" in line for line in lines)


def test_many_pairs_of_entrants_are_a_table() -> None:
    """Each pair of entrants has a line, within the width."""
    pairs = [KNOWN.model_copy(update={"first": 1, "second": number}) for number in (2, 3)]
    lines = report_lines(statistics(*pairs, names=3), 60)
    table = lines[1:4]
    assert [line.split()[:2] for line in table] == [["first", "second"], ["a", "b"], ["a", "c"]]
    assert "+9.7 +-26.8" in table[1]
    assert max(map(width_of, table)) <= 60


@pytest.mark.parametrize(
    ("pair", "sprt", "llr", "line"),
    [
        (KNOWN, SPRT, 0.31, "pair 72: 1.5-0.5  +44 =60 -40  score 51.4 %  Elo +9.7 +-26.8  LLR +0.31 (-2.94 to +2.94)"),
        (KNOWN, None, None, "pair 72: 1.5-0.5  +44 =60 -40  score 51.4 %  Elo +9.7 +-26.8"),
        (None, None, None, "pair 72: 1.5-0.5"),
    ],
)
def test_progress_of_a_match(pair: PairStatistics | None, sprt: SprtView | None, llr: float | None, line: str) -> None:
    """A pair has one line with what is known."""
    assert progress_line(72, [1.5, 0.5], pair, sprt, llr) == line
