"""Choice of openings: none again before all others are used up, by the two entrants first and then in the event."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from kibitz_server.core.tournament.openings import MOST_OPENINGS, OpeningUses, in_order, next_opening
from kibitz_server.core.tournament.values import OpeningOrder, OpeningSet, TournamentOpening


def openings(number: int, order: OpeningOrder = OpeningOrder.SEQUENTIAL, start: int = 1) -> OpeningSet:
    """Return openings of a file."""
    return OpeningSet("bundled", "ab", (TournamentOpening(()),) * number, order, start)


def shuffled(number: int, seed: int, start: int = 1) -> tuple[int, ...]:
    """Return openings in a random order."""
    return in_order(number, OpeningOrder.RANDOM, start, seed)


def chosen(given_openings: OpeningSet, pairs: list[tuple[int, int]], seed: int = 7) -> list[int]:
    """Return the openings of game pairs that follow each other."""
    uses, found = OpeningUses(), []
    for pair in pairs:
        found.append(uses.next(given_openings, seed, pair))
        uses.add(pair, found[-1])
    return found


def test_openings_follow_the_file_from_their_start() -> None:
    """A sequential order begins at its start and goes on from the end of the file to its begin."""
    assert chosen(openings(4, start=3), [(1, 2)] * 6) == [3, 4, 1, 2, 3, 4]


def test_entrants_repeat_none_before_all_are_used() -> None:
    """Two entrants get an opening again only when they have had all others, though the event has used others less."""
    assert chosen(openings(3), [(1, 2), (1, 3), (1, 2), (2, 1), (3, 1)]) == [1, 2, 3, 2, 1]


def test_sides_of_a_pair_do_not_matter() -> None:
    """A pair of entrants is the same in either order."""
    assert chosen(openings(2), [(1, 2), (2, 1)]) == [1, 2]


def test_random_order_is_that_of_its_seed() -> None:
    """A seed fixes the random order, on every machine and in every version."""
    assert shuffled(6, 7) == shuffled(6, 7)
    orders = {shuffled(20, seed) for seed in range(20)}
    assert len(orders) == 20
    assert all(sorted(order) == list(range(1, 21)) for order in orders)


def test_a_random_order_is_fixed() -> None:
    """A random order stays the same in later versions, because events that are running follow it."""
    assert shuffled(8, 7) == FIXED


FIXED = (1, 3, 6, 7, 8, 2, 4, 5)


def test_start_moves_a_random_order() -> None:
    """The start of a random order is a place in it, so that a second event goes on where the first one ended."""
    order = shuffled(8, 3)
    assert shuffled(8, 3, start=4) == order[3:] + order[:3]


def test_first_places_use_each_of_many_openings() -> None:
    """The largest number of openings is used up before any occurs again."""
    uses: Counter[int] = Counter()
    many = openings(MOST_OPENINGS, OpeningOrder.RANDOM)
    for place in range(50):
        index = next_opening(many, 1, uses, uses)
        assert index == shuffled(MOST_OPENINGS, 1)[place]
        uses[index] += 1


ENTRANTS = st.tuples(st.integers(1, 4), st.integers(1, 4)).filter(lambda pair: pair[0] != pair[1])


@given(
    number=st.integers(1, 6),
    order=st.sampled_from(OpeningOrder),
    start=st.integers(1, 6),
    seed=st.integers(0, 5),
    pairs=st.lists(ENTRANTS, max_size=40),
)
def test_uses_never_differ_by_more_than_one(
    number: int, order: OpeningOrder, start: int, seed: int, pairs: list[tuple[int, int]]
) -> None:
    """Each choice is one that the two entrants, and then the event, have used least: no count is ahead by two."""
    uses = OpeningUses()
    given_openings = openings(number, order, min(start, number))
    order_of_event = in_order(number, order, given_openings.start, seed)
    places = {index: place for place, index in enumerate(order_of_event)}
    for pair in pairs:
        index = uses.next(given_openings, seed, pair)
        had, used = uses.by_pair(pair), uses.by_event
        for other in range(1, number + 1):
            mine = had.get(index, 0), used[index], places[index]
            assert mine <= (had.get(other, 0), used[other], places[other])
        uses.add(pair, index)
        counts = [uses.by_pair(pair).get(each, 0) for each in range(1, number + 1)]
        assert max(counts) - min(counts) <= 1
