"""Statistics: pair counts, totals, losses, repeated games, rating list and sequential test."""

import pytest

from kibitz_server.core.tournament.commands import SetResult
from kibitz_server.core.tournament.rules.figures import figures, ratings
from kibitz_server.core.tournament.rules.figures import sprt_progress as progress_of
from kibitz_server.core.tournament.statistics.sprt import SequentialTest
from kibitz_server.core.tournament.values import Format, GameOutcome, HowEnded, SideFigures
from tests.server.core.tournament.play import DRAWN, LOST, ORGANISER, WON, Play, engines, people


def test_pairs_and_games_are_counted_as_the_first_sees_them() -> None:
    """Game pairs and games are counted from the view of the entrant with the lower number."""
    play = Play(Format.MATCH, engines(2), games=8, pairs=True)
    for outcome in (WON, LOST, WON, DRAWN, DRAWN, DRAWN, LOST):
        play.play(outcome)
    met = figures(play.tournament).met[0]
    assert (met.first, met.second) == (1, 2)
    assert met.pairs == (0, 0, 1, 1, 1)
    assert met.games == (1, 3, 3)
    assert met.statistics.sample == "pairs"
    assert met.statistics.elo is None


def test_forfeits_say_nothing_about_strength() -> None:
    """Forfeited games are listed as lost, and are no part of counts, totals and ratings."""
    play = Play(Format.ROUND_ROBIN, people(3))
    play.play(GameOutcome((0.0, 1.0), HowEnded.FORFEIT))
    found = figures(play.tournament)
    assert found.met == ()
    assert found.totals.games == 0
    assert sum(each.forfeit for each in found.lost) == 1
    assert found.warnings == ("the only game was lost by forfeit",)


def test_losses_are_listed_by_kind() -> None:
    """Losses on time, by failure and by forfeit count, are listed for each entrant, and above 1 % are a warning."""
    play = Play(Format.MATCH, engines(2), games=300)
    for number in range(300):
        how = {0: HowEnded.TIME, 100: HowEnded.FAILURE, 200: HowEnded.FAILURE, 201: HowEnded.FAILURE}.get(number)
        play.play(GameOutcome((0.0, 1.0), how) if how else DRAWN)
    found = figures(play.tournament)
    assert sum(each.time for each in found.lost) == 1
    assert sum(each.failure for each in found.lost) == 3
    assert found.totals.games == 300
    assert found.warnings == ()
    play.do(SetResult(ORGANISER, 5, GameOutcome((0.0, 1.0), HowEnded.FAILURE), "x"))
    assert figures(play.tournament).warnings == ("4 of 300 games were lost by engine failure",)


def test_repeated_games_are_reported() -> None:
    """Games of the same entrants with the same moves are counted, whatever the sides, and above 5 % a warning."""
    play = Play(Format.MATCH, engines(2), games=200)
    for number in range(200):
        game = play.begin()
        play.end(game, DRAWN, moves_hash=f"h{max(0, number - 31)}")
    found = figures(play.tournament)
    assert found.repeated.repeated == 31
    assert found.warnings == ("31 of 200 games repeat earlier games; error bars are too narrow; use openings or seeds",)


def test_sums_follow_changed_results() -> None:
    """A result that the organiser sets or voids changes the statistics, which were summed up before."""
    play = Play(Format.MATCH, engines(2), games=4, pairs=True)
    for _ in range(4):
        play.play(WON)
    assert figures(play.tournament).met[0].pairs == (0, 0, 2, 0, 0)
    play.do(SetResult(ORGANISER, 1, LOST, "x"))
    assert figures(play.tournament).met[0].pairs == (1, 0, 1, 0, 0)
    open_one = Play(Format.MATCH, engines(2), games=6, pairs=True)
    for _ in range(4):
        open_one.play(WON)
    assert figures(open_one.tournament).met[0].games == (2, 0, 2)
    open_one.do(SetResult(ORGANISER, 1, None, "x", void=True))
    assert figures(open_one.tournament).met[0].games == (2, 0, 1)
    assert figures(open_one.tournament).met[0].pairs == (0, 0, 1, 0, 0)


def test_searches_are_summed_up_for_each_entrant() -> None:
    """Depth, nodes and time of searches belong to the entrant and not to the side."""
    play = Play(Format.MATCH, engines(2), games=2)
    one, other = SideFigures(10, depth=50, nodes=1000, seconds=2.0), SideFigures(10, depth=30, nodes=500, seconds=1.0)
    for _ in range(2):
        game = play.begin()
        play.end(game, DRAWN, sides=(one, other) if game.first == 1 else (other, one))
    found = figures(play.tournament)
    assert found.searches[1].mean_depth == 5
    assert found.searches[2].mean_depth == 3
    assert found.searches[1].nodes_per_second == found.searches[2].nodes_per_second == 500
    assert found.totals.mean_plies == 40
    assert found.totals.first_mover_score == 0.5


def test_the_rating_list_and_its_anchor() -> None:
    """The rating list orders entrants by their results, and an anchor fixes its scale."""
    play = Play(Format.ROUND_ROBIN, engines(4), cycles=2, anchor=("e3", 1800.0))
    play.play_all()
    found = ratings(play.tournament)
    assert [row.entrant for row in found] == [1, 2, 3, 4]
    assert found[2].elo == pytest.approx(1800)


def test_the_course_of_a_sequential_test() -> None:
    """The state of a test has its bounds, its counts and a course of at most a hundred points."""
    play = Play(Format.MATCH, engines(2), games=1200, sprt=SequentialTest(-500, 500))
    assert progress_of(Play(Format.MATCH, engines(2)).tournament) is None
    play.play(WON)
    play.play(DRAWN)
    found = progress_of(play.tournament)
    assert found is not None
    assert found.verdict == "running"
    assert found.counts == (0, 0, 0, 1, 0)
    assert found.course[-1][:2] == (1, found.llr)
    balanced = Play(Format.MATCH, engines(2), games=1200, sprt=SequentialTest(-0.01, 0.01))
    balanced.play_all(lambda game: (WON, DRAWN, LOST)[game.number % 3])
    long = progress_of(balanced.tournament)
    assert long is not None
    assert long.verdict == "undecided"
    assert 50 < len(long.course) <= 101
    assert long.course[-1][0] == 600
