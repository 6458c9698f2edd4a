"""Positions of poker as a line of text.

The words are the number of the hand, the chips that North has won in the hands before it, the cards of North and of
South, the board, and the bets: `3 +4 KsQd 9c9d Ts9s2c rc/kb`. The letters of bets are `k` check, `c` call, `b` bet and
`r` raise, with chips where bets have no limit, and a `/` is between rounds. After `last` come the cards of North and
South, if they were shown, the board, and what North won in the hand before. Where there is nothing, there is a `-`.
"""

import re

from kibitz_server.games.poker.cards import FULL_DECK
from kibitz_server.games.poker.hiding import HIDDEN
from kibitz_server.games.poker.notation import choices
from kibitz_server.games.poker.rules import (
    BLANK,
    HANDS,
    HOLE,
    HOLES,
    KIND_BITS,
    KIND_MASK,
    MOST_WON,
    State,
    begin_hand,
    known_cards,
    play,
    strength,
)

SLOTS = ("HANDS", "CARDS", "HOLE", "HOLES", "DEALT", "BOARD", "MOST_WON", "strength")
CARDS, DEALT, BOARD = FULL_DECK, (4, 7, 8, 9), 5
LETTERS_OF_MOVES = "fkcbr"
NOTHING = "-"
NUMBER = re.compile(r"[+-]?[0-9]{1,7}")
ACTION = re.compile(r"([kcbr])([0-9]{0,4})|/")


def position_text(s: State, _rows: tuple[str, ...]) -> str:
    """Return the hand, the chips, all cards and bets, and the hand before."""
    words = [str(s.hand + 1), f"{s.chips[0]:+}", *card_words(s.hole, s.board), betting_text(s)]
    if s.hand:
        words += ["last", *card_words(s.last_hole, s.last_board), f"{s.last_won:+}"]
    return " ".join(words)


def card_words(hole: list[int], board: list[int]) -> list[str]:
    """Return the cards of North, of South and of the board."""
    return [cards_text(hole[:HOLE]), cards_text(hole[HOLE:]), cards_text(board)]


def cards_text(cards: list[int]) -> str:
    """Return cards as text, with `?` for a blank."""
    return "".join(HIDDEN if card == BLANK else CARDS[card - 1] for card in cards if card) or NOTHING


