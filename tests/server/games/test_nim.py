from functools import cache
from itertools import product

import pytest

from kibitz_server.games.game import BadOption, BadPosition, IllegalMove
from tests.server.games import naive
from tests.server.games.helpers import game_of, perft, play


@pytest.mark.parametrize("heaps", ["1,3,5,7", "3,4,5", "2"])
def test_perft(heaps: str) -> None:
    """Counts agree with the second implementation."""
    model = naive.nim(heaps)
    assert perft(game_of(f"nim heaps={heaps}"), 4) == [naive.perft(model, plies) for plies in range(1, 5)]


def test_a_move_takes_from_one_heap() -> None:
    """`3-2` takes two from the third heap."""
    after = play(game_of("nim").start(), "3-2")
    assert after.text == "1,3,3,7"
    assert after.last == (2,)
    assert after.picture.counts == (1, 3, 3, 7)
    assert after.picture.counters == (("objects left", 14),)


@pytest.mark.parametrize(("misere", "winner"), [("true", 1), ("false", 0)])
def test_the_last_object(misere: str, winner: int) -> None:
    """The side that takes the last object loses in misère and wins otherwise."""
    last = play(game_of(f"nim heaps=2,1 misere={misere}").start(), "1-1 1-1 2-1")
    assert last.outcome is not None
    assert (last.outcome.winner, last.outcome.reason) == (winner, "last object taken")


@pytest.mark.parametrize("misere", [True, False])
def test_evaluation_is_exact(misere: bool) -> None:
    """The evaluation's sign is the result of perfect play, in every position of three small heaps."""
    game = game_of(f"nim heaps=3,4,3 misere={misere}")

    @cache
    def wins(heaps: tuple[int, ...]) -> bool:
        if not any(heaps):
            return misere
        smaller = ((*heaps[:i], left, *heaps[i + 1 :]) for i in range(3) for left in range(heaps[i]))
        return any(not wins(after) for after in smaller)

    for heaps in product(range(4), range(5), range(4)):
        state = game.start(",".join(map(str, heaps))).state
        assert (game.rules.evaluate(state) > 0) == wins(heaps), heaps


def test_the_best_move_comes_first() -> None:
    """Moves that leave the opponent lost have the highest scores."""
    position = game_of("nim heaps=1,3,5,6").start()
    rules, state = position.game.rules, position.state
    moves, scores = [0] * rules.MAX_MOVES, [0] * rules.MAX_MOVES
    end = rules.ordered(state, moves, scores, 0)
    best = moves[scores.index(max(scores[:end]))]
    assert rules.evaluate(play(position, rules.move_text(state, best)).state) < 0


@pytest.mark.parametrize("text", ["3-2", "32", "3,2", "3 2", "3:2", "3-02"])
def test_other_ways_to_write_a_move(text: str) -> None:
    """A move may have another separator than '-', or none."""
    assert game_of("nim").start().find(text).text == "3-2"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("1-2", "heap 1 has only 1 left"),
        ("5-1", "there is no heap 5; heaps are 1 to 4"),
        ("2-0", "a move takes at least one object"),
        ("two", "a move is heap-take"),
    ],
)
def test_refused_moves(move: str, reason: str) -> None:
    """The refusal says what is wrong with a move."""
    with pytest.raises(IllegalMove, match=reason):
        game_of("nim").start().find(move)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1,2,3", "the heaps must be 4 numbers joined by ','"),
        ("1,2,3,-4", "the heaps must be 4 numbers"),
        ("1,3,5,8", "heap 4 starts with 7 and cannot have 8"),
    ],
)
def test_refused_positions(text: str, reason: str) -> None:
    """An impossible position is refused with the reason."""
    with pytest.raises(BadPosition, match=reason):
        game_of("nim").start(text)


@pytest.mark.parametrize("heaps", ["", "0", "64", "1,2,3,4,5,6,7,8,9", "1,,2", "1;2", "-1"])
def test_refused_options(heaps: str) -> None:
    """Heaps out of range are refused with the range."""
    with pytest.raises(BadOption, match="option heaps is 1 to 8 numbers of 1 to 63 joined by ','"):
        game_of(f"nim heaps={heaps}")
