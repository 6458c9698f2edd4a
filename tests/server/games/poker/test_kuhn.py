"""Kuhn poker: all its hands, its value, and what a seat sees."""

from collections.abc import Callable

import pytest

from kibitz_server.games.game import Position
from tests.server.games import naive_poker
from tests.server.games.helpers import game_of
from tests.server.games.poker.helpers import agree, dealt, texts_of


@pytest.mark.parametrize("seed", range(20))
def test_random_matches_agree_with_the_naive_rules(seed: int) -> None:
    """The rules and the naive rules give the same moves and chips."""
    agree(game_of("kuhn hands=25"), naive_poker.KUHN, seed)


def ends(position: Position, visit: Callable[[Position], None]) -> int:
    """Visit every position from one on, and return the number of ends."""
    visit(position)
    return sum(ends(position.after(step), visit) for step in position.steps) or 1


def test_counts() -> None:
    """There are six deals with five ends each, and twelve information sets."""
    sets: dict[int, set[str]] = {}

    def visit(position: Position) -> None:
        if position.legal:
            sets.setdefault(position.information, set()).add(position.seen_by(position.state.turn).text)

    assert ends(game_of("kuhn hands=1").start(), visit) == 30
    assert len(sets) == 12
    assert all(len(texts) == 1 for texts in sets.values())


def test_information_is_that_of_any_hand_and_seat() -> None:
    """The same card after the same moves is the same information, in the first hand and in later ones."""
    first = dealt("kuhn", "J K", "check")
    later = dealt("kuhn", "J Q", "check, check, K, J, check")
    assert (first.to_move, later.to_move) == (1, 0)
    assert first.information == later.information
    assert first.information != dealt("kuhn", "J Q", "check").information


@pytest.mark.parametrize(
    ("cards", "moves", "chips"),
    [
        ("K Q", "check, check", 1),
        ("J Q", "check, check", -1),
        ("Q K", "check, bet, fold", -1),
        ("Q K", "check, bet, call", -2),
        ("Q J", "check, bet, call", 2),
        ("J K", "bet, fold", 1),
        ("J K", "bet, call", -2),
        ("K J", "bet, call", 2),
    ],
)
def test_ends_of_a_hand(cards: str, moves: str, chips: int) -> None:
    """A fold loses the ante, and the higher card wins the rest."""
    position = dealt("kuhn hands=1", cards, moves)
    assert position.outcome is not None
    assert position.outcome.points == (chips, -chips)
    assert position.outcome.winner == int(chips < 0)
    assert position.outcome.reason == ("fold" if moves.endswith("fold") else "showdown")
    assert position.game.rules.won(position.state) == (100 if position.state.turn == 0 else -100) * chips


def test_the_first_player_changes_with_each_hand() -> None:
    """North is first to act in the first hand, South in the second."""
    position = dealt("kuhn", "K Q", "check, check")
    after = position.after(position.find("J"))
    after = after.after(after.find("Q"))
    assert (position.state.turn, after.to_move, texts_of(after)) == (1, 1, ["check", "bet"])


def test_what_a_seat_sees() -> None:
    """A seat sees its own card, and a spectator none; the cards of a showdown are seen by all, folded ones by none."""
    position = dealt("kuhn", "K Q", "bet")
    assert [position.seen_by(seat).text for seat in (0, 1, -1)] == [
        "1 +0 K ? - b",
        "1 +0 ? Q - b",
        "1 +0 ? ? - b",
    ]
    assert position.seen_by(-1).picture.trays[0].faces == ("back",)
    shown, folded = position.after(position.find("call")), position.after(position.find("fold"))
    assert {shown.seen_by(seat).text for seat in (0, 1, -1)} == {"2 +2 - - - - last K Q - +2"}
    assert {folded.seen_by(seat).text for seat in (0, 1, -1)} == {"2 +1 - - - - last - - - +1"}
    assert folded.text == "2 +1 - - - - last - - - +1"


def test_a_seat_holds_all_cards_possible_that_it_has_not_seen() -> None:
    """While South's card is due, North knows that it is one of two, and the others that it is one of three."""
    position = dealt("kuhn", "K")
    assert [[chance.text for chance in position.seen_by(seat).chances] for seat in (0, 1, -1)] == [
        ["J", "Q"],
        ["J", "Q", "K"],
        ["J", "Q", "K"],
    ]
    queen = position.find("Q")
    assert [position.heard(queen, seat) for seat in (0, 1, -1)] == ["?", "Q", "?"]
    assert position.said(queen) == "South gets Q"


def test_the_best_play_of_both_loses_an_eighteenth() -> None:
    """By the best play of both (Kuhn, 1950), the player who acts first loses 1/18 of an ante a hand."""
    third = 1 / 3
    # The probabilities of a bet, or of a call, by card and moves; one of the equilibria.
    best = {
        "J": third * 0.5,
        "Q": 0.0,
        "K": 0.5,
        "J/check": third,
        "Q/check": 0.0,
        "K/check": 1.0,
        "J/bet": 0.0,
        "Q/bet": third,
        "K/bet": 1.0,
        "J/check, bet": 0.0,
        "Q/check, bet": third + third * 0.5,
        "K/check, bet": 1.0,
    }

    def value(position: Position, moves: tuple[str, ...]) -> float:
        if position.outcome is not None:
            assert position.outcome.points is not None
            return float(position.outcome.points[0])
        if position.chances:
            return sum(value(position.after(step), ()) for step in position.steps) / len(position.steps)
        seat = position.state.turn
        card = position.seen_by(seat).text.split()[2 + seat]
        line = ", ".join(moves)
        chance = best[f"{card}/{line}" if line else card]
        passive, active = position.legal
        later = [(1 - chance, passive), (chance, active)]
        return sum(share * value(position.after(move), (*moves, move.text)) for share, move in later if share)

    assert value(game_of("kuhn hands=1").start(), ()) == pytest.approx(-1 / 18)
