"""Kuhn poker: three cards, one bet (Kuhn, 1950). The smallest game with all that poker is about."""

from typing import Any

from kibitz_server.games.game import BY_CODE, Declaration, Option
from kibitz_server.games.poker import cards, certain, hiding, positions, rules
from kibitz_server.games.poker.cards import rank_word, with_article
from kibitz_server.games.poker.notation import SIDES
from kibitz_server.games.poker.rules import State

BASE = rules
COMPANIONS = (cards, certain, hiding, positions)
GUIDE = """\
Goal: win chips from your opponent, who does not see your card, over a number of hands.

Cards: there are three, a jack, a queen and a king; the king is highest. Both players pay one chip, the ante, and get
one card each. The third card stays hidden.

Moves: one player acts first, North in the first hand, then South, and so on in turn. That player may check or bet one
more chip. After a check, the other player may check or bet. A player who faces a bet calls it with one chip, or folds.

End: a player who folds loses the ante. If both check, or a bet is called, both cards are shown, and the higher one wins
all the chips. The next hand is dealt at once. After the last hand, the player who has won chips wins the match.

Notation: type `check`, `bet`, `call` or `fold`, or one letter: `k`, `b`, `c`, `f`.

Options: `hands` says how many hands the match has.

Secrets: Kibitz shows you your own card, and your opponent's card only at a showdown. During the match, no player and no
spectator sees a folded card again. After its end or an
agreed draw, its record and its seed show every card to all, folded ones too. If it ends early, they stay hidden. The
operator of the server could look at the cards before.
"""

GAME = Declaration(
    name="kuhn",
    title="Kuhn poker",
    summary="Bet on one of three cards, or bluff: the smallest poker.",
    move_help="a move is check, bet, call or fold",
    seats=SIDES,
    options=(Option("hands", 20, 1, 1000, "hands of the match", title="Hands", german="Hände"),),
    chance=True,
    hidden=True,
    guide=GUIDE,
)

MOVES = BY_CODE
HANDS = 20
DECK, HOLE, HOLES, BOARD, ROUNDS = 3, 1, 2, 0, 1
DEALT = (2,)
ANTE, BLINDS = 1, (0, 0)
BETS, CAP, OPENED = (1,), 1, 0
LATER, LIMIT = 0, 1
STACK, SHOWS_STACK = 10_000, 0
"""More than a hand can cost."""
MAX_MOVES = ACTIONS = 3
PLIES_A_HAND = 5
MAX_PLIES = HANDS * PLIES_A_HAND
UNIT, MOST_WON, WON_LIMIT = 100, 2, 200
ALIKE = 1
CARDS = ("J", "Q", "K")
STREETS = ("",)


def constants(hands: int) -> dict[str, Any]:
    """Return the constants of a match of this many hands."""
    return {"HANDS": hands, "MAX_PLIES": hands * PLIES_A_HAND}


def compiled_as(**_options: int) -> dict[str, Any]:
    """Return the options whose compiled searches serve all numbers of hands: a search ends with its hand."""
    return {"hands": 1}


def strength(s: State, seat: int) -> int:
    """Return the rank of a seat's card."""
    return int(s.hole[seat])


def hand_words(s: State, seat: int) -> str:
    """Return a seat's card in words."""
    return with_article(rank_word(CARDS[s.hole[seat] - 1]))
