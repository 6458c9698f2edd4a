"""How long ago a position came, without the time for which clocks stood still."""

from kibitz_client.match.stopwatch import Stopwatch


def test_time_that_is_nobodys_does_not_count() -> None:
    """Neither while the clocks stand still nor afterwards; what is said twice holds once."""
    watch = Stopwatch(10)
    assert watch.elapsed_ms(12) == 2_000
    watch.halt(13, halted=True)
    watch.halt(15, halted=True)
    assert watch.elapsed_ms(99) == 3_000
    watch.halt(100, halted=False)
    watch.halt(101, halted=False)
    assert watch.elapsed_ms(102) == 5_000


def test_a_position_that_comes_is_a_word_that_time_runs() -> None:
    """A server tells of none while it cannot save."""
    watch = Stopwatch(0)
    watch.halt(1, halted=True)
    watch.begin(50)
    assert watch.elapsed_ms(52) == 2_000
