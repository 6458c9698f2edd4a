"""The evaluation of Reversi by patterns, compared with a direct reading of the board."""

from types import SimpleNamespace
from typing import Any

from kibitz_server.engine.compiler.specialise import specialise
from kibitz_server.games.reversi import patterns as patterns
from tests.server.engine.helpers import searched
from tests.server.games.helpers import game_of, playout

GAME = game_of("reversi")
WEIGHTS = patterns.weights()


def states(*seeds: int) -> list[Any]:
    """Return the positions of random games in which the side to move has a move."""
    found: list[Any] = [at.state for seed in seeds for at in playout(GAME, seed) if at.outcome is None]
    return [state for state in found if state.moves]


def weighed(state: Any) -> int:
    """Return the evaluation of the game."""
    return int(GAME.rules.weigh(state, SimpleNamespace(weights=WEIGHTS)))


def by_squares(state: Any) -> int:
    """Return the sum of the weights of all places of all patterns, and of the numbers of moves."""
    owner = [1 if state.own >> cell & 1 else 2 if state.other >> cell & 1 else 0 for cell in range(64)]
    at = patterns.stage_of(64 - owner.count(0)) * patterns.STAGE
    replies = GAME.rules.mobility(state.other, state.own)
    total: int = WEIGHTS[at + patterns.MOVES_AT + state.moves.bit_count()]
    total += WEIGHTS[at + patterns.REPLIES_AT + replies.bit_count()]
    for start, pattern in zip(patterns.STARTS, patterns.PATTERNS, strict=False):
        for place in pattern.places:
            total += WEIGHTS[at + start + sum(owner[cell] * 3**i for i, cell in enumerate(place))]
    return patterns.UNIT * total


def test_all_patterns_are_read_from_the_sets_of_discs() -> None:
    """The evaluation, which reads rows and corners by shifts, has the value that the patterns' squares give."""
    for state in states(1, 2):
        assert weighed(state) == by_squares(state)


def test_turned_boards_have_the_same_value() -> None:
    """All rotations and reflections of a position are worth the same."""
    for state in states(3)[::7]:
        cells = [cell for cell in range(64) if (state.own | state.other) >> cell & 1]
        for turned in patterns.turns(tuple(cells)):
            twin = GAME.new_state()
            for cell, to in zip(cells, turned, strict=True):
                if state.own >> cell & 1:
                    twin.own |= 1 << to
                else:
                    twin.other |= 1 << to
            twin.moves = GAME.rules.mobility(twin.own, twin.other)
            assert weighed(twin) == weighed(state)


def test_a_side_that_must_pass_has_the_value_of_the_other_side() -> None:
    """Without a move, the value is the negated one of the position after the pass."""
    found: list[Any] = [at.state for seed in range(12) for at in playout(GAME, seed) if at.outcome is None]
    passing = [state for state in found if not state.moves]
    assert passing
    for state in passing:
        after: Any = state.copy()
        GAME.rules.play(after, GAME.rules.PASS)
        assert weighed(state) == -weighed(after)


def test_the_value_is_near_the_result_late_in_a_game() -> None:
    """With eight empty squares or less, the errors are far smaller than the results, in hundredths of a disc."""
    errors, results = [], []
    for seed in range(20):
        *_, last = walk = list(playout(GAME, seed))
        for at in walk:
            if at.outcome is None and at.text.count("-") <= 4:
                end = GAME.rules.result(last.state)
                results.append(100 * end if at.state.turn == last.state.turn else -100 * end)
                errors.append(weighed(at.state) - results[-1])
    assert sum(map(abs, errors)) < 0.6 * sum(map(abs, results))


def test_the_strongest_search_uses_the_weights() -> None:
    """Alpha-beta of depth 0 returns this evaluation on the usual board, and `evaluate` on other boards."""
    position = list(playout(GAME, 5))[20]
    assert searched(specialise("alphabeta", GAME), position, 0)[0] == weighed(position.state)
    small = game_of("reversi size=6")
    assert searched(specialise("alphabeta", small), small.start(), 0)[0] == small.rules.evaluate(small.start().state)
