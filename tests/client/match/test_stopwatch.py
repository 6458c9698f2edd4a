"""Time since a position arrived, without halts."""

from kibitz_client.match.stopwatch import Stopwatch


def test_a_halt_does_not_count() -> None:
    """A halt does not count, and repeated notices have no effect."""
    watch = Stopwatch(10)
    assert watch.elapsed_ms(12) == 2_000
    watch.halt(13, halted=True)
    watch.halt(15, halted=True)
    assert watch.elapsed_ms(99) == 3_000
    watch.halt(100, halted=False)
    watch.halt(101, halted=False)
    assert watch.elapsed_ms(102) == 5_000


def test_a_new_position_ends_a_halt() -> None:
    """A new position ends a halt."""
    watch = Stopwatch(0)
    watch.halt(1, halted=True)
    watch.begin(50)
    assert watch.elapsed_ms(52) == 2_000