def betting_text(s: State) -> str:
    """Return the moves of the hand as letters."""
    text = ""
    for place in range(s.action_count + 1):
        text += "/" * sum(start == place for start in s.round_starts[1 : s.round + 1])
        if place < s.action_count:
            move = s.actions[place]
            text += f"{LETTERS_OF_MOVES[move & KIND_MASK]}{move >> KIND_BITS or ''}"
    return text or NOTHING


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes.

    Raises:
        ValueError: The text cannot be read, or no game reaches the position; the message is a sentence.
    """
    words = text.split()
    if HIDDEN in text:
        raise ValueError("it has cards that are face down (?), and only a position with all cards can be read")
    if len(words) not in (6, 11) or (len(words) == 11 and words[6].lower() != "last"):
        raise ValueError(
            "a position has six words, such as '1 +0 - - - -', and after the first hand five about the last"
        )
    hand, chips = read_number(words[0], 1, HANDS + 1, "hand"), 0
    chips = read_number(words[1], -MOST_WON * (hand - 1), MOST_WON * (hand - 1), "number of chips won")
    if (hand > 1) != (len(words) == 11):
        raise ValueError("the hand before is given after the first hand, and only then")
    s.hand = hand - 1
    if hand > 1:
        read_last(s, words[7:])
        if abs(chips - s.last_won) > MOST_WON * (hand - 2):
            raise ValueError("the chips of the hand before do not fit the chips won so far")
    s.chips[0], s.chips[1] = chips, -chips
    begin_hand(s)
    read_hand(s, words[2:6])
    if (canonical := position_text(s, ())).lower() != " ".join(words).lower():
        raise ValueError(f"its parts do not fit together; did you mean '{canonical}'?")


def read_number(word: str, least: int, most: int, name: str) -> int:
    """Return a whole number within bounds.

    Raises:
        ValueError: The word is not such a number.
    """
    if not NUMBER.fullmatch(word) or not least <= int(word) <= most:
        raise ValueError(f"{word!r} is not a {name} from {least} to {most}")
    return int(word)


def read_cards(word: str, most: int) -> list[int]:
    """Return the codes of cards.

    Raises:
        ValueError: The word is not a list of different cards, or they are too many.
    """
    if word == NOTHING:
        return []
    size, codes = len(CARDS[0]), {card.lower(): code for code, card in enumerate(CARDS)}
    texts = [word[place : place + size].lower() for place in range(0, len(word), size)]
    if len(texts) > most or not set(texts) <= codes.keys() or len(set(texts)) < len(texts):
        examples = " ".join(CARDS[:3])
        raise ValueError(f"{word!r} is not up to {most} different cards such as {examples}; no cards are a '-'")
    return [codes[text] for text in texts]


def read_last(s: State, words: list[str]) -> None:
    """Read what was seen of the hand before: its cards at a showdown, the board, and what North won.

    Raises:
        ValueError: No hand ends like this.
    """
    north, south, board = (read_cards(word, most) for word, most in zip(words[:3], (HOLE, HOLE, BOARD), strict=True))
    shown, cards = [*north, *south], [*north, *south, *board]
    if len(north) != len(south) or len(shown) not in (0, HOLES) or len(set(cards)) < len(cards):
        raise ValueError("the hand before shows the different cards of both players, or of neither")
    if HOLES + len(board) not in (DEALT[-1:] if shown else DEALT):
        raise ValueError("the board of the hand before has too many or too few cards")
    s.last_won = read_number(words[3], -MOST_WON, MOST_WON, "number of chips won")
    for place, card in enumerate(board):
        s.board[place] = s.last_board[place] = card + 1
    for place, card in enumerate(shown):
        s.hole[place] = s.last_hole[place] = card + 1
    better = strength(s, 0) - strength(s, 1) if shown else s.last_won
    if (better > 0) - (better < 0) != (s.last_won > 0) - (s.last_won < 0) or not (shown or s.last_won):
        raise ValueError("the chips of the hand before went to the wrong player")


def read_hand(s: State, words: list[str]) -> None:
    """Deal the cards of the running hand, and make its moves.

    Raises:
        ValueError: The rules do not allow these cards or moves.
    """
    hand, board = s.hand, read_cards(words[2], BOARD)
    for card in [*read_cards(words[0], HOLE), *read_cards(words[1], HOLE)]:
        deal_known(s, card, HOLES)
    if words[3] != NOTHING and "".join(found[0] for found in ACTION.finditer(words[3].lower())) != words[3].lower():
        raise ValueError(f"{words[3]!r} are not bets: letters k, c, b or r, with '/' between rounds")
    for found in ACTION.finditer(words[3].lower()):
        while board and s.hand == hand and s.dealt < DEALT[s.round]:
            deal_known(s, board.pop(0), HOLES + BOARD)
        if found[0] != "/":
            move = LETTERS_OF_MOVES.index(found[1]) | (int(found[2] or 0) << KIND_BITS)
            if move not in choices(s):
                raise ValueError(f"{found[0]!r} is not a legal move in the bets {words[3]!r}")
            play(s, move)
    for card in board:
        deal_known(s, card, HOLES + BOARD)
    if s.hand != hand:
        raise ValueError("the hand is over after these bets")


def deal_known(s: State, card: int, end: int) -> None:
    """Deal a card of a text.

    Raises:
        ValueError: No such card is due.
    """
    if s.over or s.dealt >= min(end, DEALT[s.round]) or (known_cards(s) >> card) & 1:
        raise ValueError(f"the card {CARDS[card]} is there twice, or too early")
    play(s, card)
