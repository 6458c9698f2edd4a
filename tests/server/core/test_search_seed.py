"""Seeds of engines: secret where cards are hidden, and different in each game of an event."""

import itertools

from kibitz_server.core.search_seed import search_seed, seed_in_event


def test_seeds_of_an_event_differ() -> None:
    """Each event, game pair, game and seat gives another seed of 63 bits."""
    places = list(itertools.product(range(1, 4), range(1, 20), (1, 2), (0, 1)))
    seeds = {seed_in_event(*place) for place in places}
    assert len(seeds) == len(places)
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert max(seeds) > 2**62


def test_numbers_of_an_event_are_not_run_together() -> None:
    """Pair 1 and game 12 is another place than pair 11 and game 2."""
    assert seed_in_event(7, 1, 12, 0) != seed_in_event(7, 11, 2, 0)


def test_seeds_of_an_event_stay() -> None:
    """A seed is the same in later versions, so that an event can be repeated."""
    assert seed_in_event(7, 1, 1, 0) == FIXED


FIXED = 1_619_990_129_322_249_697


def test_seeds_with_hidden_cards_depend_on_the_secret() -> None:
    """The seed that a host chooses does not tell how an engine plays hidden cards."""
    assert search_seed("00" * 32, 7) != search_seed("01" * 32, 7)
