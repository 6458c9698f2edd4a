"""Monte Carlo search of information sets: it uses only what its side has seen, and finds what that is worth."""

import pytest

from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import SearchResult, run
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Game, Position, bind
from tests.server.engine import bluff
from tests.server.engine.helpers import PLAIN, compiled_cases, hidden_games, native, random_positions, without

BLUFF: Game = bind(bluff, {})


def report(position: Position, playouts: int = 2_000, seed: int = 1) -> SearchResult:
    """Return the report of a search with a fixed seed."""
    control = SearchControl()
    control.reset(None)
    return run(position, "ismcts", Limit(playouts=playouts, seed=seed), control)


@pytest.mark.parametrize(
    ("text", "move", "score"),
    [("KJ pb", "bet", 200), ("JK b", "bet", 200), ("JQ pb", "pass", -100), ("QJ b", "pass", -100)],
)
def test_what_is_certain_is_found(text: str, move: str, score: int) -> None:
    """A king calls a bet and wins two antes; a jack folds and loses one."""
    found = report(BLUFF.start(text))
    assert (found.move, found.line) == (move, (move,))
    assert found.score == pytest.approx(score, abs=5)


def test_the_average_counts_both_cards() -> None:
    """A queen that calls wins two antes from a jack and loses two to a king: on average nothing."""
    assert report(BLUFF.start("QK pb")).score == pytest.approx(0, abs=15)


@pytest.mark.parametrize("game", hidden_games(), ids=lambda game: game.name)
def test_the_search_knows_nothing_hidden(game: Game) -> None:
    """Whatever the other side holds, the search of a position is that of what the side to move has seen."""
    for position in random_positions(game, 5, seed=8):
        found, seen = report(position, 50), report(position.seen_by(position.state.turn), 50)
        assert (found.move, found.score, found.shares) == (seen.move, seen.score, seen.shares)
    if game is BLUFF:
        assert report(BLUFF.start("JQ p")).shares == report(BLUFF.start("KQ p")).shares


def test_a_seed_repeats_a_search() -> None:
    """The same seed gives the same report, another one other visits."""
    first, second, other = (report(BLUFF.start("QK -"), 500, seed) for seed in (1, 1, 2))
    assert (first.move, first.score, first.shares) == (second.move, second.score, second.shares)
    assert other.shares != first.shares


def test_shares_are_those_of_the_visits() -> None:
    """All moves are tried, and the shares have the most visited move first."""
    found = report(BLUFF.start("QK -"))
    assert {move for move, _ in found.shares} == {"bet", "pass"}
    assert found.shares[0][1] >= found.shares[1][1]
    assert 998 <= sum(share for _, share in found.shares) <= 1000
    assert found.move == found.shares[0][0]


def test_a_chance_event_that_is_due_is_averaged() -> None:
    """Before the deal there is no move, and the score is what the first side wins on average."""
    found = report(BLUFF.start())
    assert (found.move, found.line, found.shares) == ("", (), ())
    assert abs(found.score) < 40


def test_a_game_without_results_of_hands_has_wins() -> None:
    """Without `won`, a win counts 100."""
    assert report(without(BLUFF, "won").start("KJ pb")).score == 100


def test_a_full_tree_is_still_searched() -> None:
    """When the tree has no room for more nodes, the search goes on in those that it has."""
    search, control = SpecialisedSearch("ismcts", BLUFF, PLAIN, {"TABLE_BITS": 2}), SearchControl()
    control.reset(None)
    workspace, view = search.workspace(BLUFF.start("QK -").seen_by(0).state), search.attach(control)
    search.run.start(workspace, view, 7)
    search.run.search(workspace, view, 2_000)
    search.run.report(workspace, view)
    assert control.filled == 4
    assert sum(control.share[: control.choices]) >= 997


@pytest.mark.compiled
@pytest.mark.io
@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", compiled_cases(hidden_games()))
def test_machine_code_searches_the_same_tree(game: Game) -> None:
    """The same seed gives the same guesses, tree and report in machine code and in plain Python."""
    plain, compiled = (SpecialisedSearch("ismcts", game, backend, {"TABLE_BITS": 10}) for backend in (PLAIN, native()))
    for position in random_positions(game, 3, seed=3):
        seen, found = position.seen_by(position.state.turn), []
        for search in (plain, compiled):
            control = SearchControl()
            control.reset(None)
            workspace, view = search.workspace(seen.state), search.attach(control)
            search.run.start(workspace, view, 7)
            search.run.search(workspace, view, 300)
            search.run.report(workspace, view)
            found.append(bytes(control))
        assert found[0] == found[1]
