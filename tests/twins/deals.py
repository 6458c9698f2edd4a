"""Deals of cards for the twin test, made offline: which seeds give matches that a viewer cannot tell apart.

A server with a seed makes its draws again, so a match is known before it is played.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from kibitz_server.core.lots import Lots, draw
from kibitz_server.games.game import PUBLIC, Move, Position
from kibitz_server.games.registry import load
from kibitz_server.runtime.rng import RandomChoices


class Dealt(NamedTuple):
    """A draw: its text, how many moves came before it, and how it looks to spectators and to each seat."""

    text: str
    ply: int
    heard: dict[int, str]


class Script(NamedTuple):
    """A match to play: the game with its options, and the first moves, which do not end it."""

    game: str
    options: dict[str, int]
    plies: int
    move: Callable[[Position, int], str]
    """Returns the text of a move from the position as all see it, and the ply."""
    known: Callable[[Sequence[Dealt], int], object]
    """Returns what a seat may know of the draws, or a spectator."""


def dealt(script: Script, seed: int) -> list[Dealt]:
    """Return the draws of the match that a server with this seed makes."""
    lots = Lots.of(RandomChoices(seed).match_seed(), "", (), repeatable=True)
    position, ply, found = load(script.game, script.options).start(), 0, list[Dealt]()
    while ply < script.plies or position.draws:
        if due := position.draws:
            move: Move = due[draw(lots, len(found) + 1, [each.weight for each in due])].move
            heard = {viewer: position.heard(move, viewer) for viewer in (PUBLIC, 0, 1)}
            found.append(Dealt(move.text, ply, heard))
        else:
            move = position.find(script.move(position.seen_by(PUBLIC), ply))
            ply += 1
        position = position.after(move)
        assert position.outcome is None, "the script ends the match"
    return found


def twins(script: Script, viewer: int, seeds: int = 3000) -> Iterator[tuple[int, int]]:
    """Yield pairs of seeds whose draws differ, and not in what a viewer may know: the most different ones first."""
    groups: dict[object, list[tuple[int, list[Dealt]]]] = {}
    for seed in range(seeds):
        found = dealt(script, seed)
        groups.setdefault(script.known(found, viewer), []).append((seed, found))
    pairs = []
    for group in groups.values():
        (first, one), *others = group
        for second, other in others:
            differing = sum(each.text != twin.text for each, twin in zip(one, other, strict=True))
            pairs.append((-differing, first, second))
    yield from ((first, second) for differing, first, second in sorted(pairs) if differing)


def what_is_heard(found: Sequence[Dealt], viewer: int) -> object:
    """Return what a viewer hears, as the game tells: for matches in which no hidden card is shown later."""
    return tuple(each.heard[viewer] for each in found)


def cards_of_lure(found: Sequence[Dealt], viewer: int) -> object:
    """Return what a viewer may know in lure, by its description: the own cards, and the hands that were shown.

    Where no side folds, a third card is drawn after the moves of a hand, and then come those of the next hand.
    """
    hands: list[list[str]] = []
    for _, drawn in groupby(found, key=lambda each: each.ply):
        texts = [each.text for each in drawn]
        if len(texts) == 3:
            hands[-1].append(texts.pop(0))
        hands.append(texts)
    own = [None if viewer == PUBLIC else hand[viewer] for hand in hands]
    return tuple(tuple(hand) if len(hand) == 3 else card for hand, card in zip(hands, own, strict=True))
