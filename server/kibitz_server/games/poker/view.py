"""Picture of a table of poker: hands, board, bets and chips, and what all saw of the hand before."""

from typing import Any

from kibitz_server.games.board import Picture, Table, Tray
from kibitz_server.games.poker.cards import BACK, FULL_DECK, faces_of
from kibitz_server.games.poker.notation import SIDES
from kibitz_server.games.poker.rules import BLANK, BLINDS, BOARD, HANDS, HOLE, STACK, State

SLOTS = ("CARDS", "HANDS", "HOLE", "BOARD", "BLINDS", "STACK", "SHOWS_STACK", "STREETS", "hand_words", "limit_bet")
CARDS = FULL_DECK
SHOWS_STACK = 1
"""Whether the chips that a player has left in the hand are shown."""
STREETS = ("", "flop", "turn", "river")
"""What the cards of the board are called in each round."""
hand_words: Any = None
"""Function of the game: what the cards of a seat make with those of the board so far, such as `a pair of kings`."""
limit_bet: Any = None
"""Function of the notation: the chips of the next bet or raise of a fixed size, 0 where none is legal."""


def board() -> Table:
    """Return the faces of the deck."""
    return Table(faces=faces_of(CARDS))


def picture(s: State) -> Picture:
    """Return the cards of the hand and those shown in the hand before as trays, and all chips as counters."""
    trays = [hand_tray("cards", s, seat) for seat in (0, 1)]
    if BOARD:
        trays.append(Tray("board", None, faces(s.board), STREETS[s.round] if s.board[0] else ""))
    last = last_hand(s)
    trays += [tray for seat in (0, 1) if (tray := hand_tray("last hand", last, seat)).faces]
    if BOARD and (shown := faces(s.last_board)):
        trays.append(Tray("last board", None, shown))
    return Picture(counters=tuple(counters(s)), trays=tuple(trays))


def hand_tray(name: str, s: State, seat: int) -> Tray:
    """Return the cards of a seat, with what they make if all of them are seen."""
    cards = s.hole[HOLE * seat : HOLE * seat + HOLE]
    return Tray(name, seat, faces(cards), hand_words(s, seat) if min(cards) > 0 else "")


def last_hand(s: State) -> State:
    """Return a state with the cards that were shown in the hand before."""
    shown = s.copy()
    shown.hole, shown.board = s.last_hole, s.last_board
    return shown


def faces(cards: list[int]) -> tuple[str, ...]:
    """Return the keys of cards' faces, in their order."""
    return tuple(BACK if card == BLANK else CARDS[card - 1] for card in cards if card)


def counters(s: State) -> list[tuple[str, int]]:
    """Return the pot, bets, stacks, chips won and blinds, the number of the hand, and the last result.

    The small blind tells which player has the button. The next bet is the whole bet of the round after a bet or raise
    with limits.
    """
    found = [("pot", int(sum(s.committed)))]
    if size := limit_bet(s):
        found.append(("next bet", size))
    found += [(f"{SIDES[seat]} bet", int(s.bets[seat])) for seat in (0, 1)]
    if SHOWS_STACK:
        found += [(f"{SIDES[seat]} stack", int(STACK - s.committed[seat])) for seat in (0, 1)]
    found += [(f"{SIDES[seat]} chips", int(s.chips[seat])) for seat in (0, 1)]
    if BLINDS[1] and not s.over:
        button = int(s.hand & 1)
        found += [(f"{SIDES[button]} small blind", BLINDS[0]), (f"{SIDES[1 - button]} big blind", BLINDS[1])]
    if HANDS > 1:
        found += [("hand", min(int(s.hand) + 1, HANDS)), ("hands", HANDS)]
    if s.hand:
        found.append((last_result(s), abs(int(s.last_won))))
    return found


def last_result(s: State) -> str:
    """Return the winner of the hand before, and the hand that won a showdown, as the name of the chips won."""
    if s.last_won == 0:
        return "last hand split"
    winner = 0 if s.last_won > 0 else 1
    text = f"last hand won by {SIDES[winner]}"
    if not s.last_hole[0]:
        return text
    return f"{text} with {hand_words(last_hand(s), winner)}"
