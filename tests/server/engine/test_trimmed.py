"""Full alpha-beta with its tree trimmed or deepened by the constants of a game, each of which can be seen at work."""

import pytest

from kibitz_server.engine.compiler.backend import Backend
from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.score import PROVEN, WIN
from kibitz_server.games.game import Game, bind
from tests.server.engine import breakthrough, corridor
from tests.server.engine.helpers import (
    PLAIN,
    native,
    random_positions,
    searched,
    with_constants,
    with_names,
)

BITS = {"TABLE_BITS": 10}
CORRIDOR, BREAKTHROUGH = bind(corridor, {}), bind(breakthrough, {})
SWITCHES = ("REDUCE", "MARGIN", "FUTILITY", "NULL", "CHECKS", "BEYOND", "LATE", "GRAVITY", "UNKNOWN_LESS")
OFF = dict.fromkeys(SWITCHES, 0)


def nodes(game: Game, depth: int, backend: Backend = PLAIN) -> int:
    """Return the nodes that a search of some positions takes."""
    search = SpecialisedSearch("alphabeta", game, backend, BITS)
    return sum(searched(search, at, depth)[1].nodes for at in random_positions(game, 8, seed=2))


def bare(**constants: int) -> Game:
    """Return breakthrough with only some of its constants."""
    return with_constants(BREAKTHROUGH, **(OFF | constants))


@pytest.mark.parametrize("switch", ["REDUCE", "MARGIN", "FUTILITY", "NULL", "LATE", "UNKNOWN_LESS"])
def test_each_constant_saves_nodes(switch: str) -> None:
    """Each of these leaves a smaller tree than none of them."""
    assert nodes(bare(**{switch: BREAKTHROUGH.names[switch]}), 5) < nodes(bare(), 5)


def test_loud_moves_are_not_trimmed() -> None:
    """The more moves count as loud, the fewer are searched less deep or left out."""
    sizes = [nodes(bare(REDUCE=150, FUTILITY=100, LOUD=least), 5) for least in (0, 1, 2)]
    assert sizes[0] > sizes[1] > sizes[2]


def test_moves_that_alarm_are_never_left_out() -> None:
    """With LATE, a search leaves out less if more moves leave the opponent unsettled."""
    spared = with_names(bare(LATE=100), alarming=lambda _s, _move: True)
    assert nodes(bare(LATE=100), 5) < nodes(spared, 5) == nodes(bare(), 5)


def test_tried_moves_lose_points() -> None:
    """With GRAVITY, moves that were tried in vain have counts below 0, and no count exceeds it either way."""
    search = SpecialisedSearch("alphabeta", bare(GRAVITY=100), PLAIN, BITS)
    counts = [count for at in random_positions(BREAKTHROUGH, 4, seed=8) for count in searched(search, at, 5)[2].history]
    assert -100 <= min(counts) < 0 < max(counts) <= 100


@pytest.mark.compiled
def test_forced_answers_do_not_hide_a_win() -> None:
    """With CHECKS, a search sees a win by threats beyond its depth, and never a false one."""
    plain, deeper = (SpecialisedSearch("alphabeta", bare(CHECKS=on), PLAIN, BITS) for on in (0, 1))
    minimax, more = SpecialisedSearch("minimax", BREAKTHROUGH, native(), BITS), 0
    for position in random_positions(BREAKTHROUGH, 60, seed=3):
        value = searched(deeper, position, 2)[0]
        if abs(value) >= PROVEN > abs(searched(plain, position, 2)[0]):
            more += 1
            exact = searched(minimax, position, round(WIN - abs(value)))[0]
            assert (exact > 0) == (value > 0)
            assert abs(exact) >= abs(value)
    assert more > 0


