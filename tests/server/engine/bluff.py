"""Bluff, a small game with hidden information for the tests: the poker of Kuhn (1950), with one card of three each.

Its best play is known: its value is -1/18 of an ante a hand for the side that moves first. Bluff has only what a new
game with hidden information must have, and `guess` and `won` for searches.
"""

from typing import Annotated, Any

from kibitz_server.games.bits import next_random, random_below
from kibitz_server.games.board import Grid, Picture
from kibitz_server.games.game import LOSS, ONGOING, WIN, Declaration
from kibitz_server.games.record import I64, Array, Record

GAME = Declaration(
    name="bluff",
    title="Bluff",
    summary="Bet that your card is the higher one.",
    move_help="a move is pass or bet",
    chance=True,
    hidden=True,
)

PASS, BET = 0, 1
CARDS = "JQK"
MAX_MOVES, MAX_PLIES, WON_LIMIT = 3, 5, 200
UNSEEN = -1
SHOWN = (4, 7, 11)
"""Lines after which both sides show their cards: pass pass, bet bet, pass bet bet."""


class State(Record):
    """Cards of both sides from 1, 0 before the deal; the moves so far as the digits of a number that begins with 1."""

    turn: I64
    cards: Annotated[list[int], Array("i1", 2)]
    line: I64


def setup(s: State) -> None:
    """Begin with no moves."""
    s.line = 1


def chance(s: State, moves: list[int], weights: list[int], k: int) -> int:
    """Write the cards that a side may get: those that are not known to be the other side's."""
    seat = 0 if s.cards[0] == 0 else 1
    if s.cards[seat] != 0:
        return k
    for card in range(1, 4):
        if card != s.cards[0]:
            moves[k] = card
            weights[k] = 1
            k += 1
    return k


def legal(_s: State, moves: list[int], k: int) -> int:
    """Write pass and bet."""
    moves[k] = PASS
    moves[k + 1] = BET
    return k + 2


def play(s: State, move: int) -> None:
    """Deal a card, or move. After a bet, bet is a call and pass is a fold."""
    if s.cards[0] == 0:
        s.cards[0] = move
    elif s.cards[1] == 0:
        s.cards[1] = move
    else:
        s.line = 2 * s.line + move
        s.turn = 1 - s.turn


def gain(s: State) -> int:
    """Return what the side to move has won in a hand that is over, in antes: 0 while it goes on."""
    higher = 1 if s.cards[0] > s.cards[1] else -1
    first = 0
    if s.line == 4:  # pass, pass
        first = higher
    elif s.line == 6:  # bet, pass
        first = 1
    elif s.line == 10:  # pass, bet, pass
        first = -1
    elif s.line in SHOWN:
        first = 2 * higher
    return first if s.turn == 0 else -first


def won(s: State) -> int:
    """Return what the side to move has won in a hand that is over, in hundredths of an ante."""
    return 100 * gain(s)


def outcome(s: State) -> int:
    """Return ONGOING, or the result for the side to move."""
    if gain(s) == 0:
        return ONGOING
    return WIN if gain(s) > 0 else LOSS


def seen(s: State, seat: int) -> None:
    """Blank the cards of the other side, unless both were shown."""
    if s.line in SHOWN:
        return
    for other in range(2):
        if other != seat and s.cards[other] > 0:
            s.cards[other] = UNSEEN


def chance_seen(s: State, chance: int, seat: int) -> str:
    """Return the card for the side that gets it."""
    return chance_text(s, chance) if seat == (0 if s.cards[0] == 0 else 1) else "?"


def guess(s: State, memory: Any) -> None:
    """Give the other side one of the two cards that are left."""
    memory.random = next_random(memory.random)
    for seat in range(2):
        if s.cards[seat] == UNSEEN:
            own = s.cards[1 - seat]
            pick = 1 + random_below(memory.random, 2)
            s.cards[seat] = pick if pick < own else pick + 1


def ending(_s: State) -> str:
    """Return why the game is over."""
    return "hand over"


def move_text(_s: State, move: int) -> str:
    """Return the name of the move."""
    return "bet" if move else "pass"


def chance_text(_s: State, chance: int) -> str:
    """Return the card."""
    return CARDS[chance - 1]


def move_path(_s: State, _move: int) -> tuple[int, ...]:
    """Return no cells."""
    return ()


def position_text(s: State, _rows: tuple[str, ...]) -> str:
    """Return the cards and the moves."""
    cards = "".join("?" if card == UNSEEN else "-JQK"[card] for card in s.cards)
    return f"{cards} {bin(s.line)[3:].replace('0', 'p').replace('1', 'b') or '-'}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes."""
    cards, _, line = text.partition(" ")
    if len(cards) != 2 or not set(cards) <= set("-JQK") or not set(line) <= set("pb-"):
        raise ValueError("a position is two cards and the moves, as in JQ pb")
    for seat in range(2):
        s.cards[seat] = "-JQK".index(cards[seat])
    s.line = 1
    for move in line.strip("-"):
        play(s, int(move == "b"))


def board() -> Grid:
    """Return one cell."""
    return Grid(("",), ("",), {"-": "empty"})


def picture(_s: State) -> Picture:
    """Return one cell."""
    return Picture(("-",), ())
