"""Helpers of the tests of poker: random matches against the naive rules, and hands dealt by hand."""

import random
from typing import Any

from kibitz_server.games.game import Game, Position
from tests.server.games import naive_poker
from tests.server.games.helpers import game_of, play
from tests.server.games.naive_poker import Next, Rules


def dealt(spec: str, cards: str, moves: str = "") -> Position:
    """Return a position after some cards, separated by blanks, and moves, separated by commas."""
    position = play(game_of(spec).start(), cards)
    for move in moves.split(", ") if moves else ():
        position = position.after(position.find(move))
    return position


def state_of(position: Position) -> Any:
    """Return the record of a position, with the fields of poker."""
    return position.state


def texts_of(position: Position) -> list[str]:
    """Return the texts of the legal moves."""
    return [move.text for move in position.legal]


def agree(game: Game, rules: Rules, seed: int) -> None:
    """Compare a random match with the naive rules: the side to move, its options, and the chips of each hand."""
    rng, position, chips, hands = random.Random(seed), game.start(), [0, 0], 0
    while position.outcome is None:
        position = one_hand(position, rules, hands % 2, chips, rng)
        hands += 1
        assert game.rules.points(position.state) == tuple(chips), position.text
    assert hands == game.options["hands"]
    wanted = None if chips[0] == 0 else int(chips[0] < 0)
    assert position.outcome.winner == wanted


def one_hand(position: Position, rules: Rules, first: int, chips: list[int], rng: random.Random) -> Position:
    """Play a random hand by both rules, add its result to the chips, and return the position after it."""
    run = naive_poker.hand(rules, first)
    holes: list[list[str]] = [[], []]
    board: list[str] = []
    due = next(run)
    while True:
        if position.chances:
            assert not due.options, position.text
            cards = {chance.text for chance in position.chances}
            assert not cards & {*holes[0], *holes[1], *board}
            choice = rng.choice(sorted(cards))
            (board if due.seat is None else holes[due.seat]).append(choice)
        else:
            assert (position.to_move, frozenset(texts_of(position))) == (due.seat, due.options), position.text
            choice = picked(due, rng)
        position = position.after(position.find(choice))
        try:
            due = run.send(choice)
        except StopIteration as ended:
            winner, paid = ended.value
            break
    if winner is None:
        winner = naive_poker.showdown(holes, board)
    if winner >= 0:
        chips[winner] += paid
        chips[1 - winner] -= paid
    return position


def picked(due: Next, rng: random.Random) -> str:
    """Return a random option. Few folds and small bets make long hands."""
    options = sorted(due.options - {"fold"} if rng.random() < 0.8 else due.options)
    bets = [option for option in options if " " in option]
    if bets and rng.random() < 0.5:
        small = sorted(bets, key=lambda text: int(text.split()[1]))[:3]
        return rng.choice([*small, bets[-1]])
    return rng.choice(options)
