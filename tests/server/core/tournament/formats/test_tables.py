"""Match, gauntlet, round robin: formats whose pairs follow from a table."""

from collections import Counter

import pytest

from kibitz_server.core.tournament.commands import SetResult
from kibitz_server.core.tournament.events import GameVoided, SprtDecided, TournamentEnded
from kibitz_server.core.tournament.formats.pairs import AHEAD
from kibitz_server.core.tournament.statistics.sprt import SequentialTest
from kibitz_server.core.tournament.values import Format, GameOutcome, HowEnded
from tests.server.core.tournament.play import DRAWN, LOST, ORGANISER, WON, Play, engines, people


def test_a_match_swaps_sides_after_each_game() -> None:
    """Single games of a match alternate sides, and end with the number of games."""
    play = Play(Format.MATCH, people(2), games=5)
    firsts = [play.play().first for _ in range(5)]
    assert firsts == [1, 2, 1, 2, 1]
    assert play.tournament.ended == TournamentEnded()
    assert play.points() == {"p1": 3.0, "p2": 2.0}


def test_a_long_match_is_paired_little_by_little() -> None:
    """A match of many games has enough of them due for all slots, and never all at once."""
    play = Play(Format.MATCH, engines(2), games=1000, pairs=True)
    assert len(play.due()) == 2 * AHEAD
    for _ in range(300):
        play.play()
        assert AHEAD <= len(play.due()) <= 2 * AHEAD
    assert len(play.tournament.pairs) < 300


def test_the_pair_that_crosses_a_bound_decides() -> None:
    """A sequential test is decided by complete pairs, ends the match at once, and voids the games that run."""
    play = Play(Format.MATCH, engines(2), games=None, sprt=SequentialTest(0, 200))
    running = play.begin(play.due()[4])
    while play.tournament.ended is None:
        first = play.begin()
        second = play.begin() if play.due() and play.due()[0].pair == first.begun.pair else None
        play.end(first, WON if first.first == 1 else LOST)
        assert play.tournament.sprt is None or second is None
        if second is not None:
            events = play.end(second, WON if second.first == 1 else LOST)
    decided = next(event for event in events if isinstance(event, SprtDecided))
    assert decided.verdict == "passed"
    assert decided.pairs == play.tournament.pair_counts[4] == sum(play.tournament.pair_counts)
    assert decided.llr > 2.94
    assert events[-2:] == (GameVoided(running.number, "the tournament has ended", again=False), TournamentEnded())
    assert play.due() == []
    play.check()


def test_a_test_with_a_bound_of_games_may_stay_undecided() -> None:
    """A test whose games are all played without a decision is undecided, which is an event."""
    play = Play(Format.MATCH, engines(2), games=20, sprt=SequentialTest(0, 10))
    play.play_all(lambda _game: DRAWN)
    sprt = play.tournament.sprt
    assert sprt is not None
    assert (sprt.verdict, sprt.pairs) == ("undecided", 10)


def test_pairs_with_a_forfeit_have_no_effect_on_the_test() -> None:
    """A pair in which a first move was missed counts in the points, and not in the counts of the test."""
    play = Play(Format.MATCH, engines(2), games=4, pairs=True)
    play.play(WON)
    play.play(GameOutcome((0.0, 1.0), HowEnded.FORFEIT))
    assert play.tournament.pair_counts == [0, 0, 0, 0, 0]
    play.play(DRAWN)
    play.play(LOST)
    assert play.tournament.pair_counts == [0, 0, 0, 1, 0]
    play.do(SetResult(ORGANISER, 2, WON, "was there"))
    assert play.tournament.pair_counts == [0, 0, 1, 1, 0]


@pytest.mark.parametrize("count", [3, 4, 5, 6, 9])
@pytest.mark.parametrize("cycles", [1, 2, 3])
def test_all_meet_all_in_a_round_robin(count: int, cycles: int) -> None:
    """Each entrant meets each other once a cycle, with sides as even as can be, and never twice in a round."""
    play = Play(Format.ROUND_ROBIN, people(count), cycles=cycles)
    play.play_all()
    met = Counter(frozenset((game.first, game.second)) for game in play.tournament.games)
    assert set(met.values()) == {cycles}
    assert len(met) == count * (count - 1) // 2
    assert play.tournament.planned_games == len(play.tournament.games)
    assert len(play.tournament.rounds) == play.tournament.planned_rounds
    for each in play.tournament.entrants:
        firsts = sum(play.tournament.games[number - 1].first == each.number for number in each.games)
        assert abs(2 * firsts - len(each.games)) <= 1


def test_a_round_robin_follows_the_berger_table() -> None:
    """The first rounds of six entrants are those of FIDE's table."""
    play = Play(Format.ROUND_ROBIN, engines(6))
    rounds = [[pair.entrants for pair in play.tournament.pairs if pair.round == number] for number in (1, 2)]
    assert rounds == [[(1, 6), (2, 5), (3, 4)], [(6, 4), (5, 3), (1, 2)]]


@pytest.mark.parametrize(("count", "seeds", "cycles", "pairs"), [(5, 1, 1, False), (6, 2, 2, False), (7, 3, 2, True)])
def test_the_first_entrants_of_a_gauntlet_meet_all(count: int, seeds: int, cycles: int, pairs: bool) -> None:
    """Each of the first entrants meets every other one once a cycle, and the others meet no one else."""
    play = Play(Format.GAUNTLET, engines(count), seeds=seeds, cycles=cycles, pairs=pairs)
    play.play_all()
    met = Counter(frozenset((game.first, game.second)) for game in play.tournament.games)
    wanted = {frozenset((one, other)) for one in range(1, seeds + 1) for other in range(1, count + 1) if one != other}
    assert met == dict.fromkeys(wanted, cycles * (1 + pairs))
    assert play.tournament.planned_games == len(play.tournament.games)
    for each in play.tournament.entrants[:seeds]:
        firsts = sum(play.tournament.games[number - 1].first == each.number for number in each.games)
        assert abs(2 * firsts - len(each.games)) <= 2
