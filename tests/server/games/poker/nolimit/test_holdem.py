"""Hold'em without limits by its strategies: sensible bets before the flop, and an answer in every position."""

import random
from typing import Any

import pytest

from kibitz_server.games.game import Game
from kibitz_server.games.poker.nolimit.strategy import file_of
from kibitz_server.games.poker.nolimit.tree import STACKS
from kibitz_server.games.poker.rules import BET, KIND_BITS, KIND_MASK
from tests.server.games.helpers import game_of
from tests.server.games.poker.helpers import dealt

ALL = 200


def moves_of(game: Game, state: Any) -> list[int]:
    """Return the codes of the legal moves."""
    room = [0] * game.rules.MAX_MOVES
    return room[: game.rules.legal(state, room, 0)]


def hand(game: Game, rng: random.Random) -> Any:
    """Return the state after the deal of a hand."""
    state = game.start().state.copy()
    for card in rng.sample(range(52), 4):
        game.rules.play(state, card)
    return state


def before_the_flop(game: Game, rng: random.Random) -> list[int]:
    """Play a hand by the strategy until the flop, and return the chips of each raise."""
    state, raises = hand(game, rng), []
    while state.hand == 0 and state.round == 0 and state.dealt == 4:
        weights = game.rules.strategy(state)
        move = rng.choices(moves_of(game, state), weights)[0]
        if move & KIND_MASK >= BET:
            raises.append(move >> KIND_BITS)
        game.rules.play(state, move)
    return raises


def test_raises_before_the_flop_are_sensible() -> None:
    """In a thousand hands of 100 big blinds, most first raises are to 2 to 4 of them, and few hands are all in."""
    rng, game = random.Random(1), game_of("holdem limit=false stack=100 hands=1")
    hands = [before_the_flop(game, rng) for _ in range(1000)]
    first = [raises[0] for raises in hands if raises]
    assert len(first) > 300
    assert sum(4 <= to <= 8 for to in first) >= 0.8 * len(first)
    assert sum(ALL in raises for raises in hands) < 30


@pytest.mark.parametrize("stack", [10, 33, 200])
def test_the_files_answer_in_every_position(stack: int) -> None:
    """The strategy has weights for the legal moves of every position of random hands."""
    rng, game, decisions = random.Random(stack), game_of(f"holdem limit=false hands=1 stack={stack}"), 0
    for _ in range(8):
        state = hand(game, rng)
        while state.hand == 0:
            moves = moves_of(game, state)
            if not moves:
                game.rules.play(state, rng.choice([c for c in range(52) if c + 1 not in (*state.hole, *state.board)]))
                continue
            weights = game.rules.strategy(state)
            assert (len(weights), max(weights) > 0) == (len(moves), True)
            decisions += 1
            game.rules.play(state, rng.choice([move for move in moves if move & KIND_MASK][: rng.choice([1, 2, 300])]))
    assert decisions > 30


def test_the_strategy_knows_strong_and_weak_hands() -> None:
    """It never folds aces before the flop, folds seven-two to a bet of all chips, and does not fold the best hand."""
    spec, weights = "holdem limit=false stack=100 hands=1", {}
    for name, cards, moves in [
        ("aces", "7h 2s Ac Ad", "raise 200"),
        ("seven-two", "Ac Ad 7h 2s", "raise 200"),
        ("royal flush", "Ac Kc 9h 9s", "raise 6, call, Qc, Jc, Tc, check, bet 12, call, 9d, check, check, 2d, bet 30"),
    ]:
        position = dealt(spec, cards, moves)
        found = position.game.rules.strategy(position.seen_by(position.state.turn).state)
        weights[name] = found[0] / sum(found)
    assert weights == {"aces": 0, "seven-two": 1, "royal flush": 0}


def test_the_files_are_small() -> None:
    """All files together have at most 6 MB."""
    assert sum(file_of(stack).stat().st_size for stack in STACKS) < 6_000_000
