"""Rules that Kuhn poker, Leduc poker and hold'em share: dealing, rounds of betting, showdown, and the hands of a match.

A card of a hand is one more than its code, so that 0 means no card, and BLANK is a card that a seat has not seen. Cards
are dealt one by one: those of North, those of South, then the board.

A move has its kind in its lowest three bits. Above them, a bet or raise without limit has the chips that the player
will have bet in this round. With limits, the game decides how many chips that is.

The constants here are those of limit hold'em, twenty hands with a hundred big blinds each.
"""

from typing import Annotated, Any

from kibitz_server.games.bits import mix, u64
from kibitz_server.games.game import DRAW, LOSS, ONGOING, WIN
from kibitz_server.games.record import I64, Array, Record

SLOTS = (
    "HANDS",
    "DECK",
    "HOLE",
    "HOLES",
    "BOARD",
    "ROUNDS",
    "DEALT",
    "ANTE",
    "BLINDS",
    "BETS",
    "CAP",
    "OPENED",
    "LATER",
    "LIMIT",
    "STACK",
    "ACTIONS",
    "UNIT",
    "MOST_WON",
    "strength",
)
HANDS = 20
"""Hands of a match."""
DECK, HOLE, HOLES, BOARD, ROUNDS = 52, 2, 4, 5, 4
"""Cards of the deck, of a player, of both players and of the board; rounds of betting."""
DEALT = (4, 7, 8, 9)
"""Cards that are dealt before each round ends its deal."""
ANTE, BLINDS = 0, (1, 2)
"""Chips that each player pays before the deal, and the bets that both have to begin with, the first player's first."""
BETS, CAP, OPENED = (2, 2, 4, 4), 4, 1
"""Chips of a bet in each round with limits; most bets and raises of a round; how many the larger blind counts as."""
LATER = 1
"""1 where the other player is first to act from the second round on."""
LIMIT, STACK = 1, 200
"""Whether bets have fixed sizes; chips of each player at the start of each hand."""
ACTIONS = 24
"""Most moves of a hand."""
UNIT = 50
"""What a chip is worth in `won`."""
MOST_WON = 48
"""Most chips that a player can win in a hand."""
strength: Any = None
"""Function of the game: the value of a seat's hand at the showdown; the greater one wins."""

BLANK = -1
FOLD, CHECK, CALL, BET, RAISE = range(5)
KIND_BITS = 3
KIND_MASK = 7
NEITHER = -1
"""Winner of a hand that is split."""


class State(Record):
    """Cards and bets of the running hand, chips won so far, and what all saw of the hand before it.

    `hole` has the cards of North, then those of South. `hand` is the number of finished hands, `dealt` that of the
    cards dealt in this one. `committed` are the chips that each seat has paid in this hand, `bets` those of this round.
    `raises` counts the bets and raises of the round, and `step` is the least raise. `actions` are the moves of the
    hand, and `round_starts` says how many there were when each round began. `last_won` is what North won in the hand
    before, and `last_hole` its cards if they were shown.
    """

    turn: I64
    hand: I64
    over: I64
    round: I64
    dealt: I64
    hole: Annotated[list[int], Array("i1", "HOLES")]
    board: Annotated[list[int], Array("i1", "BOARD")]
    committed: Annotated[list[int], Array("i2", 2)]
    bets: Annotated[list[int], Array("i2", 2)]
    raises: I64
    step: I64
    action_count: I64
    actions: Annotated[list[int], Array("i2", "ACTIONS")]
    round_starts: Annotated[list[int], Array("i1", "ROUNDS")]
    chips: Annotated[list[int], Array("i4", 2)]
    last_won: I64
    last_hole: Annotated[list[int], Array("i1", "HOLES")]
    last_board: Annotated[list[int], Array("i1", "BOARD")]


def setup(s: State) -> None:
    """Begin the first hand."""
    begin_hand(s)


def begin_hand(s: State) -> None:
    """Clear the cards and bets and pay antes and blinds, or end the match after its last hand."""
    s.round = s.dealt = s.raises = s.step = s.action_count = 0
    for place in range(HOLES):
        s.hole[place] = 0
    for place in range(BOARD):
        s.board[place] = 0
    for place in range(ACTIONS):
        s.actions[place] = 0
    for place in range(ROUNDS):
        s.round_starts[place] = 0
    s.turn = s.hand & 1
    for seat in range(2):
        s.bets[seat] = s.committed[seat] = 0
    if s.hand >= HANDS:
        s.over = 1
        return
    for place in range(2):
        seat = s.turn if place == 0 else 1 - s.turn
        s.bets[seat] = BLINDS[place]
        s.committed[seat] = ANTE + BLINDS[place]
    s.raises = OPENED
    s.step = BETS[0]


def chance(s: State, moves: list[int], weights: list[int], k: int) -> int:
    """Write the cards that may be dealt, all equally likely; none while a player is to bet."""
    if s.over or s.dealt >= DEALT[s.round]:
        return k
    taken = known_cards(s)
    for card in range(DECK):
        if not (taken >> card) & 1:
            moves[k] = card
            weights[k] = 1
            k += 1
    return k


def known_cards(s: State) -> int:
    """Return the cards that lie on the board and in hands that are not blank, as a set of bits."""
    taken = 0
    for place in range(HOLES):
        if s.hole[place] > 0:
            taken |= 1 << int(s.hole[place] - 1)
    for place in range(BOARD):
        if s.board[place] > 0:
            taken |= 1 << int(s.board[place] - 1)
    return taken


