"""Second implementation of a hand of poker, in the manner of `naive`: the hand runs from its blinds to its end.

A hand is a generator. It yields what is next, a card or a move of a seat with its options, and gets the choice.
"""

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass
from itertools import combinations

RANKS = "23456789TJQKA"


@dataclass(frozen=True)
class Rules:
    """Cards, antes, blinds and bets of a kind of poker. Without `sizes`, bets have no limit."""

    hole: int
    streets: tuple[int, ...]
    ante: int
    blinds: tuple[int, int]
    sizes: tuple[int, ...]
    most_bets: int
    stack: int
    button_acts_last: bool


KUHN = Rules(1, (0,), 1, (0, 0), (1,), 1, 10**6, False)
LEDUC = Rules(1, (0, 1), 1, (0, 0), (2, 4), 2, 10**6, False)


def holdem(limit: bool, stack: int, most_bets: int) -> Rules:
    """Return the rules of hold'em; the stack is in big blinds of two chips."""
    sizes = (2, 2, 4, 4) if limit else ()
    return Rules(2, (0, 3, 1, 1), 0, (1, 2), sizes, most_bets, 2 * stack, True)


@dataclass(frozen=True)
class Next:
    """What is next: the seat to move with its options, or a card for a seat, or for the board (None)."""

    seat: int | None
    options: frozenset[str] = frozenset()


Ending = tuple[int | None, int]
"""The seat that wins without a showdown, or None; and the chips that the loser has paid."""


def hand(rules: Rules, first: int) -> Generator[Next, str, Ending]:
    """Run a hand in which a seat acts first, and return how it ends."""
    for seat in (0, 1):
        for _ in range(rules.hole):
            yield Next(seat)
    order = (first, 1 - first)
    paid = {seat: rules.ante + blind for seat, blind in zip(order, rules.blinds, strict=True)}
    for street, size in enumerate(rules.streets):
        for _ in range(size):
            yield Next(None)
        if paid[0] == paid[1] == rules.stack:
            continue
        bets = dict(zip(order, rules.blinds, strict=True)) if street == 0 else {0: 0, 1: 0}
        seat = 1 - first if street and rules.button_acts_last else first
        loser = yield from betting(rules, street, seat, paid, bets)
        if loser is not None:
            return 1 - loser, paid[loser]
    return None, paid[0]


def betting(
    rules: Rules, street: int, seat: int, paid: dict[int, int], bets: dict[int, int]
) -> Generator[Next, str, int | None]:
    """Run a round of betting; return the seat that folds, if one does."""
    count, least, answers = sum(bet == max(bets.values()) > 0 for bet in bets.values()), 2, 0
    while answers < 2:
        mine, theirs = bets[seat], bets[1 - seat]
        options = {"fold", "call"} if theirs > mine else {"check"}
        most = rules.stack - paid[seat] + mine
        targets: list[int] = []
        if count < rules.most_bets and paid[1 - seat] < rules.stack:
            if rules.sizes:
                targets = [min(theirs + rules.sizes[street], most)]
            else:
                targets = [to for to in range(theirs + 1, most + 1) if to == most or to - theirs >= least]
        word = "raise" if theirs or mine else "bet"
        sized = {(word if rules.sizes else f"{word} {to}"): to for to in targets}
        move = yield Next(seat, frozenset(options | set(sized)))
        if move == "fold":
            return seat
        to = sized.get(move, theirs)
        paid[seat] += to - mine
        bets[seat] = to
        answers += 1
        if move in sized:
            count, least, answers = count + 1, max(least, to - theirs), 1
        seat = 1 - seat
    return None


def five_value(cards: tuple[str, ...]) -> tuple[int, list[int]]:
    """Return what orders hands of five cards."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda group: (-group[1], -group[0]))
    shape, order = [count for _, count in groups], [rank for rank, _ in groups]
    straight = len(order) == 5 and order[0] - order[4] == 4
    if order == [12, 3, 2, 1, 0]:
        straight, order = True, [3]
    flush = len({card[1] for card in cards}) == 1
    for level, found in enumerate(
        (
            straight and flush,
            shape == [4, 1],
            shape == [3, 2],
            flush,
            straight,
            shape == [3, 1, 1],
            shape == [2, 2, 1],
            shape == [2, 1, 1, 1],
        )
    ):
        if found:
            return 8 - level, order
    return 0, order


def showdown(holes: list[list[str]], board: list[str]) -> int:
    """Return the seat with the better hand, or -1 for equal ones, of hold'em, Leduc or Kuhn."""
    if len(board) == 5:
        values = [max(five_value(five) for five in combinations([*hole, *board], 5)) for hole in holes]
        return -1 if values[0] == values[1] else values.index(max(values))
    scores = [(any(card[0] == hole[0][0] for card in board), RANKS.index(hole[0][0])) for hole in holes]
    return -1 if scores[0] == scores[1] else scores.index(max(scores))
