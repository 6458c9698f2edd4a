"""Monte Carlo search: it proves certain results, and the same seed gives the same games."""

from typing import Any

import pytest

from kibitz_server.engine.algorithms import ALGORITHMS
from kibitz_server.engine.compiler.backend import Backend
from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import SearchControl, read
from kibitz_server.engine.driver import SearchResult, describe, run
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.score import wins_in
from kibitz_server.games.game import Game, LegalMove, Position, bind
from kibitz_server.games.registry import declarations, load
from tests.server.engine import dash, race, tug
from tests.server.engine.helpers import PLAIN, native, random_positions, small_games, with_constants, with_names

ONE = ("gomoku", "hex", "mnk", "connect4", "tictactoe", "ultimate")
"""Games in which a move can win at once in many positions."""
DASH = bind(dash, {})
TUG = bind(tug, {})


def report(position: Position, playouts: int) -> SearchResult:
    """Return the report of a search with a fixed seed."""
    control = SearchControl()
    control.reset(None)
    return run(position, "mcts", Limit(playouts=playouts, seed=1), control)


def test_proves_a_win_at_once() -> None:
    """A winning move is proven, and the search ends."""
    found = report(load("connect4").start("-------/-------/-------/-------/OOO----/XXX---- X"), 5_000)
    assert (found.move, found.wins_in) == ("4", 1)
    assert found.nodes < 1_000


def test_proves_a_loss() -> None:
    """Every answer to a double threat loses, and the report says so."""
    found = report(load("connect4").start("-------/-------/-------/-------/--XX---/-OOO--X X"), 5_000)
    assert found.wins_in == -2


@pytest.mark.parametrize(
    ("text", "move", "score"), [("1 3", "dash", -33), ("2 3 O", "dash", -33), ("3 1", "walk", None)]
)
def test_chance_counts_by_its_weight(text: str, move: str, score: int | None) -> None:
    """The result of a draw counts as often as it comes: heads wins and comes once in three times."""
    found = report(DASH.start(text), 4_000)
    assert found.move == move
    assert found.line == (move,)
    if score is None:
        assert found.wins_in == 1
    else:
        assert found.wins_in is None
        assert found.score == pytest.approx(score, abs=4)


def test_chance_is_proven_where_all_draws_agree() -> None:
    """A side that loses after each draw has lost; one that may win has not, however unlikely that is."""
    found = report(DASH.start("0 3"), 2_000)
    assert found.wins_in is not None
    assert found.wins_in < 0
    assert report(DASH.start("1 3"), 2_000).wins_in is None


@pytest.mark.compiled
@pytest.mark.parametrize("game", [DASH, bind(race, {})], ids=lambda game: game.name)
def test_compiled_draws_are_the_same(game: Game) -> None:
    """With chance too, the same seed gives the same tree in machine code and in plain Python."""
    trees = [grown(game, backend, game.start()) for backend in (PLAIN, native())]
    assert trees[0] == trees[1]


def grown(game: Game, backend: Backend, position: Position) -> bytes:
    """Return the report of 500 playouts by a backend."""
    search, control = SpecialisedSearch("mcts", game, backend, {"TABLE_BITS": 12}), SearchControl()
    control.reset(None)
    workspace, view = search.workspace(position.state), search.attach(control)
    search.run.start(workspace, view, 7)
    search.run.search(workspace, view, 500)
    search.run.report(workspace, view)
    return bytes(control)


def test_moves_of_chance_learn_from_playouts() -> None:
    """With AMAF, draws are not moves that a side played later, whatever their codes."""
    position = DASH.start("1 2 X coin")
    played = with_constants(DASH, AMAF=50, CODES=2)
    assert SearchControl.from_buffer_copy(grown(played, PLAIN, position)).nodes == 500


def test_shares_add_up() -> None:
    """The visit shares are sorted and cover all moves of a small game."""
    found = report(load("tictactoe").start(), 400)
    shares = [share for _, share in found.shares]
    assert shares == sorted(shares, reverse=True)
    assert 980 <= sum(shares) <= 1000
    assert found.shares[0][0] == found.move


@pytest.mark.compiled
def test_compiled_plays_the_same_games() -> None:
    """The same seed gives the same tree in machine code and in plain Python."""
    game = load("connect4")
    found = []
    for backend in (PLAIN, native()):
        search = SpecialisedSearch("mcts", game, backend, {"TABLE_BITS": 12})
        control = SearchControl()
        control.reset(None)
        workspace, view = search.workspace(game.start().state), search.attach(control)
        search.run.start(workspace, view, 7)
        search.run.search(workspace, view, 300)
        search.run.report(workspace, view)
        found.append(bytes(control))
    assert found[0] == found[1]


@pytest.mark.compiled
@pytest.mark.io
@pytest.mark.timeout(300)
def test_moves_played_later_count_too() -> None:
    """With AMAF the same seed gives the same tree in machine code and in plain Python."""
    game, found = with_constants(load("tictactoe"), AMAF=50, CODES=9), []
    for backend in (PLAIN, native()):
        search, control = SpecialisedSearch("mcts", game, backend, {"TABLE_BITS": 12}), SearchControl()
        control.reset(None)
        workspace, view = search.workspace(game.start().state), search.attach(control)
        search.run.start(workspace, view, 7)
        search.run.search(workspace, view, 500)
        search.run.report(workspace, view)
        found.append(bytes(control))
    assert found[0] == found[1]


