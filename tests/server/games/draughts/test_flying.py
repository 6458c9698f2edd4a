"""International and Russian draughts against the second implementation, in positions that games rarely reach."""

import random

import pytest

from tests.server.games.helpers import game_of
from tests.server.games.naive_flying import INTERNATIONAL, RUSSIAN, Pieces, Rules

POSITIONS = 400


def scattered(rules: Rules, rng: random.Random) -> Pieces:
    """Return pieces at random, with more of one side in some positions, and with many kings in others."""
    black, kings = rng.choice((0.3, 0.5, 0.7, 0.85)), rng.random()
    pieces = {}
    for place in rng.sample(rules.dark(), rng.randint(2, len(rules.dark()) * 2 // 5)):
        who = "b" if rng.random() < black else "w"
        crowned = place[1] == (0 if who == "w" else rules.size - 1) or rng.random() < kings
        pieces[place] = who.upper() if crowned else who
    return pieces


@pytest.mark.parametrize(("name", "rules"), [("international", INTERNATIONAL), ("russian", RUSSIAN)])
def test_scattered_pieces(name: str, rules: Rules) -> None:
    """Moves, the ways that their texts name, and the positions after them are the same with many kings on the board."""
    game, rng, captures, longest = game_of(name), random.Random(4), 0, 0
    for _ in range(POSITIONS):
        pieces = scattered(rules, rng)
        if len({who.lower() for who in pieces.values()}) < 2:
            continue
        text = rules.text(pieces, "w")
        position, model = game.start(text), rules.at(pieces, "w", (text,), 0)
        assert position.text == text
        successors = model.successors()
        assert {move.text for move in position.legal} == set(successors), text
        for move in position.legal:
            assert position.after(move).text == successors[move.text].text, (text, move.text)
            assert game.start(text).find(move.text) == move
            longest = max(longest, len(move.path))
        captures += any(rules.sign in move.text for move in position.legal)
    assert captures > POSITIONS // 3
    assert longest > 6