@pytest.mark.compiled
def test_what_a_trimmed_search_proves_is_true() -> None:
    """A result that it calls proven has the sign that minimax finds within the same distance."""
    trimmed, minimax = (
        SpecialisedSearch("alphabeta", BREAKTHROUGH, PLAIN, BITS),
        SpecialisedSearch("minimax", BREAKTHROUGH, native(), BITS),
    )
    proofs = 0
    for position in random_positions(BREAKTHROUGH, 40, seed=4):
        value = searched(trimmed, position, 4)[0]
        if abs(value) >= PROVEN and WIN - abs(value) <= 7:
            exact = searched(minimax, position, round(WIN - abs(value)))[0]
            assert (exact > 0) == (value > 0)
            proofs += 1
    assert proofs > 10


@pytest.mark.compiled
def test_an_exact_search_leaves_nothing_out() -> None:
    """A search for exact results has the value of minimax, whatever constants the game has."""
    exact, minimax = (
        SpecialisedSearch("alphabeta", BREAKTHROUGH, PLAIN, BITS | {"SOUND": 1}),
        SpecialisedSearch("minimax", with_constants(BREAKTHROUGH, CHECKS=0), native(), BITS),
    )
    for position in random_positions(BREAKTHROUGH, 10, seed=5):
        if not BREAKTHROUGH.rules.unsettled(position.state):
            value = searched(exact, position, 4)[0]
            assert abs(value) < PROVEN or value == searched(minimax, position, round(WIN - abs(value)))[0]


def test_the_mark_of_a_null_move_is_taken_back() -> None:
    """The mark that forbids a second one is gone at the end, also when the search was stopped in between."""
    search = SpecialisedSearch("alphabeta", bare(NULL=1), PLAIN, BITS)
    for position in random_positions(BREAKTHROUGH, 5, seed=6):
        _, control, ws = searched(search, position, 6)
        assert ws.skipped == 0
        _, control, ws = searched(search, position, 6, nodes=control.nodes // 2)
        assert ws.skipped == 0


def test_a_recurring_position_counts_as_drawn() -> None:
    """Who cannot win repeats, and the tree of a game without an end stays small."""
    start = CORRIDOR.start()
    value, control, _ = searched(SpecialisedSearch("alphabeta", CORRIDOR, PLAIN, BITS), start, 16)
    assert value == 0
    endless = searched(SpecialisedSearch("alphabeta", with_constants(CORRIDOR, LOOPS=0), PLAIN, BITS), start, 16)
    assert control.nodes < endless[1].nodes


def test_the_root_is_searched_though_it_recurs() -> None:
    """A win in one is found from a position that has occurred before."""
    position = CORRIDOR.start()
    for move in ("left", "left", "left", "right", "left"):
        position = position.after(position.find(move))
    assert CORRIDOR.rules.recurring(position.state)
    value, _, ws = searched(SpecialisedSearch("alphabeta", CORRIDOR, PLAIN, BITS), position, 2)
    assert (value, ws.lines[0].length) == (WIN - 1, 1)


@pytest.mark.compiled
@pytest.mark.parametrize("game", [CORRIDOR, BREAKTHROUGH], ids=lambda game: game.name)
def test_compiled_and_plain_search_the_same_tree(game: Game) -> None:
    """Machine code visits the same nodes as plain Python with every constant on, and finds the same line."""
    plain, compiled = (SpecialisedSearch("alphabeta", game, backend, BITS) for backend in (PLAIN, native()))
    for position in random_positions(game, 10, seed=7):
        slow_value, slow, slow_ws = searched(plain, position, 5)
        fast_value, fast, fast_ws = searched(compiled, position, 5)
        assert (slow_value, bytes(slow)) == (fast_value, bytes(fast))
        assert plain.line(slow_ws) == compiled.line(fast_ws)


def test_the_history_has_the_size_that_a_game_asks_for() -> None:
    """HISTORY_SIZE is the length of the array of counts."""
    search = SpecialisedSearch("alphabeta", with_constants(BREAKTHROUGH, HISTORY_SIZE=512), PLAIN, BITS)
    assert len(search.workspace(BREAKTHROUGH.start().state).history) == 512
