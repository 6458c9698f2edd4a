"""Guarantees of a search to its caller: a legal move, the limit kept, refusals as sentences."""

import pickle
from collections.abc import Sequence

import pytest

from kibitz_server.engine.algorithms import ALGORITHMS, UnfitAlgorithm, UnknownAlgorithm, check
from kibitz_server.engine.compiler.specialise import SpecialisedSearch, specialise
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import Job, run
from kibitz_server.engine.hidden.fit import solvable
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Game, Position, bind
from kibitz_server.games.registry import load
from tests.server.engine import dash
from tests.server.engine.helpers import PLAIN, games_of_chance, hidden_games, random_positions, searched, small_games


def fresh(nodes: int | None = None) -> SearchControl:
    """Return a control block that is ready for a search."""
    control = SearchControl()
    control.reset(nodes)
    return control


OPEN = [name for name in ALGORITHMS if name not in ("cfr", "ismcts")]
"""Algorithms for games that hide nothing; the two others are for hidden information alone."""


@pytest.mark.parametrize("algorithm", OPEN)
@pytest.mark.parametrize("game", small_games(), ids=lambda game: game.name)
def test_a_legal_move_whatever_happens(game: Game, algorithm: str) -> None:
    """A search stopped at its first node still answers with a legal move."""
    report = run(game.start(), algorithm, Limit(nodes=1, seed=1, level=10), fresh(1))
    assert report.move in {move.text for move in game.start().legal}


@pytest.mark.parametrize("algorithm", ["expectiminimax", "level", "mcts", "random"])
@pytest.mark.parametrize("game", games_of_chance(), ids=lambda game: game.name)
def test_a_legal_move_with_chance(game: Game, algorithm: str) -> None:
    """A search of a game with chance that is stopped at its first node answers with a legal move too."""
    (position,) = random_positions(game, 1, seed=5)
    report = run(position, algorithm, Limit(nodes=1, seed=1, level=3), fresh(1))
    assert report.move in {move.text for move in position.legal}
    assert all(text not in {"heads", "tails"} for text in report.line)


@pytest.mark.parametrize("algorithm", ["cfr", "ismcts", "level", "random"])
@pytest.mark.parametrize("game", hidden_games(), ids=lambda game: game.name)
def test_a_legal_move_with_hidden_information(game: Game, algorithm: str) -> None:
    """A search of a game with hidden information that is stopped at once answers with a legal move too."""
    if algorithm == "cfr" and not solvable(game):
        with pytest.raises(UnfitAlgorithm, match="choose ismcts"):
            run(game.start(), algorithm, Limit(nodes=1), fresh(1))
        return
    for position in random_positions(game, 3, seed=5):
        report = run(position, algorithm, Limit(nodes=1, seed=1, level=3), fresh(1))
        assert report.move in {move.text for move in position.legal}


AVERAGES = [("expectiminimax", -9_999, 0), ("level", -9_999, 0), ("mcts", -33, 4)]


@pytest.mark.parametrize(("algorithm", "score", "within"), AVERAGES)
def test_a_chance_event_that_is_due_is_averaged(algorithm: str, score: int, within: int) -> None:
    """Where a chance event is due, a search has the average of the chance events as its score, and no move."""
    position = bind(dash, {}).start("1 3 X coin")
    report = run(position, algorithm, Limit(nodes=4_000, seed=1, level=9), fresh(4_000))
    assert (report.move, report.line, report.wins_in) == ("", (), None)
    assert report.score == pytest.approx(score, abs=within)


def test_random_moves_value_no_chance_events() -> None:
    """A random choice of moves says nothing about a position in which a chance event is due."""
    with pytest.raises(UnfitAlgorithm, match="a chance event is due in this one"):
        run(bind(dash, {}).start("1 3 X coin"), "random", Limit(seed=1), fresh())


@pytest.mark.parametrize("algorithm", OPEN)
def test_stops_when_the_stop_is_set(algorithm: str) -> None:
    """A stop that is set beforehand ends a search immediately, as a cancel does."""
    control = fresh()
    control.stop = 1
    report = run(load("connect4").start(), algorithm, Limit(seconds=60, level=10), control)
    assert report.nodes <= 64


def test_time_ends_a_search() -> None:
    """A search bounded by time alone ends after its seconds, long before the game is searched to its end."""
    position = load("connect4", {"columns": 8}).start()
    report = run(position, "alphabeta", Limit(seconds=0.2), fresh())
    assert report.seconds >= 0.2
    assert report.depth < int(position.game.rules.MAX_PLIES)


