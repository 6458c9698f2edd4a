"""Texas hold'em for two players, with limits or without."""

from typing import Any

from kibitz_server.games.game import BY_CODE, Declaration, Option, other_names
from kibitz_server.games.poker import cards, certain, hiding, positions, ranking, rules
from kibitz_server.games.poker.cards import FULL_DECK, RANK_LETTERS, rank_word
from kibitz_server.games.poker.limit.strategy import cards_of
from kibitz_server.games.poker.limit.strategy import strategy as limit_strategy
from kibitz_server.games.poker.nolimit.strategy import strategy as no_limit_strategy
from kibitz_server.games.poker.notation import SIDES
from kibitz_server.games.poker.ranking import KIND_AT, KINDS, MAIN_AT, PAIR, hand_value, kind_of
from kibitz_server.games.poker.rough import start_chance
from kibitz_server.games.poker.rules import BET, BLINDS, KIND_BITS, KIND_MASK, State, legal

BASE = rules
COMPANIONS = (cards, certain, hiding, positions, ranking)
GUIDE = """\
Goal: win chips from your opponent, who does not see your cards, over a number of hands.

Cards: each player gets two cards. Five more are dealt to the board, for all to see: three (the flop), one (the turn)
and one (the river). The best five of a player's two cards and the board count. From low to high: high card, pair, two
pair, three of a kind, straight (five ranks in a row; an ace is high or low), flush (five of a suit), full house (three
and two of a kind), four of a kind, straight flush.

Moves: the button, North in the first hand, then South, and so on in turn, pays the small blind of one chip, and the
other player the big blind of two. The button acts first before the flop, and last after it. There are four rounds of
betting: before the flop, and after the flop, the turn and the river. A player who faces no bet checks or bets. A player
who faces a bet folds, calls or raises.

Limits: bets and raises are two chips in the first two rounds and four in the last two, and a round has at most four of
them. The big blind counts as the first. With `limit=false`, a bet is at least two chips, a raise at least as much as
the last bet or raise of the round, and at most all chips of the player; a round has at most twelve bets and raises.

All in: each hand begins with new chips for both, `stack` big blinds. A player who has bet them all is all in. Such a
bet may be smaller than the least raise. The other player then calls or folds, and the rest of the board is dealt.

End: a player who folds loses what that player has paid. After the last round both hands are shown, and the better one
wins. Equal hands split: both get their own chips back. The next hand is dealt at once. After the last hand, the player
who has won chips wins the match.

Notation: type `check`, `call` or `fold`, or `k`, `c`, `f`. With limits type `bet` or `raise`, or `b`, `r`. Without
limits, `bet 6` or `raise 6` says how many chips you will have bet in this round: `raise 6` after a bet of 2 raises it
by 4. `all in` bets all you have.

Options: `limit` says whether bets have fixed sizes, `stack` how many big blinds each player has at the start of a hand,
and `hands` how many hands the match has.

Secrets: Kibitz shows you your own cards, and your opponent's cards only at a showdown. During the match, no player and
no spectator sees a folded hand again. After its end or an
agreed draw, its record and its seed show every card to all, folded ones too. If it ends early, they stay hidden. The
operator of the server could look at the cards before.
"""

NO_LIMIT = ("no limit holdem", "no limit texas holdem", "no limit poker", "nlhe")
"""Names of the game in which a bet may have any size."""
GAME = Declaration(
    name="holdem",
    title="Hold'em",
    summary="Texas hold'em for two: bet on two cards of your own and five that all see.",
    move_help="a move is check, bet, call, raise or fold; without limits with chips: raise 6",
    seats=SIDES,
    options=(
        Option(
            "limit",
            True,
            meaning="whether bets have fixed sizes, at most four a round",
            title="Fixed limit",
            german="Festes Limit",
        ),
        Option(
            "stack",
            100,
            10,
            200,
            "big blinds of each player at the start of each hand",
            title="Stack in big blinds",
            german="Stapel in Big Blinds",
        ),
        Option("hands", 20, 1, 1000, "hands of the match", title="Hands", german="Hände"),
    ),
    chance=True,
    hidden=True,
    guide=GUIDE,
    aliases=other_names("poker", "texas holdem", "limit holdem", "heads-up holdem")
    | {name: {"limit": False} for name in NO_LIMIT},
)

MOVES = BY_CODE
CALLED = ("hand_value",)
"""It is long, and reached from several places. Called, it takes half the time to compile, at the same speed."""
DECK, HOLE, HOLES, BOARD, ROUNDS = 52, 2, 4, 5, 4
DEALT = (4, 7, 8, 9)
ANTE, BETS, OPENED, LATER = 0, (2, 2, 4, 4), 1, 1
BIG_BLIND = BLINDS[1]
LIMIT, STACK, HANDS = 1, 200, 20
CAP, MOST_WITH_LIMIT, MOST_WITHOUT = 4, 4, 12
"""Bets and raises of a round, the big blind as one; 12 without limits, so that the longest match fits its bounds."""
MAX_MOVES, ACTIONS, MAX_PLIES = 52, 24, 660
MOST_WON, WON_LIMIT = 48, 2400
UNIT = 100 // BIG_BLIND
ALIKE, SHOWS_STACK = 1, 1
CARDS = FULL_DECK
STREETS = ("", "flop", "turn", "river")
WITH_ARTICLE = ("", "", "", "", "a ", "a ", "a ", "", "a ")
"""What comes before the kinds of hands in a sentence."""


