"""Leduc poker: six cards, a card on the board, and two rounds of betting (Southey and others, 2005)."""

from typing import Any

from kibitz_server.games.game import BY_CODE, Declaration, Option, other_names
from kibitz_server.games.poker import cards, certain, hiding, positions, rules
from kibitz_server.games.poker.cards import rank_word, with_article
from kibitz_server.games.poker.notation import SIDES
from kibitz_server.games.poker.rules import State

BASE = rules
COMPANIONS = (cards, certain, hiding, positions)
GUIDE = """\
Goal: win chips from your opponent, who does not see your card, over a number of hands.

Cards: there are six, two jacks, two queens and two kings. Both players pay one chip, the ante, and get one card each.
Suits do not matter.

Moves: one player acts first, North in the first hand, then South, and so on in turn. In each of two rounds, that player
may check or bet. A player who faces a bet calls it, folds, or raises it. A bet or raise is two chips in the first round
and four in the second, and each round has at most one bet and one raise. Between the rounds, a card is dealt to the
board, for all to see.

End: a player who folds loses what that player has paid. After the second round both cards are shown. A card that makes
a pair with the board wins; otherwise the higher card wins, and equal cards split. The next hand is dealt at once. After
the last hand, the player who has won chips wins the match.

Notation: type `check`, `bet`, `call`, `raise` or `fold`, or one letter: `k`, `b`, `c`, `r`, `f`.

Options: `hands` says how many hands the match has.

Secrets: Kibitz shows you your own card, and your opponent's card only at a showdown. During the match, no player and no
spectator sees a folded card again. After its end or an
agreed draw, its record and its seed show every card to all, folded ones too. If it ends early, they stay hidden. The
operator of the server could look at the cards before.
"""

GAME = Declaration(
    name="leduc",
    title="Leduc poker",
    summary="Bet in two rounds on one of six cards, and make a pair with the card on the board.",
    move_help="a move is check, bet, call, raise or fold",
    seats=SIDES,
    options=(Option("hands", 20, 1, 1000, "hands of the match", title="Hands", german="Hände"),),
    chance=True,
    hidden=True,
    guide=GUIDE,
    aliases=other_names("leduc holdem"),
)

MOVES = BY_CODE
HANDS = 20
DECK, HOLE, HOLES, BOARD, ROUNDS = 6, 1, 2, 1, 2
DEALT = (2, 3)
ANTE, BLINDS = 1, (0, 0)
BETS, CAP, OPENED = (2, 4), 2, 0
LATER, LIMIT = 0, 1
STACK, SHOWS_STACK = 10_000, 0
"""More than a hand can cost."""
MAX_MOVES, ACTIONS = 6, 8
PLIES_A_HAND = 11
MAX_PLIES = HANDS * PLIES_A_HAND
UNIT, MOST_WON, WON_LIMIT = 100, 13, 1300
ALIKE = 2
CARDS = ("Js", "Jh", "Qs", "Qh", "Ks", "Kh")
STREETS = ("", "board")
PAIR_BONUS = 10


def constants(hands: int) -> dict[str, Any]:
    """Return the constants of a match of this many hands."""
    return {"HANDS": hands, "MAX_PLIES": hands * PLIES_A_HAND}


def compiled_as(**_options: int) -> dict[str, Any]:
    """Return the options whose compiled searches serve all numbers of hands: a search ends with its hand."""
    return {"hands": 1}


def strength(s: State, seat: int) -> int:
    """Return the rank of a seat's card, more for a pair with the board."""
    rank = (s.hole[seat] + 1) // 2
    return int(rank + PAIR_BONUS if rank == (s.board[0] + 1) // 2 else rank)


def hand_words(s: State, seat: int) -> str:
    """Return the pair or the card of a seat in words."""
    text = CARDS[s.hole[seat] - 1]
    if strength(s, seat) > PAIR_BONUS:
        return f"a pair of {rank_word(text, many=True)}"
    return with_article(rank_word(text))
