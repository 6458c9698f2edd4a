"""Berger tables of FIDE (C.05, annex 1): the pairings and sides of each round of a round robin."""

from collections.abc import Iterator

from kibitz_server.core.value import value


@value
class BergerRound:
    """Round of a round robin: pairs of entrants, the first player before the second, and the entrant with a bye."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None


def berger_rounds(entrants: int, cycles: int = 1) -> tuple[BergerRound, ...]:
    """Return the rounds of a round robin. In every second cycle sides are swapped.

    Args:
        entrants: How many there are. With an odd number, one has a bye in each round.
        cycles: How often all meet.

    Raises:
        ValueError: There are fewer than two entrants, or no cycle.
    """
    if entrants < 2 or cycles < 1:
        raise ValueError(f"no round robin of {entrants} entrants and {cycles} cycles")
    first = [_round(entrants, number) for number in range(1, entrants + entrants % 2)]
    swapped = [BergerRound(tuple((second, one) for one, second in each.pairs), each.bye) for each in first]
    return tuple(each for cycle in range(cycles) for each in (swapped if cycle % 2 else first))


def _round(entrants: int, number: int) -> BergerRound:
    pairs = tuple(_pairs(entrants + entrants % 2, number))
    byes = [min(pair) for pair in pairs if max(pair) > entrants]
    return BergerRound(tuple(pair for pair in pairs if max(pair) <= entrants), byes[0] if byes else None)


def _pairs(even: int, number: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of a round of an even number of entrants, by board.

    The last entrant stays where it is and changes sides. The others sit in a circle: its opponent is half of it further
    each round, and the neighbours of the opponent at the same distance to both sides meet.
    """
    circle = even - 1
    opponent = (number - 1) * (even // 2) % circle
    yield (opponent + 1, even) if number % 2 else (even, opponent + 1)
    for distance in range(1, even // 2):
        yield (opponent + distance) % circle + 1, (opponent - distance) % circle + 1