def test_results_are_proven_with_moves_played_later() -> None:
    """With AMAF a position is searched until its result is certain."""
    game = with_constants(load("tictactoe"), AMAF=50, CODES=9)
    search, control = SpecialisedSearch("mcts", game, PLAIN, {"TABLE_BITS": 12}), SearchControl()
    control.reset(None)
    ALGORITHMS["mcts"].run(search, game.start("X--/-O-/--X O"), Limit(playouts=5_000, seed=1), control)
    assert control.nodes < 5_000


def test_a_reply_takes_the_place_of_a_free_choice() -> None:
    """In a playout, the moves of `reply` are played in place of others; it gets the move before."""
    asked: list[int] = []

    def reply(s: Any, last: int, moves: list[int], k: int) -> int:
        asked.append(last)
        if s.own >> (last + 1) & 1 or s.other >> (last + 1) & 1 or last == 8:
            return k
        moves[k] = last + 1
        return k + 1

    game = load("tictactoe")
    told = Game(game.declaration, game.options, game.names | {"reply": reply})
    search, control = SpecialisedSearch("mcts", told, PLAIN, {"TABLE_BITS": 12}), SearchControl()
    control.reset(None)
    ALGORITHMS["mcts"].run(search, told.start(), Limit(playouts=1, seed=1), control)
    # After the first tile all further ones follow in order, until X has a diagonal with the seventh.
    assert asked == list(range(6))


@pytest.mark.compiled
@pytest.mark.parametrize("amaf", [0, 50])
def test_compiled_playouts_of_likely_moves_are_the_same(amaf: int) -> None:
    """With guided playouts too, the same seed gives the same tree in machine code and in plain Python."""
    game = with_constants(TUG, AMAF=amaf)
    trees = [grown(game, backend, game.start("0 0 0 X")) for backend in (PLAIN, native())]
    assert trees[0] == trees[1]


@pytest.mark.compiled
def test_means_of_the_moves_are_told() -> None:
    """The means and visits of the root's moves are the same in machine code and plain Python; certain results count."""
    game, found = with_constants(TUG, AMAF=50), []
    for backend in (PLAIN, native()):
        search, control = SpecialisedSearch("mcts", game, backend, {"TABLE_BITS": 12}), SearchControl()
        control.reset(None)
        workspace, view = search.workspace(game.start("4 0 2 O").state), search.attach(control)
        search.run.start(workspace, view, 7)
        search.run.search(workspace, view, 200)
        found.append(search.expected(workspace))
    assert found[0] == found[1]
    assert found[0][tug.REST][0] == 1.0  # X rests too, and wins
    assert found[0][tug.JERK][0] < found[0][tug.PULL][0]  # better for O
    assert sum(visits for _, visits in found[0].values()) == pytest.approx(200, abs=2)


def only_playout(game: Game, position: Position) -> SearchControl:
    """Return the control block after one playout in plain Python."""
    search, control = SpecialisedSearch("mcts", game, PLAIN, {"TABLE_BITS": 12}), SearchControl()
    control.reset(None)
    ALGORITHMS["mcts"].run(search, position, Limit(playouts=1, seed=1), control)
    return control


def test_likely_chooses_the_moves_of_playouts() -> None:
    """A playout asks `likely` for each of its moves, with the one before it, until the game is over."""
    asked: list[int] = []

    def likely(s: Any, last: int, _memory: Any) -> int:
        asked.append(last)
        return tug.PULL if s.turn == 0 or len(asked) < 4 else tug.REST

    game = with_names(TUG, likely=likely, PLAYOUT_PLIES=0)
    assert only_playout(game, game.start("3 0 0 O")).score == -100
    # The tree plays a pull of O; X pulls at each turn then, and O rests from the fourth move of the playout on.
    assert asked == [tug.PULL] * 4 + [tug.REST, tug.PULL, tug.REST, tug.PULL, tug.REST]


@pytest.mark.parametrize(("longest", "score"), [(3, 0), (4, 100), (5, 0)])
def test_a_long_playout_ends_with_an_estimate(longest: int, score: int) -> None:
    """After PLAYOUT_PLIES plies a playout counts as `estimate` says of the position that it has reached."""
    game = with_names(TUG, likely=lambda _s, _last, _memory: tug.PULL, PLAYOUT_PLIES=longest)
    assert only_playout(game, game.start()).score == score


