"""What a seat of poker may guess of the cards that it has not seen."""

from types import SimpleNamespace

import pytest

from kibitz_server.games.game import Position
from tests.server.games.poker.helpers import dealt, state_of


def guessed(position: Position, seat: int, count: int) -> list[str]:
    """Return the texts of guesses of a seat."""
    memory, texts = SimpleNamespace(random=1), []
    for _ in range(count):
        state = state_of(position.seen_by(seat)).copy()
        position.game.rules.guess(state, memory)
        texts.append(Position(position.game, state).text)
    return texts


@pytest.mark.parametrize(
    ("spec", "cards", "moves", "seat", "possible"),
    [
        ("kuhn", "K Q", "bet", 1, {"1 +0 K Q - b", "1 +0 J Q - b"}),
        ("kuhn", "K", "", 0, {"1 +0 K - - -"}),
        (
            "kuhn",
            "K Q",
            "",
            -1,
            {f"1 +0 {first} {second} - -" for first in "JQK" for second in "JQK" if first != second},
        ),
        (
            "leduc",
            "Ks Qh",
            "check, check, Kh",
            0,
            {f"1 +0 Ks {other} Kh kk/" for other in ("Js", "Jh", "Qs", "Qh")},
        ),
    ],
)
def test_each_possibility_is_guessed_as_often(spec: str, cards: str, moves: str, seat: int, possible: set[str]) -> None:
    """Guesses are the deals that the seat holds possible, each about as often."""
    found = guessed(dealt(spec, cards, moves), seat, 600)
    expected = 600 / len(possible)
    assert set(found) == possible
    assert all(abs(found.count(text) - expected) < 0.3 * expected for text in possible)


def test_a_shown_card_is_known_no_more_in_the_next_hand() -> None:
    """Each hand is dealt from all cards: those of the last showdown are possible again."""
    position = dealt("kuhn", "K Q", "check, check, J, K")
    assert set(guessed(position, 0, 100)) == {f"2 +1 J {card} - - last K Q - +1" for card in "QK"}


def test_information_has_no_suits_in_leduc() -> None:
    """Cards of one rank are the same information in Leduc poker, and not in hold'em."""
    first, second = dealt("leduc", "Ks Qh", "check, check, Js"), dealt("leduc", "Kh Js", "check, check, Jh")
    assert first.information == second.information
    assert first.information != dealt("leduc", "Ks Qh", "check, check, Qs").information
    suits = [dealt("holdem", cards).information for cards in ("As Kd 7c 7d", "Ah Kd 7c 7d", "Kd As 2c 3c")]
    assert suits[0] == suits[2] != suits[1]
