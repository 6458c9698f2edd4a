from kibitz_server.games.bits import ALL, lowest, mix, popcount, zobrist


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