def test_the_same_search_twice() -> None:
    """A search bounded by nodes gives the same answer each time."""
    first, second = (run(load("connect4").start(), "alphabeta", Limit(nodes=3_000), fresh(3_000)) for _ in range(2))
    assert (first.move, first.score, first.line) == (second.move, second.score, second.line)


def test_unknown_algorithm() -> None:
    """The refusal of an unknown name lists the known ones."""
    with pytest.raises(UnknownAlgorithm, match="no engine is called 'stockfish'; there are alphabeta"):
        check("stockfish", load("connect4"))


def test_a_job_travels_by_value() -> None:
    """A job restores its position from the game, its options and the moves."""
    job = Job("connect4", (("columns", 5),), None, ("1", "1"), "random", Limit(seed=1))
    assert job.position().text == "-----/-----/-----/-----/O----/X---- X"


def test_a_job_of_a_hidden_game_travels_with_what_its_seat_has_seen() -> None:
    """A job with a seen position has that position, also in another process, and no moves that would tell more."""
    seen = load("backgammon").start()
    job = Job("backgammon", (), None, (), "random", Limit(seed=1), seen=seen)
    assert pickle.loads(pickle.dumps(job)).position().text == seen.text
    for start, moves in ((seen.text, ()), (None, ("31",))):
        with pytest.raises(ValueError, match="a seen position has no start and no moves"):
            Job("backgammon", (), start, moves, "random", Limit(seed=1), seen=seen)


def test_arrangements_of_chess_share_their_searches() -> None:
    """One search serves all of them but the usual one, and finds the same as one that is made for the arrangement."""
    numbers = (5, 700, 518)
    games = [load("chess", {"array": number}) for number in numbers]
    limit = Limit(depth=2)
    codes = [Job("chess", tuple(game.options.items()), None, (), "alphabeta", limit).code for game in games]
    assert codes[0] == codes[1] != codes[2]
    shared = specialise("alphabeta", games[1])
    assert shared is specialise("alphabeta", games[0]) is not specialise("alphabeta", games[2])
    own = SpecialisedSearch("alphabeta", games[1], PLAIN, {"TABLE_BITS": 8})
    small = SpecialisedSearch("alphabeta", shared.game, PLAIN, {"TABLE_BITS": 8})
    found = [searched(search, games[1].start(), 2)[0:2] for search in (own, small)]
    assert found[0][0] == found[1][0]
    assert bytes(found[0][1]) == bytes(found[1][1])


SHUFFLES = {
    "chess": ("6k1/5ppp/8/8/8/8/1Q3PPP/6K1 w - - 10 40", ("b2b7", "g8h8", "b7b2", "h8g8")),
    "international": ("W:WK1,K2,31:BK50,20", ("1-6", "50-45", "6-1", "45-50")),
    "russian": ("W:WKb8,e1:BKh2,g7", ("b8-a7", "h2-g1", "a7-b8", "g1-h2")),
}
"""For each game with such draws: a position, and moves that lead back to it."""


def played(position: Position, moves: Sequence[str]) -> Position:
    """Return the position after these moves."""
    for move in moves:
        position = position.after(position.find(move))
    return position


def recurs(position: Position) -> bool:
    """Return whether a search counts a position as drawn."""
    return bool(position.game.rules.recurring(position.state))


@pytest.mark.parametrize("name", SHUFFLES)
def test_an_analysis_counts_no_single_repetition_of_the_match_as_drawn(name: str) -> None:
    """A position that occurred once before the root does not recur. The root does, and a third time is a draw."""
    start, loop = SHUFFLES[name]
    game = load(name)
    before = played(game.start(start), loop[:3])
    assert recurs(played(before, loop[3:]))
    assert not recurs(played(before.for_analysis(), loop[3:]))
    assert recurs(played(before.for_analysis(), (loop[3], *loop[:3])))
    third = played(played(before, loop[3:]).for_analysis(), loop)
    assert third.outcome is not None
    assert third.outcome.winner is None


def test_a_winning_side_that_repeats_once_is_still_winning() -> None:
    """White repeats with a queen more: a search for a player calls that a draw, an analysis does not."""
    start, loop = SHUFFLES["chess"]
    position = played(load("chess").start(start), (*loop, loop[0]))
    scores = [
        run(position, "alphabeta", Limit(depth=2, thorough=thorough), fresh()).score for thorough in (False, True)
    ]
    assert scores[0] == 0 > -500 > scores[1]