def constants(limit: bool, stack: int, hands: int) -> dict[str, Any]:
    """Return the constants of a kind of betting, a stack in big blinds, and a number of hands."""
    chips, cap = BIG_BLIND * stack, MOST_WITH_LIMIT if limit else MOST_WITHOUT
    # A round has a check, its bets and a call; a call of the small blind before the flop comes in place of a bet.
    actions = ROUNDS * (cap + 2)
    most_won = min(chips, MOST_WITH_LIMIT * sum(BETS)) if limit else chips
    return {
        "LIMIT": int(limit),
        "STACK": chips,
        "HANDS": hands,
        "CAP": cap,
        "ACTIONS": actions,
        "MAX_MOVES": DECK if limit else max(DECK, chips),
        "MAX_PLIES": hands * (DEALT[-1] + actions),
        "MOST_WON": most_won,
        "WON_LIMIT": UNIT * most_won,
    }


def compiled_as(limit: bool, stack: int, **_options: int) -> dict[str, Any]:
    """Return the options whose compiled searches serve all numbers of hands: a search ends with its hand."""
    return {"limit": limit, "stack": stack, "hands": 1}


def strength(s: State, seat: int) -> int:
    """Return the value of the best five of a seat's cards and the board."""
    mask = 0
    for place in range(2 * seat, 2 * seat + 2):
        if s.hole[place] > 0:
            mask |= 1 << int(s.hole[place] - 1)
    for place in range(BOARD):
        mask |= 1 << int(s.board[place] - 1)
    return hand_value(mask)


def hand_words(s: State, seat: int) -> str:
    """Return the kind of a seat's hand so far, with the rank of a pair or of the highest card."""
    held = [*s.hole[2 * seat : 2 * seat + 2], *s.board]
    value = hand_value(sum(1 << int(card - 1) for card in held if card > 0))
    kind = kind_of(value)
    if kind > PAIR:
        return WITH_ARTICLE[kind] + KINDS[kind]
    ranks = value & ((1 << MAIN_AT) - 1) if kind == 0 else (value & ((1 << KIND_AT) - 1)) >> MAIN_AT
    word = rank_word(RANK_LETTERS[ranks.bit_length() - 1], many=kind == PAIR)
    return f"a pair of {word}" if kind == PAIR else f"{word} high"


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the moves that are worth a search: without limits, of all bets the least one, half the pot, the pot, all.

    No move looks better than another.
    """
    end = legal(s, moves, k)
    first = k
    while first < end and (moves[first] & KIND_MASK) < BET:
        first += 1
    if first < end and not LIMIT:
        kind = moves[first] & KIND_MASK
        least = moves[first] >> KIND_BITS
        most = moves[end - 1] >> KIND_BITS
        me = s.turn
        owed = int(s.bets[1 - me] - s.bets[me])
        pot = int(s.committed[0] + s.committed[1]) + owed
        end = first
        last = 0
        for size in range(4):
            to = int(s.bets[1 - me]) + (pot // 2 if size == 1 else pot)
            if size == 0:
                to = least
            elif size == 3:
                to = most
            to = min(most, max(least, to))
            if to > last:
                moves[end] = kind | (to << KIND_BITS)
                end += 1
                last = to
    for i in range(k, end):
        scores[i] = 0
    return end


UNSURE = 0.01
"""How exact the chances of two cards are."""


def hopeless_call(s: State) -> bool:
    """Return whether a call of all chips before the flop loses some even if the other player bets so with any hand."""
    own, board = cards_of(s)
    if board or s.committed[1 - s.turn] < STACK:
        return False
    asked, pot = s.bets[1 - s.turn] - s.bets[s.turn], s.committed[0] + s.committed[1]
    return bool(start_chance(own) + UNSURE < asked / (pot + asked))


def strategy(s: State) -> list[int]:
    """Return how likely each legal move is by the strategy of the files; nothing where they have none."""
    return weights_of_moves(s, rough=False)


def slips(s: State) -> list[int]:
    """Return how likely a beginner makes each legal move."""
    return weights_of_moves(s, rough=True)


def weights_of_moves(s: State, rough: bool) -> list[int]:
    """Return the weights of the legal moves by the strategy of the files, or by a beginner."""
    room = [0] * MAX_MOVES
    moves = room[: legal(s, room, 0)]
    return limit_strategy(s, moves, rough) if LIMIT else no_limit_strategy(s, moves, STACK, rough)
