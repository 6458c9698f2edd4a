"""How well a program plays: a good move with a chance that is its skill, otherwise any legal one, or a bad one."""

from collections.abc import Callable
from functools import reduce
from operator import xor
from random import Random

from kibitz_server.games.game import Position


def choose(position: Position, skill: float, rng: Random) -> str:
    """Return a move for the side to move, which sees the position so."""
    texts = [move.text for move in position.legal]
    if rng.random() < skill:
        return GOOD[position.game.name](position, texts, rng)
    bad = BAD.get(position.game.name)
    return bad if bad in texts else rng.choice(texts)


def is_lost(position: Position) -> bool:
    """Return whether the side to move at Nim loses against best play."""
    return not _winning(position)


def _nim(position: Position, texts: list[str], rng: Random) -> str:
    return rng.choice(_winning(position) or texts)


def _winning(position: Position) -> list[str]:
    """Return the moves at Nim after which the other side, to move, is lost if the last object loses."""
    heaps = [int(heap) for heap in position.text.split(",")]
    return [move.text for move in position.legal if _leaves_lost(heaps, move.text)]


def _leaves_lost(heaps: list[int], move: str) -> bool:
    heap, take = (int(part) for part in move.split("-"))
    left = [size - take * (number == heap) for number, size in enumerate(heaps, 1)]
    sum_of_heaps = reduce(xor, left)
    return sum_of_heaps == 0 if max(left) > 1 else sum_of_heaps == 1


def _kuhn(position: Position, texts: list[str], rng: Random) -> str:
    card, chance = own_card(position), rng.random()
    if "call" in texts:
        return "call" if card == "K" or (card == "Q" and chance < 1 / 3) else "fold"
    return "bet" if card == "K" or (card == "J" and chance < 1 / 3) else "check"


def _dash(position: Position, _texts: list[str], _rng: Random) -> str:
    mine, theirs = (int(part) for part in position.text.split()[:2])
    return "dash" if mine == 1 or (mine, theirs) in ((0, 0), (2, 3)) else "walk"


def own_card(position: Position) -> str:
    """Return the card of the side to move at Kuhn poker."""
    return next(part for part in position.text.split()[2:4] if part in "JQK")


BAD = {"dash": "dash", "kuhn": "fold"}
GOOD: dict[str, Callable[[Position, list[str], Random], str]] = {
    "nim": _nim,
    "kuhn": _kuhn,
    "dash": _dash,
}
