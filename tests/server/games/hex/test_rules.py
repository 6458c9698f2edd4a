"""Hex: chains, the swap, texts and sentences."""

import random
from typing import Any

import pytest

from kibitz_server.games.game import BadOption, BadPosition, IllegalMove
from tests.server.games import naive
from tests.server.games.helpers import agree, game_of, perft, play, playout
from tests.server.games.naive_hex import hex_board

GAME = game_of("hex")
SMALL = game_of("hex size=3")


def test_counts() -> None:
    """On 3x3 the swap adds nine lines at each ply, and Blue may answer it anywhere."""
    assert perft(SMALL, 5) == [9, 81, 576, 3528, 18144]
    assert perft(game_of("hex size=3 swap=false"), 5) == [9, 72, 504, 3024, 15120]
    assert perft(SMALL, 4) == [naive.perft(hex_board(3), plies) for plies in range(1, 5)]
    assert perft(GAME, 2) == [121, 121 * 121]


@pytest.mark.parametrize("seed", range(30))
def test_small_boards_agree_with_the_second_implementation(seed: int) -> None:
    """Many random games on small boards have the same positions, moves and results as by the naive rules."""
    for size in (3, 4, 5):
        agree(game_of(f"hex size={size}"), hex_board(size), seed)
        agree(game_of(f"hex size={size} swap=false"), hex_board(size, False), seed)


def test_the_swap_mirrors_the_stone() -> None:
    """The stone becomes Blue's on the mirror image of its cell; Red, still with its own edges, is to move."""
    position = play(GAME.start(), "b3 swap")
    assert position.text == f"{'-' * 11}/--B--------/{'/'.join(['-' * 11] * 9)} R"
    assert (position.to_move, position.last) == (0, ())
    assert "b3" in {move.text for move in position.legal}
    assert play(SMALL.start(), "b2 swap").text == "---/-B-/--- R"


def test_only_the_first_answer_may_be_a_swap() -> None:
    """Red cannot swap, nor Blue later, nor anyone where the option is off."""
    for moves in ("", "b3 c4", "b3 swap", "b3 swap c4", "b3 swap c4 d5 e6"):
        with pytest.raises(IllegalMove, match="only Blue's first answer may be a swap"):
            play(GAME.start(), moves).find("swap")
    with pytest.raises(IllegalMove, match="this match is played without a swap"):
        play(game_of("hex swap=false").start(), "b3 swap")


def test_a_text_tells_whether_a_swap_is_possible() -> None:
    """One stone of Red with Blue to move can be swapped; one of Blue with Red to move was swapped."""
    assert SMALL.start("R--/---/--- B").find("swap").path == ()
    assert "swap" not in {move.text for move in SMALL.start("B--/---/--- R").legal}
    assert "swap" not in {move.text for move in SMALL.start("B--/-R-/--- B").legal}


def test_other_ways_to_write_a_move() -> None:
    """Case does not matter, and the swap has the name that other programs use."""
    position = play(GAME.start(), "C2")
    assert position.find("SWAP").text == position.find("swap-pieces").text == "swap"
    with pytest.raises(IllegalMove, match="c2 is taken by Red"):
        position.find("C2")
    with pytest.raises(IllegalMove, match="a move is an empty cell"):
        position.find("l1")


@pytest.mark.parametrize(
    ("moves", "winner", "chain"),
    [
        ("b1 a1 b2 a2 b3", 0, ("b1", "b2", "b3")),
        ("a1 a2 c1 b2 b1 c2", 1, ("a2", "b2", "c2")),
        # `b1` and `a2` are neighbours, `a1` and `b2` are not.
        ("c1 a1 b2 b1 a3", 0, ("c1", "b2", "a3")),
        ("a1 a3 b2 b2 c3", None, ()),
    ],
)
def test_chains(moves: str, winner: int | None, chain: tuple[str, ...]) -> None:
    """A chain from edge to edge ends the game, and its cells are the line that won."""
    game = game_of("hex size=3 swap=false")
    if winner is None:
        assert game.start("R-B/-R-/B-R B").outcome is None
        return
    position = play(game.start(), moves)
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.reason) == (winner, "chain")
    cells = tuple(game.rules.number(move) for name in chain for move in game.rules.PLACES if name == text(move))
    assert position.lines in ((cells,), (cells[::-1],))


def text(move: int) -> str:
    """Return the name of a cell of a board of three cells a side."""
    return f"{'abc'[move % 5 - 1]}{move // 5}"