def test_moves_that_look_good_are_tried_first() -> None:
    """Before its first playout a move counts as PRIOR playouts; moves that `prior` leaves out are not tried."""

    def prior(_s: Any, _last: int, moves: list[int], scores: list[int], k: int) -> int:
        for move, score in ((tug.REST, 90), (tug.PULL, -90)):
            moves[k], scores[k] = move, score
            k += 1
        return k

    tried = {}
    for weight in (1, 1_000):
        game = with_names(TUG, prior=prior, PRIOR=weight)
        control = SearchControl()
        control.reset(None)
        position = game.start("0 0 3 X")
        ALGORITHMS["mcts"].run(
            SpecialisedSearch("mcts", game, PLAIN, {"TABLE_BITS": 14}), position, Limit(playouts=100, seed=1), control
        )
        tried[weight] = dict(zip(control.choice[: control.choices], control.share[: control.choices], strict=True))
    assert set(tried[1]) == {tug.REST, tug.PULL}
    assert tried[1][tug.PULL] > 50
    assert tried[1_000][tug.REST] > 980


@pytest.mark.parametrize(
    ("text", "move", "without"),
    [
        ("5 0 0 O", "rest", "pull"),  # lost, whatever O plays
        ("4 0 0 X", "rest", "pull"),  # won, even after a rest
        ("4 0 0 O", "pull", "pull"),  # nearly lost
        ("0 0 0 X", "pull", "pull"),
    ],
)
def test_idle_in_a_decided_game(text: str, move: str, without: str) -> None:
    """In a decided game it plays the move IDLE, unless another one is better."""
    assert report(TUG.start(text), 3_000).move == move
    assert report(with_constants(TUG, IDLE=-1).start(text), 3_000).move == without


def impressed(idle: int) -> str:
    """Return the move after some playouts, most of them of a rest that looks as if it won."""

    def prior(_s: Any, _last: int, moves: list[int], scores: list[int], k: int) -> int:
        for move, score in ((tug.PULL, 0), (tug.REST, 100)):
            moves[k], scores[k] = move, score
            k += 1
        return k

    game, control = with_names(TUG, prior=prior, PRIOR=100, IDLE=idle), SearchControl()
    control.reset(None)
    search, position = SpecialisedSearch("mcts", game, PLAIN, {"TABLE_BITS": 14}), game.start("0 0 0 X")
    ALGORITHMS["mcts"].run(search, position, Limit(playouts=60, seed=1), control)
    return describe(position, "mcts", read(control), 0.0).move


def test_idle_is_played_for_its_own_results() -> None:
    """The move IDLE is not played in an open game because it looked good, and so was tried often."""
    assert impressed(tug.REST) == "pull"
    assert impressed(-1) == "rest"


@pytest.mark.parametrize("moves", [0, 3])
def test_a_stopped_search_answers_at_once(moves: int) -> None:
    """A stop ends the playout that runs, which then counts for nothing: the move that looks best is played."""
    control, asked = SearchControl(), 0

    def likely(_s: Any, _last: int, _memory: Any) -> int:
        nonlocal asked
        asked += 1
        control.stop = asked == moves
        return tug.PULL

    game = with_names(TUG, likely=likely, PLAYOUT_PLIES=0)
    control.reset(None)
    control.stop = moves == 0
    position = game.start("0 0 3 X")
    ALGORITHMS["mcts"].run(SpecialisedSearch("mcts", game, PLAIN, {"TABLE_BITS": 12}), position, Limit(seed=1), control)
    assert asked == moves
    assert describe(position, "mcts", read(control), 0.0).move == "jerk"


@pytest.mark.parametrize("name", [each.name for each in declarations()])
def test_games_set_no_constants_of_this_search_by_chance(name: str) -> None:
    """A game has the constants of guided playouts beside the functions they are for: its own may not have these names.

    International draughts had one of them, and its playouts ended after one ply.
    """
    names = load(name).names
    for constant, function in (("PLAYOUT_PLIES", "estimate"), ("PRIOR", "prior"), ("IDLE", "prior")):
        assert constant not in names or function in names, constant


def wins(position: Position, move: LegalMove) -> bool:
    """Return whether a move wins at once."""
    outcome = position.after(move).outcome
    return outcome is not None and outcome.winner == position.to_move


def loses(position: Position, move: LegalMove) -> bool:
    """Return whether the opponent can win at once after a move."""
    after = position.after(move)
    return any(wins(after, answer) for answer in after.legal)


@pytest.mark.parametrize("playouts", [1, 30])
@pytest.mark.parametrize("game", [g for g in small_games() if g.name in ONE], ids=lambda game: game.name)
def test_never_overlooks_a_win_or_a_loss_in_one(game: Game, playouts: int) -> None:
    """Even after one playout it takes every win in one, and lets the opponent win in one only if each move does."""
    search, critical = SpecialisedSearch("mcts", game, PLAIN, {"TABLE_BITS": 12}), 0
    for position in random_positions(game, 200, seed=8):
        control = SearchControl()
        control.reset(None)
        ALGORITHMS["mcts"].run(search, position, Limit(playouts=playouts, seed=1), control)
        chosen = next(move for move in position.legal if move.code == control.line[0])
        if any(wins(position, move) for move in position.legal):
            assert wins(position, chosen), position.text
            assert wins_in(control.score) == 1
            critical += 1
            continue
        losing = [loses(position, move) for move in position.legal]
        assert loses(position, chosen) == all(losing), position.text
        critical += any(losing)
    assert critical > 12
