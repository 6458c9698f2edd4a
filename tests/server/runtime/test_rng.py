"""Tests of the random choices, with and without a seed."""

from kibitz_server.runtime.rng import RandomChoices


def shuffled(choices: RandomChoices) -> list[int]:
    """Return a hundred numbers in a random order."""
    items = list(range(100))
    choices.shuffle(items)
    return items


def test_a_seed_gives_the_same_choices() -> None:
    """Two servers with one seed choose alike. The seed of a search depends only on its ply."""
    one, other = RandomChoices(7), RandomChoices(7)
    assert shuffled(one) == shuffled(other)
    assert [one.search_seed(ply) for ply in (3, 4, 3)] == [10, 11, 10]


def test_without_a_seed_choices_differ() -> None:
    """Without a seed, no choice can be predicted."""
    assert shuffled(RandomChoices()) != shuffled(RandomChoices())
    assert len({RandomChoices().search_seed(0) for _ in range(20)}) > 1


def test_numbers_are_below_their_bound() -> None:
    """Each number below the bound is drawn, and a seed draws the same ones again."""
    one, other = RandomChoices(7), RandomChoices(7)
    numbers = [one.below(4) for _ in range(50)]
    assert set(numbers) == {0, 1, 2, 3}
    assert numbers == [other.below(4) for _ in range(50)]


def test_the_seed_of_a_match_has_32_bytes() -> None:
    """A server with a seed repeats the seeds of its matches and says so; another one makes seeds that differ."""
    one, other = RandomChoices(7), RandomChoices(7)
    seeds = [one.match_seed() for _ in range(20)]
    assert seeds == [other.match_seed() for _ in range(20)]
    assert len(set(seeds)) == 20
    assert {len(bytes.fromhex(seed)) for seed in seeds} == {32}
    assert one.repeatable
    assert not RandomChoices().repeatable
    assert len(bytes.fromhex(RandomChoices().match_seed())) == 32
    assert RandomChoices().match_seed() != RandomChoices().match_seed()
