"""Texts of moves and deals: as players type them, as all read them, and why a move is not legal."""

import re

from kibitz_server.games.poker.cards import FULL_DECK, card_face, card_typed
from kibitz_server.games.poker.hiding import HIDDEN, is_seen
from kibitz_server.games.poker.rules import (
    BET,
    CALL,
    CHECK,
    FOLD,
    HOLE,
    HOLES,
    KIND_BITS,
    KIND_MASK,
    LIMIT,
    RAISE,
    STACK,
    State,
    all_in,
    legal,
)

SLOTS = ("CARDS", "STREETS", "MAX_MOVES", "LIMIT", "HOLE", "HOLES", "STACK", "BETS", "CAP")
CARDS, MAX_MOVES = FULL_DECK, 52
"""Texts of the cards of the deck by their codes."""
BETS, CAP = (2, 2, 4, 4), 4
STREETS = ("", "flop", "turn", "river")
"""What each round's cards of the board are called."""

SIDES = ("North", "South")
MOVE_NAMES = ("fold", "check", "call", "bet", "raise")
WORDS = 1
"""Texts of moves may have several words."""
TYPED = re.compile(r"([a-z][a-z' -]*?)? ?(?:to )?([0-9]{1,6})?(?: chips)?")
CHECK_WORDS = ("k", "x", "ck", "check", "checks", "pass")
CALL_WORDS = ("call", "calls", "see")
FOLD_WORDS = ("f", "fold", "folds")
BETTING = ("b", "bet", "bets", "r", "raise", "raises", "reraise", "re-raise", "make it")
LEAST = ("min", *(f"{word} min" for word in BETTING))
POT = ("pot", *(f"{word} pot" for word in BETTING))
ALL_IN = ("a", "all in", "all-in", "allin", "shove", "jam", "push", *(f"{word} all in" for word in BETTING))


def move_text(_s: State, move: int) -> str:
    """Return what a player types: `call`, or `raise 6`, where 6 chips are the whole bet of the round."""
    to = move >> KIND_BITS
    return MOVE_NAMES[move & KIND_MASK] + (f" {to}" if to else "")


def move_path(_s: State, _move: int) -> tuple[int, ...]:
    """Return no cells: every move is a button."""
    return ()


def chance_text(_s: State, chance: int) -> str:
    """Return the card that is dealt."""
    return CARDS[chance]


def chance_seen(s: State, chance: int, seat: int) -> str:
    """Return the card for the seat that gets it, or for all if it lies on the board; `?` for others."""
    return CARDS[chance] if is_seen(s, seat) else HIDDEN


def chance_said(s: State, chance: int) -> str:
    """Return where a card goes."""
    place = f"{SIDES[s.dealt // HOLE]} gets" if s.dealt < HOLES else STREETS[s.round]
    return f"{place} {card_face(CARDS[chance]).text}"


def said(s: State, move: int) -> str:
    """Return a move as a verb with its chips. It says nothing of cards, so that it is the same for all who see it."""
    kind, other = move & KIND_MASK, 1 - s.turn
    if kind == FOLD:
        return f"folds: {SIDES[other]} wins {2 * s.committed[s.turn]}"
    if kind == CHECK:
        return "checks"
    to = int(s.bets[other]) if kind == CALL else move >> KIND_BITS or limit_size(s)
    verb = f"calls {to - s.bets[s.turn]}" if kind == CALL else f"{'bets' if kind == BET else 'raises to'} {to}"
    return f"{verb} and is all in" if to == all_in(s) else verb


def choices(s: State) -> list[int]:
    """Return the codes of the legal moves while a player is to bet, else none."""
    moves = [0] * MAX_MOVES
    return moves[: legal(s, moves, 0)]