def test_there_are_no_draws() -> None:
    """Whatever is played, one side wins, at the latest when the board is full."""
    ends = set()
    for seed in range(200):
        *_, last = playout(SMALL, seed)
        assert last.outcome is not None
        ends.add(last.outcome.winner)
    assert ends == {0, 1}


def test_stones_know_the_edges_that_they_reach() -> None:
    """In any order of the same stones, each stone has the same note of the edges that its group reaches."""
    rng = random.Random(5)
    game = game_of("hex size=6 swap=false")
    for seed in range(40):
        for position in list(playout(game, seed))[::5]:
            if position.outcome is None:
                state: Any = game.start(position.text).state
                played: Any = position.state
                assert (state.cells, state.hash) == (played.cells, played.hash)
                stones = [cell for cell in game.rules.PLACES if state.cells[cell]]
                other: Any = game.new_state()
                game.rules.setup(other)
                for cell in rng.sample(stones, len(stones)):
                    game.rules.put(other, cell, state.cells[cell] & 3)
                assert other.cells == state.cells


class Memory:
    """What a playout uses of the memory of a search."""

    def __init__(self, seed: int) -> None:
        self.random = seed
        self.moves = [0] * 200
        self.played = [0] * 200


@pytest.mark.parametrize("size", [3, 4, 7])
def test_a_playout_fills_the_board(size: int) -> None:
    """The sides fill the board in turn, and the result is that of the chain on it."""
    game = game_of(f"hex size={size}")
    results = set()
    for seed in range(1, 100):
        state: Any = game.start().state
        again, memory = game.new_state(), Memory(seed * 0x9E3779B97F4A7C15 % 2**64)
        result = game.rules.rollout(state, -1, memory)
        colours = [state.cells[cell] & 3 for cell in game.rules.PLACES]
        assert colours.count(1) == (size**2 + 1) // 2
        assert colours.count(2) == size**2 // 2
        assert colours == [memory.played[cell] for cell in game.rules.PLACES]
        game.rules.setup(again)
        for cell, colour in zip(game.rules.PLACES, colours, strict=True):
            game.rules.put(again, cell, colour)
        assert again.won == (1 if result == 1 else 2)
        results.add(result)
    assert results == {1, -1}


def test_a_playout_keeps_bridges() -> None:
    """A move into a bridge is answered by the other cell, also between a stone and its edge; another move is not."""
    game = game_of("hex size=5 swap=false")

    def kept(position: str, last: str) -> str:
        moves = {move.text: move.code for move in game.start().legal}
        state: Any = game.start(position).state
        cell = game.rules.saving(state, moves[last], 1 + state.turn)
        return game.rules.move_text(state, cell) if cell else ""

    # The stones on c2 and b4 have the cells b3 and c3 in common.
    assert kept("---B-/--R--/--B--/-R---/----- R", "c3") == "b3"
    assert kept("---B-/--R--/-B---/-R---/----- R", "b3") == "c3"
    assert kept("---B-/--R--/--B--/-R---/----- R", "d1") == "c1"
    assert kept("---B-/--R--/----B/-R---/----- R", "e3") == ""


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("---/---/--- X", "the side to move must be R or B"),
        ("---/--- R", "3 rows of 3 symbols"),
        ("R--/---/--- R", "with 1 stones of Red and 0 of Blue it cannot be Red's turn"),
        ("BB-/---/--- R", "with 0 stones of Red and 2 of Blue it cannot be Red's turn"),
        ("---/---/--- B", "with 0 stones of Red and 0 of Blue it cannot be Blue's turn"),
        ("RRB/RBB/R-B R", "Red has a chain already"),
    ],
)
def test_refused_positions(position: str, reason: str) -> None:
    """A position that no game reaches is refused with the reason."""
    with pytest.raises(BadPosition, match=reason):
        SMALL.start(position)


def test_refused_positions_without_the_swap() -> None:
    """Without the swap, Blue never has more stones than Red."""
    with pytest.raises(BadPosition, match="it cannot be Red's turn"):
        game_of("hex size=3 swap=false").start("B--/---/--- R")


@pytest.mark.parametrize(("option", "bounds"), [("size=2", "3 to 19"), ("size=20", "3 to 19"), ("swap=2", "true or")])
def test_refused_options(option: str, bounds: str) -> None:
    """An option out of range is refused with the range."""
    with pytest.raises(BadOption, match=f"is {bounds}"):
        game_of(f"hex {option}")


def test_the_largest_board() -> None:
    """A game of 19x19 is played to its end."""
    *_, last = playout(game_of("hex size=19"), 1)
    assert last.outcome is not None
    assert last.outcome.reason == "chain"
