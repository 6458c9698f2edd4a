"""Reasons for places in words."""

from kibitz_server.core.tournament.crosstable import crosstable
from kibitz_server.core.tournament.tie_breaks.ranking import Placings
from kibitz_server.core.tournament.tie_breaks.reasons import MOST_LISTED, place_reasons, reasons
from kibitz_server.core.tournament.tie_breaks.table import default_tie_breaks, tie_breaks
from tests.server.core.tournament.seven import NAMES, TABLE, table_of
from tests.server.core.tournament.tie_breaks.test_ranking import CIRCLE, SURE

SEVEN = Placings(TABLE, default_tie_breaks("swiss"))


def test_what_decides_between_tied_entrants() -> None:
    """The first tie-break that differs is named with its figures and its meaning, after those that are equal."""
    assert reasons(SEVEN, 6, 3, NAMES) == [
        "Fay and Cal have 4.5 points each.",
        "BH-C1 (24.5 each) and BH (26.5 each) leave them equal.",
        "SB decides: Fay has 17, Cal 14.5. SB (Sonneborn-Berger) counts the points of each opponent times the points"
        " scored against it, added up.",
        "SB of Fay is 17: 4.5 x 1 (Cal, round 1), 4 x 0.5 (Eve, round 2), 2 x 0.5 (Dan, round 3), 6 x 0.5 (Ann,"
        " round 4), 3.5 x 0 (Bea, round 5), 3.5 x 1 (a dummy, round 6) and 3 x 1 (Gus, round 7).",
        "Round 6 of Fay was a bye, because no opponent was left; it counts as a game against a dummy with 3.5 points,"
        " not Fay's own 4.5: it has at most half a point per round.",
        "SB of Cal is 14.5: 4.5 x 0 (Fay, round 1), 3.5 x 1 (Bea, round 2), 3 x 0.5 (Gus, round 3), 3.5 x 1 (a dummy,"
        " round 4), 6 x 0 (Ann, round 5), 4 x 1 (Eve, round 6) and 2 x 1 (Dan, round 7).",
        "Round 4 of Cal was a bye, because no opponent was left; it counts as a game against a dummy with 3.5 points,"
        " not Cal's own 4.5: it has at most half a point per round.",
    ]


def test_points_decide_first() -> None:
    """Entrants with different points need no tie-break."""
    assert reasons(SEVEN, 1, 6, NAMES) == ["Ann is above Fay: 6 points to 4.5."]


def test_a_place_with_dummy_and_cut() -> None:
    """An entrant sees what its tie-breaks consist of, which round is cut, and what a dummy opponent has, and why."""
    sentences = place_reasons(SEVEN, 1, NAMES)
    assert sentences[:2] == ["Ann has place 1 with 6 points.", "Ann is above Fay: 6 points to 4.5."]
    assert (
        "BH-C1 cuts round 1 of Ann, 3.5 (a dummy), which Ann could have played, and not the weakest opponent, Dan."
        in sentences
    )
    assert (
        "Round 1 of Ann was a requested half-point bye; it counts as a game against a dummy with 3.5 points, not Ann's"
        " own 6: it has at most half a point per round." in sentences
    )
    assert sum("BH of Ann is 25: 3.5 (a dummy, round 1), 3 (Gus, round 2)" in line for line in sentences) == 1


def test_a_forfeit_has_a_dummy_with_the_opponents_points() -> None:
    """For a forfeited game, the dummy's points are those of the opponent if these are less."""
    told = " ".join(place_reasons(SEVEN, 2, NAMES))
    assert "Round 6 of Bea was a game that the opponent forfeited" in told
    assert "with 3 points, not Bea's own 3.5: it has at most the points of Gus, who was paired." in told


def test_an_opponent_that_left() -> None:
    """The reasons name the draws that opponents get for the rounds after an entrant has left."""
    table = table_of("2w1 3w1 Z\n1b0 F F\n4b1 1b0 2w=\n3w0 Z Z")
    told = place_reasons(Placings(table, tie_breaks("BH", "swiss")), 2, NAMES)
    assert "Ann counts 2.5 for opponents, not 2: the rounds after it left are draws." in told


def test_direct_encounter_in_words() -> None:
    """Where direct encounter decides, the reasons have the points in the games of the tied entrants."""
    ranking = Placings(table_of(CIRCLE, predetermined=True), tie_breaks("DE", "round-robin"))
    assert reasons(ranking, 1, 2, NAMES) == [
        "Ann and Bea have 2 points each.",
        "DE decides, Ann before Bea: in the games of these tied entrants, Ann 1 and Bea 0.",
    ]
    ranking = Placings(table_of(SURE), tie_breaks("DE", "swiss"))
    assert reasons(ranking, 1, 3, NAMES)[1:] == [
        "DE decides, Ann before Cal: in the games of these tied entrants, Ann 2, Bea 0 with 1 not played and Cal 0"
        " with 1 not played.",
        "An entrant goes ahead only if no result of the games not played could change it.",
    ]


def test_no_tie_break_decides() -> None:
    """The reasons say that entrants share a place."""
    ranking = Placings(table_of(SURE), tie_breaks("DE", "swiss"))
    assert reasons(ranking, 2, 3, NAMES) == [
        "Bea and Cal have 2 points each.",
        "DE leaves them equal.",
        "No tie-break tells them apart: they share place 2 and are listed by seed.",
    ]
    assert place_reasons(ranking, 2, NAMES)[0] == "Bea shares place 2 with 2 points."


def test_koya_in_words() -> None:
    """Koya tells the limit and the opponents above it."""
    ranking = Placings(table_of(CIRCLE, predetermined=True), tie_breaks("KOYA", "round-robin"))
    assert reasons(ranking, 1, 2, NAMES)[-2:] == [
        "Ann's points against opponents with 1.5 points or more: Bea 1.",
        "Bea's points against opponents with 1.5 points or more: Ann 0.",
    ]


def test_long_lists_end() -> None:
    """A sentence lists only so many rounds."""
    rounds = MOST_LISTED + 5
    table = table_of("\n".join([" ".join(["2w1"] * rounds), " ".join(["1b0"] * rounds)]), predetermined=True)
    told = place_reasons(Placings(table, tie_breaks("SB", "round-robin")), 1, NAMES)
    assert told[-1].endswith("(Bea, round 20) and 5 more.")


def test_one_entrant() -> None:
    """An entrant alone has a place without neighbours."""
    ranking = Placings(crosstable([[]]), default_tie_breaks("swiss"))
    assert place_reasons(ranking, 1, NAMES)[0] == "Ann has place 1 with 0 points."
