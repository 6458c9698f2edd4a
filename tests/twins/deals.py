"""Deals of cards for the twin test: pairs that a viewer may not tell apart, made offline by the rules of the game."""

import random
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from kibitz_server.games.game import PUBLIC, Position
from kibitz_server.games.registry import load

HIDDEN = "?"
TRIES = 500
"""How often a deal is begun again, because a card that must come later was dealt."""


class Dealt(NamedTuple):
    """A chance event: its text, its place among the outcomes, the moves before it, and how it looks to each viewer."""

    text: str
    place: int
    ply: int
    heard: dict[int, str]


class Script(NamedTuple):
    """A match to play: the game with its options, and the first moves, which do not end it."""

    game: str
    options: dict[str, int]
    plies: int
    move: Callable[[Position, int], str]
    """Returns the text of a move from the position as all see it, and the ply."""
    known: Callable[[Sequence[Dealt], int], list[str]]
    """Returns what a seat may know of each chance event, or a spectator: its text, or HIDDEN."""


class NoDeal(Exception):
    """A card that must be drawn is not left."""


def dealt(script: Script, choose: Callable[[int, Sequence[str]], str]) -> list[Dealt]:
    """Return the chance events of a match. `choose` gets the number of an event, from 0, and returns a text."""
    position, ply, found = load(script.game, script.options).start(), 0, list[Dealt]()
    while ply < script.plies or position.chances:
        if due := position.chances:
            texts = [each.text for each in due]
            if (text := choose(len(found), texts)) not in texts:
                raise NoDeal
            place = texts.index(text)
            move = due[place].move
            heard = {viewer: position.heard(move, viewer) for viewer in (PUBLIC, 0, 1)}
            found.append(Dealt(text, place, ply, heard))
        else:
            move = position.find(script.move(position.seen_by(PUBLIC), ply))
            ply += 1
        position = position.after(move)
        assert position.outcome is None, "the script ends the match"
    return found


def twins(script: Script, viewer: int, seed: int = 1) -> tuple[list[int], list[int]]:
    """Return two deals that differ, and not in what a viewer may know: the places of the outcomes."""
    rng = random.Random(seed)
    first = dealt(script, lambda _, texts: rng.choice(texts))
    known = script.known(first, viewer)
    best: list[Dealt] = first
    for _ in range(TRIES):
        try:
            other = dealt(script, lambda number, texts: rng.choice(texts) if known[number] == HIDDEN else known[number])
        except NoDeal:
            continue
        if script.known(other, viewer) == known and differing(first, other) > differing(first, best):
            best = other
    assert differing(first, best), "the viewer may know all cards"
    return [each.place for each in first], [each.place for each in best]


def differing(one: Sequence[Dealt], other: Sequence[Dealt]) -> int:
    """Return in how many chance events two deals differ."""
    return sum(each.text != twin.text for each, twin in zip(one, other, strict=True))


def what_is_heard(found: Sequence[Dealt], viewer: int) -> list[str]:
    """Return what a viewer hears, as the game tells: for matches in which no hidden card is shown later."""
    return [each.heard[viewer] for each in found]


def shown_before(plies: int) -> Callable[[Sequence[Dealt], int], list[str]]:
    """Return what a viewer knows if all cards are shown that were drawn before this number of moves."""

    def known(found: Sequence[Dealt], viewer: int) -> list[str]:
        return [each.text if each.ply < plies else each.heard[viewer] for each in found]

    return known


def cards_of_lure(found: Sequence[Dealt], viewer: int) -> list[str]:
    """Return what a viewer may know in lure, by its description: the own cards, and the hands that were shown.

    Where no side folds, a third card is drawn after the moves of a hand, and then come those of the next hand.
    """
    hands: list[list[str]] = []
    for _, decided in groupby(found, key=lambda each: each.ply):
        texts = [each.text for each in decided]
        if len(texts) == 3:
            hands[-1].append(texts.pop(0))
        hands.append(texts)
    return [card if len(hand) == 3 or owner == viewer else HIDDEN for hand in hands for owner, card in enumerate(hand)]
