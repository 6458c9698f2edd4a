"""Second implementation of the game of lure, from its description and with nothing of the server.

A hand is a string of what happened: the cards in the order in which they were drawn, then `k` (check), `b` (bet), `c`
(call) and `f` (fold), then the third card. The text of a position has both cards, those of the last showdown, the
stage, the number of the hand, the bet, what North has won, and the side to move. What a viewer has not seen is `?`.
"""

from tests.server.games.naive import DRAWN, Naive

CARDS = "23456"
SIDES = ("North", "South")
WORDS = {"check": "k", "bet": "b", "call": "c", "fold": "f"}
AFTER = {"": ("check", "bet"), "k": ("check", "bet"), "b": ("call", "fold"), "kb": ("call", "fold")}
"""Moves after the ones of a hand so far."""
STAGES = {"": 2, "k": 3, "b": 4, "kb": 4}
BOARD, OVER = 5, 6


def lure(hands: int = 2) -> Naive:
    """Return the start position. Where a chance event is due, its successors are those of the chance event."""

    def next_hand(number: int, won: int, shown: str) -> Naive:
        return at(number + 1, won, shown, "")

    def at(number: int, won: int, shown: str, hand: str) -> Naive:
        cards, moves = hand[:2], hand[2:]
        first = number % 2
        called = moves.endswith("c")
        side = (first + len(moves)) % 2

        def expand() -> dict[str, Naive]:
            left = [card for card in CARDS if card not in cards]
            if len(cards) < 2:
                return {card: at(number, won, shown, hand + card) for card in left}
            if moves in AFTER:
                return {word: after(WORDS[word]) for word in AFTER[moves]}
            gain = (2 if called else 1) * (1 if cards[0] > cards[1] else -1)
            return {card: next_hand(number, won + gain, cards) for card in left}

        def after(move: str) -> Naive:
            if move == "f":
                return next_hand(number, won + (1 if side == 1 else -1), "--")
            return at(number, won, shown, hand + move)

        if number == hands:
            winner = DRAWN if won == 0 else int(won < 0)
            return Naive(written("", shown, OVER, number, 1, won, first), winner, dict)
        if len(cards) < 2:
            return Naive(written(cards, shown, len(cards), number, 1, won, first), None, expand)
        stage = STAGES.get(moves, BOARD)
        # A side that has called or checked last is still the one to move while the third card is due.
        shown_side = side if stage != BOARD else 1 - side
        return Naive(written(cards, shown, stage, number, 2 if called else 1, won, shown_side), None, expand)

    return at(0, 0, "--", "")


def written(cards: str, shown: str, stage: int, number: int, bet: int, won: int, side: int) -> str:
    """Return the text of a position."""
    return f"{cards:-<2}{shown} {stage} {number} {bet} {won} {SIDES[side]}"


def chance_due(position: Naive) -> bool:
    """Return whether a chance event is due."""
    return position.text.split()[1] in ("0", "1", "5")


def side_to_move(position: Naive) -> int | None:
    """Return the side to move; None while a chance event is due."""
    return None if chance_due(position) else SIDES.index(position.text.split()[-1])


def as_seen(text: str, seat: int | None) -> str:
    """Return the text of a position as a seat has seen it, or a spectator."""
    hidden = ["?" if card != "-" and owner != seat else card for owner, card in enumerate(text[:2])]
    return "".join(hidden) + text[2:]


def as_heard(position: Naive, card: str, seat: int | None) -> str:
    """Return how a chance event in a position looks to a seat, or to a spectator."""
    stage = int(position.text.split()[1])
    return card if stage in (BOARD, seat) else "?"
