"""The score of a duel."""

import pytest

from kibitz_client.commands.duel.tally import Tally, first_engine_score, game_text
from kibitz_client.match.sprt import Sprt
from kibitz_client.match.state import MatchState, advance
from kibitz_protocol.values.matches import Result
from tests.client.samples import snapshot

NAMES = ("level:3", "level:4")


def finished(winner: int | None, moves: str = "40") -> MatchState:
    """Return a finished match."""
    state = advance(None, snapshot(moves, phase="finished", result=Result(winner=winner, reason="line")))
    assert state is not None
    return state


@pytest.mark.parametrize(
    ("winner", "swapped", "score"),
    [(0, False, 1.0), (1, False, 0.0), (0, True, 0.0), (1, True, 1.0), (None, True, 0.5)],
)
def test_a_score_belongs_to_the_engine_and_not_to_the_seat(winner: int | None, swapped: bool, score: float) -> None:
    """The first engine has the second seat in each second game."""
    assert first_engine_score(finished(winner), swapped=swapped) == score


def test_a_game_without_a_result() -> None:
    """An aborted game has no score, is counted apart, and leaves its pair open."""
    aborted = advance(None, snapshot(phase="aborted", result=Result(winner=None, reason="stopped")))
    assert aborted is not None
    assert first_engine_score(aborted, swapped=False) is None
    tally = Tally(NAMES, Sprt(0, 10))
    tally.add(0, 1.0)
    tally.add(0, None)
    assert (tally.counted, tally.without_result, tally.pairs.total) == (1, 1, 0)
    assert "without a result: 1" in tally.table(80)


def test_the_games_of_a_pair_may_end_in_any_order() -> None:
    """Games of several pairs that run at once are paired by number."""
    tally = Tally(NAMES)
    for pair, score in ((0, 1.0), (1, 0.0), (1, 0.5), (0, 1.0)):
        tally.add(pair, score)
    assert tally.pairs.counts == [0, 1, 0, 0, 1]
    assert tally.line() == "4 games  +2 =1 -1"


def test_the_table_has_elo_and_the_verdict() -> None:
    """The final table has each engine, Elo with its margin, and what the test says with its error rates."""
    tally = Tally(NAMES, Sprt(0, 100))
    for pair in range(40):
        tally.add(pair, 1.0)
        tally.add(pair, 1.0 if pair % 4 else 0.0)
    assert tally.decided
    first, second, elo, verdict, ratio = tally.table(80)
    assert first.split() == ["level:3", "70", "of", "80", "87.5", "%", "70", "won", "0", "drawn", "10", "lost"]
    assert second.split()[:4] == ["level:4", "10", "of", "80"]
    assert elo.startswith("Elo of the first over the second: +338, with 95 % between +")
    assert verdict == "SPRT: the difference is +100 Elo rather than +0 (alpha 0.05, beta 0.05)"
    assert ratio.endswith("after 40 pairs (-2.94 to +2.94)")


def test_a_game_is_one_line() -> None:
    """A game has its number, the engines by seat, result, plies and code."""
    assert game_text(1, finished(0), NAMES, swapped=False) == "1. level:3 v level:4  1-0 line  2 plies  K7QX"
    assert game_text(2, finished(None, "4"), NAMES, swapped=True) == "2. level:4 v level:3  draw line  1 ply  K7QX"
