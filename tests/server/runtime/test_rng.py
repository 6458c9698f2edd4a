"""Lots: drawn anew, or the same again under a seed."""

from kibitz_server.runtime.rng import RandomChoices


def shuffled(lots: RandomChoices) -> list[int]:
    """A hundred numbers in an order drawn by lot."""
    items = list(range(100))
    lots.shuffle(items)
    return items


def test_a_seed_draws_the_same_again() -> None:
    """Two servers with one seed draw alike, and the seed of a search hangs on its ply alone."""
    one, other = RandomChoices(7), RandomChoices(7)
    assert shuffled(one) == shuffled(other)
    assert [one.search_seed(ply) for ply in (3, 4, 3)] == [10, 11, 10]


def test_without_a_seed_nothing_repeats() -> None:
    """Otherwise no draw can be foreseen."""
    assert shuffled(RandomChoices()) != shuffled(RandomChoices())
    assert len({RandomChoices().search_seed(0) for _ in range(20)}) > 1