def alias(s: State, text: str) -> str:
    """Return the standard text of a move such as `k`, `raise to 6`, `r6` or `all in`, or of a card such as `10♥`."""
    if (card := card_typed(text)) is not None:
        return card
    found, legal_moves = TYPED.fullmatch(text), choices(s)
    if found is None or not legal_moves:
        return text
    word, number = found[1] or "", found[2]
    if number is None:
        for name, words in (("check", CHECK_WORDS), ("call", CALL_WORDS), ("fold", FOLD_WORDS)):
            if word in words:
                return name
        if word == "c":
            return "call" if CALL in legal_moves else "check"
        if word in ALL_IN:
            return all_in_text(s, legal_moves, text)
        if word in (*LEAST, *POT) and not LIMIT and legal_moves[-1] & KIND_MASK in (BET, RAISE):
            return move_text(s, sized(s, pot_size(s) if word in POT else 0))
    if word not in (*BETTING, "") or not (word or number):
        return text
    name = MOVE_NAMES[betting_kind(s)]
    if number is None:
        return name
    return name if LIMIT and int(number) == limit_size(s) else f"{name} {int(number)}"


def all_in_text(s: State, legal_moves: list[int], text: str) -> str:
    """Return the move by which a player is all in: a bet, a raise, or a call; otherwise the text itself."""
    if LIMIT:
        last = legal_moves[-1]
        return move_text(s, last) if last in (BET, RAISE) and limit_size(s) == all_in(s) else text
    if legal_moves[-1] & KIND_MASK in (BET, RAISE):
        return move_text(s, legal_moves[-1])
    return "call" if CALL in legal_moves and s.committed[1 - s.turn] >= STACK else text


def betting_kind(s: State) -> int:
    """Return whether a player who adds chips bets or raises."""
    return RAISE if max(s.bets) else BET


def pot_size(s: State) -> int:
    """Return the whole bet of the round by which the side to move bets as much as is in the pot after its call."""
    return int(s.bets[1 - s.turn] + sum(s.committed) + max(s.bets) - s.bets[s.turn])


def sized(s: State, to: int) -> int:
    """Return the bet or raise without limit that is nearest to this many chips."""
    most = all_in(s)
    return betting_kind(s) | (min(most, max(to, max(s.bets) + s.step)) << KIND_BITS)


def limit_size(s: State) -> int:
    """Return the chips of the next bet or raise with limits, as the whole bet of the round."""
    return min(all_in(s), max(s.bets) + BETS[s.round])


def limit_bet(s: State) -> int:
    """Return the chips of the next bet or raise with limits, as the whole bet of the round; 0 where none is legal."""
    legal_moves = choices(s) if LIMIT else []
    return limit_size(s) if legal_moves and legal_moves[-1] & KIND_MASK in (BET, RAISE) else 0


def why_not(s: State, text: str) -> str | None:
    """Return why a move of the game is not legal here; None for any other text."""
    word, _, number = text.partition(" ")
    legal_moves, other = choices(s), SIDES[1 - s.turn]
    if word not in MOVE_NAMES or not legal_moves:
        return None
    owed = s.bets[1 - s.turn] - s.bets[s.turn]
    may_bet = legal_moves[-1] & KIND_MASK in (BET, RAISE)
    rest = f"call, {'raise ' if may_bet else ''}or fold".replace(", or", " or")
    if word == "fold":
        return "there is no bet to fold to: check costs nothing"
    if word == "call":
        return f"there is no bet to call: check{' or bet' if may_bet else ''}"
    if word == "check":
        return f"you cannot check, because {other} has bet {owed} more than you: {rest}"
    if not may_bet:
        if s.committed[1 - s.turn] >= STACK:
            return f"{other} is all in: {rest}"
        return f"this round has had {CAP} bet{'s' * (CAP > 1)}, the most that there can be: {rest}"
    return wrong_size(s, legal_moves, number)


def wrong_size(s: State, legal_moves: list[int], number: str) -> str:
    """Return which bets there are, for a player who has typed another one or none."""
    name = MOVE_NAMES[betting_kind(s)]
    if LIMIT:
        return f"bets have a fixed size: here you can {name} to {limit_size(s)}, by typing {name}"
    sizes = [move >> KIND_BITS for move in legal_moves if move & KIND_MASK in (BET, RAISE)]
    least, most = min(sizes), max(sizes)
    span = f"{name} {least}" if least == most else f"{name} {least} to {most}"
    wrong = "that is not a bet here" if number else "say how many chips"
    return f"{wrong}: {span}, the whole bet of this round"
