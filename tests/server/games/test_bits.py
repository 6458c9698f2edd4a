from kibitz_server.games.bits import ALL, lowest, mix, next_random, popcount, random_below, zobrist


def test_counting() -> None:
    """Sets are counted and their lowest square found, up to the last of 64."""
    assert popcount(0b1011 << 60 | 1) == 4
    assert lowest(0b1000) == 3
    assert lowest(1 << 63) == 63


def test_mix() -> None:
    """The generator that starts from the golden ratio is SplitMix64, whose first outputs for seed 0 are published."""
    # Sebastiano Vigna, splitmix64.c, 2015.
    assert zobrist(3) == (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F)
    assert mix(0) == 0
    assert 0 <= mix(ALL) <= ALL
    assert len({mix(n) for n in range(1000)}) == 1000


def test_random_words() -> None:
    """The first words after 1 follow from the shifts 13, 7 and 17; the upper half of a word selects a number."""
    assert next_random(1) == 0x40822041
    assert next_random(1 << 63) == 0x81 << 56
    assert [random_below(word << 32, 3) for word in (0, 0x55555555, 0x55555556, 0xFFFFFFFF)] == [0, 0, 1, 2]
