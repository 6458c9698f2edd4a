"""Lure, a small game with hidden cards for the tests.

Each side pays an ante of 1 and gets one of five cards. North begins the first hand, South the second, and so on. A side
checks, or bets 1; the other side calls or folds. After two checks, or a call, one more card is drawn, which all see and
which changes nothing. The higher card then wins, and both are face up during the next hand. Cards that were folded
are never shown.
"""

from typing import Annotated, Any

from kibitz_server.games.board import Face, Picture, Table, Tray
from kibitz_server.games.game import DRAW, LOSS, ONGOING, WIN, Declaration, Option
from kibitz_server.games.record import I64, Array, Record

GAME = Declaration(
    name="lure",
    title="Lure",
    summary="Bet on a hidden card.",
    move_help="a move is check, bet, call or fold",
    seats=("North", "South"),
    options=(Option("hands", 2, 1, 50, meaning="how many hands are played"),),
    chance=True,
    hidden=True,
)

HANDS = 2
SIDES = 2
CARDS = 5
NAMES = "-23456"
BLANK = -1
FOLD, CHECK, CALL, BET = range(4)
TEXTS = ("fold", "check", "call", "bet")
FIRST_CARD, SECOND_CARD, TO_BET, CHECKED, FACING, BOARD, OVER = range(7)
MAX_MOVES, MAX_PLIES = 5, 350


def constants(hands: int) -> dict[str, Any]:
    """Return the number of hands."""
    return {"HANDS": hands}


class State(Record):
    """Cards of both seats (0: not dealt), the last showdown, what seat 0 has won, and the bet."""

    turn: I64
    stage: I64
    hand: I64
    bet: I64
    won: I64
    hole: Annotated[list[int], Array("i1", "SIDES")]
    shown: Annotated[list[int], Array("i1", "SIDES")]


def setup(s: State) -> None:
    """Let the first card be due."""
    s.bet = 1


def chance(s: State, moves: list[int], weights: list[int], k: int) -> int:
    """Write the cards that are left, as far as the record tells."""
    if s.stage == TO_BET or s.stage == CHECKED or s.stage == FACING or s.stage == OVER:
        return k
    for card in range(1, CARDS + 1):
        if card != s.hole[0] and card != s.hole[1]:
            moves[k], weights[k] = card, 1
            k += 1
    return k


def legal(s: State, moves: list[int], k: int) -> int:
    """Write check and bet, or fold and call."""
    moves[k] = FOLD if s.stage == FACING else CHECK
    moves[k + 1] = CALL if s.stage == FACING else BET
    return k + 2


def next_hand(s: State, winner: int) -> None:
    """Pay the winner, and begin the next hand."""
    s.won += s.bet if winner == 0 else -s.bet
    s.hand += 1
    s.bet = 1
    s.hole[0] = 0
    s.hole[1] = 0
    s.turn = s.hand % 2
    s.stage = OVER if s.hand == HANDS else FIRST_CARD


def play(s: State, move: int) -> None:
    """Play a move, or deal a card."""
    if s.stage == FIRST_CARD or s.stage == SECOND_CARD:
        s.hole[s.stage - FIRST_CARD] = move
        s.stage += 1
    elif s.stage == BOARD:
        s.shown[0] = s.hole[0]
        s.shown[1] = s.hole[1]
        next_hand(s, 0 if s.hole[0] > s.hole[1] else 1)
    elif move == FOLD:
        s.bet = 1
        s.shown[0] = 0
        s.shown[1] = 0
        next_hand(s, 1 - s.turn)
    elif move == BET:
        s.stage = FACING
        s.turn = 1 - s.turn
    elif move == CALL:
        s.bet = 2
        s.stage = BOARD
    elif s.stage == TO_BET:
        s.stage = CHECKED
        s.turn = 1 - s.turn
    else:
        s.stage = BOARD


def outcome(s: State) -> int:
    """Return the result by what was won, once all hands are played."""
    if s.stage != OVER:
        return ONGOING
    if s.won == 0:
        return DRAW
    return WIN if (s.won > 0) == (s.turn == 0) else LOSS


def seen(s: State, seat: int) -> None:
    """Blank the card of the other side in this hand."""
    for owner in range(2):
        if owner != seat and s.hole[owner] != 0:
            s.hole[owner] = BLANK


def chance_seen(s: State, chance: int, seat: int) -> str:
    """Return the card for its owner, and the board for all."""
    return NAMES[chance] if s.stage == BOARD or seat == s.stage - FIRST_CARD else "?"


def points(s: State) -> tuple[int, int]:
    """Return what each side has won."""
    return s.won, -s.won


def ending(_s: State) -> str:
    """Return why the game is over."""
    return "all hands played"


def move_text(_s: State, move: int) -> str:
    """Return the name of the move."""
    return TEXTS[move]


def move_path(_s: State, _move: int) -> tuple[int, ...]:
    """Return no cells."""
    return ()


def chance_text(_s: State, chance: int) -> str:
    """Return the card."""
    return NAMES[chance]


def chance_said(s: State, chance: int) -> str | None:
    """Return the card with its owner."""
    if s.stage == BOARD:
        return f"the board is {NAMES[chance]}"
    return f"{GAME.seats[s.stage - FIRST_CARD]} gets {NAMES[chance]}"


def said(s: State, move: int) -> str:
    """Return the move with its side."""
    return f"{GAME.seats[s.turn]} {TEXTS[move]}s"


def why_not(s: State, text: str) -> str | None:
    """Say that a bet is open, or that none is."""
    if text in TEXTS:
        return f"there is {'a' if s.stage == FACING else 'no'} bet of the other side"
    return None


def symbol(card: int) -> str:
    """Return a card as texts have it."""
    return "?" if card == BLANK else NAMES[card]


def position_text(s: State, _rows: tuple[str, ...]) -> str:
    """Return the cards, the last showdown, and all numbers."""
    cards = "".join(symbol(card) for card in (*s.hole, *s.shown))
    return f"{cards} {s.stage} {s.hand} {s.bet} {s.won} {GAME.seats[s.turn]}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes."""
    parts = text.split()
    if len(parts) != 6 or len(parts[0]) != 4 or parts[5] not in GAME.seats:
        raise ValueError("a position is written like 35-- 2 0 1 0 North")
    cards = [NAMES.find(each) for each in parts[0]]
    if min(cards) < 0:
        raise ValueError("the cards of both sides must be known: 2 to 6, or - before the deal")
    s.hole[0], s.hole[1], s.shown[0], s.shown[1] = cards
    s.stage, s.hand, s.bet, s.won = (int(each) for each in parts[1:5])
    s.turn = GAME.seats.index(parts[5])


def board() -> Table:
    """Return the cards."""
    cards = {NAMES[card]: Face("card", NAMES[card], NAMES[card]) for card in range(1, CARDS + 1)}
    return Table(cards | {"?": Face("back", "?", "a hidden card")})


def picture(s: State) -> Picture:
    """Return the hands, the cards of the last showdown, and what North has won."""
    hands = [Tray("hand", seat, (symbol(s.hole[seat]),)) for seat in range(2) if s.hole[seat]]
    shown = [Tray("shown", seat, (symbol(s.shown[seat]),)) for seat in range(2) if s.shown[seat]]
    return Picture(counters=(("North", s.won), ("South", -s.won)), trays=(*hands, *shown))