def legal(s: State, moves: list[int], k: int) -> int:
    """Write fold and call, or check, and then the bets or raises; none while a card is to be dealt."""
    if s.dealt < DEALT[s.round]:
        return k
    me = s.turn
    other = 1 - me
    if s.bets[other] > s.bets[me]:
        moves[k] = FOLD
        moves[k + 1] = CALL
        k += 2
    else:
        moves[k] = CHECK
        k += 1
    if s.raises >= CAP or s.committed[other] >= STACK:
        return k
    kind = BET if s.bets[0] == 0 and s.bets[1] == 0 else RAISE
    if LIMIT:
        moves[k] = kind
        return k + 1
    most = all_in(s)
    for to in range(min(most, s.bets[other] + s.step), most + 1):
        moves[k] = kind | (to << KIND_BITS)
        k += 1
    return k


def all_in(s: State) -> int:
    """Return what the side to move has bet in this round once it bets all its chips."""
    return int(STACK - s.committed[s.turn] + s.bets[s.turn])


def play(s: State, move: int) -> None:
    """Deal a card, or move."""
    if s.dealt < DEALT[s.round]:
        deal(s, move)
    else:
        act(s, move)


def deal(s: State, card: int) -> None:
    """Deal a card: to North, to South, or to the board. When both players are all in, go on without bets."""
    if s.dealt < HOLES:
        s.hole[s.dealt] = card + 1
        if HOLE == 2 and s.dealt & 1:
            sort_pair(s, s.dealt - 1)
    else:
        s.board[s.dealt - HOLES] = card + 1
    s.dealt += 1
    if s.dealt == DEALT[s.round] and s.committed[0] >= STACK and s.committed[1] >= STACK:
        end_round(s)


def sort_pair(s: State, place: int) -> None:
    """Put the higher of two cards of a hand first, so that the order of the deal does not matter."""
    first, second = int(s.hole[place]), int(s.hole[place + 1])
    if 4 * ((second - 1) % 13) + (second - 1) // 13 > 4 * ((first - 1) % 13) + (first - 1) // 13:
        s.hole[place] = second
        s.hole[place + 1] = first


def act(s: State, move: int) -> None:
    """Fold, check, call, bet or raise."""
    me = s.turn
    other = 1 - me
    kind = move & KIND_MASK
    s.actions[s.action_count] = move
    s.action_count += 1
    if kind == FOLD:
        finish_hand(s, other, 0)
    elif kind <= CALL:
        pay(s, int(s.bets[other]))
        if s.action_count - s.round_starts[s.round] >= 2:
            end_round(s)
        else:
            s.turn = other
    else:
        to = min(all_in(s), int(s.bets[other]) + BETS[s.round]) if LIMIT else move >> KIND_BITS
        s.step = max(s.step, to - s.bets[other])
        pay(s, to)
        s.raises += 1
        s.turn = other


def pay(s: State, to: int) -> None:
    """Raise the bet of the side to move in this round to this many chips."""
    s.committed[s.turn] += to - s.bets[s.turn]
    s.bets[s.turn] = to


def end_round(s: State) -> None:
    """Begin the next round of betting, or show the hands after the last one."""
    if s.round == ROUNDS - 1:
        north, south = strength(s, 0), strength(s, 1)
        finish_hand(s, NEITHER if north == south else 0 if north > south else 1, 1)
        return
    s.round += 1
    s.bets[0] = s.bets[1] = 0
    s.raises = 0
    s.step = BETS[0]
    s.round_starts[s.round] = s.action_count
    s.turn = (s.hand & 1) ^ LATER


def finish_hand(s: State, winner: int, shown: int) -> None:
    """Pay the pot out, keep what all have seen of the hand, and begin the next one.

    Both players have paid the same at a showdown, so that a split pot gives each its own chips back, and there is no
    odd chip. After a fold, the cards of both are gone.
    """
    s.last_won = 0
    if winner != NEITHER:
        won = int(s.committed[1 - winner])
        s.last_won = won if winner == 0 else -won
    s.chips[0] += s.last_won
    s.chips[1] -= s.last_won
    for place in range(HOLES):
        s.last_hole[place] = s.hole[place] if shown else 0
    for place in range(BOARD):
        s.last_board[place] = s.board[place]
    s.hand += 1
    begin_hand(s)


def outcome(s: State) -> int:
    """Return the result by the chips won, once all hands are played."""
    if not s.over:
        return ONGOING
    mine = s.chips[s.turn]
    return WIN if mine > 0 else LOSS if mine < 0 else DRAW


def won(s: State) -> int:
    """Return what the side to move won in the hand that has just ended, in hundredths of an ante or big blind."""
    return int(s.last_won if s.turn == 0 else -s.last_won) * UNIT


def points(s: State) -> tuple[int, ...]:
    """Return the chips that each seat has won in finished hands."""
    return tuple(int(chips) for chips in s.chips)


def can_win(s: State, seat: int) -> int:
    """Return 0 if the hands that are left cannot bring a seat ahead, else 1."""
    return int(s.chips[seat] + (HANDS - s.hand) * MOST_WON > 0)


def ending(s: State) -> str:
    """Return how the only hand ended, or that all hands are played."""
    if HANDS > 1:
        return "all hands played"
    return "showdown" if s.last_hole[0] else "fold"


def key(s: State) -> int:
    """Return a hash of the whole position."""
    word: int = mix(u64(s.turn | (s.over << 1) | (s.round << 2) | (s.dealt << 5) | (s.hand << 10)))
    word = mix(word ^ u64((s.chips[0] + (1 << 30)) | (s.last_won + (1 << 10)) << 32))
    for place in range(HOLES):
        word = mix(word ^ u64((s.hole[place] + 1) | ((s.last_hole[place] + 1) << 8)))
    for place in range(BOARD):
        word = mix(word ^ u64((s.board[place] + 1) | ((s.last_board[place] + 1) << 8)))
    for place in range(s.action_count):
        word = mix(word ^ u64(s.actions[place]))
    return word
