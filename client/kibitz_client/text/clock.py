"""Seat clocks as text, kept running between two server messages. No I/O.

The server sends each seat's time until the flag falls, as of the position (`flag_ms`). The elapsed time is subtracted
for the seat whose clock runs.
"""

from kibitz_client.match.state import MatchState
from kibitz_client.text.formatting import clock_text
from kibitz_protocol.values.clocks import Byoyomi, SimpleDelay
from kibitz_protocol.values.fields import Seat


def seat_clock_text(state: MatchState, seat: Seat, elapsed_ms: int) -> str:
    """Return the time of a seat: `04:58`, `04:58 +3` (with free seconds), `00:21 (2 periods)`; empty without a clock.

    Args:
        elapsed_ms: The time since the position arrived.
    """
    times = state.position
    if times.remaining_ms is None or seat >= len(times.remaining_ms):
        return ""
    spent_ms = elapsed_ms if times.ticking == seat else 0
    remaining_ms = times.remaining_ms[seat]
    until_flag_ms = times.flag_ms[seat] if times.flag_ms else remaining_ms
    match state.clock:
        case SimpleDelay():
            free_ms = max(0, until_flag_ms - remaining_ms - spent_ms)
            text = clock_text(until_flag_ms - spent_ms - free_ms)
            return f"{text} +{-(-free_ms // 1000)}" if free_ms else text
        case Byoyomi(period_s=period_s) if times.periods:
            return _byoyomi_text(until_flag_ms - spent_ms, times.periods[seat], round(1000 * period_s))
        case _:
            return clock_text(remaining_ms - spent_ms)


def deadline_text(state: MatchState, seat: Seat, elapsed_ms: int) -> str:
    """Return the deadline of a seat that costs it no time of its clock; empty without one."""
    if state.settling:
        return settle_text(state, elapsed_ms)
    return first_move_text(state, elapsed_ms) if state.position.to_move == seat else ""


def settle_text(state: MatchState, elapsed_ms: int) -> str:
    """Return how long players can settle what is dead: `settle within 02:59`; empty in any other match."""
    left_ms = state.position.settle_ms
    return "" if left_ms is None or not state.settling else f"settle within {clock_text(left_ms - elapsed_ms)}"


def first_move_text(state: MatchState, elapsed_ms: int) -> str:
    """Return the deadline of a first move, which costs no time: `first move within 00:25`; empty for other moves."""
    left_ms = state.position.first_move_ms
    if left_ms is None or state.phase != "running":
        return ""
    return f"first move within {clock_text(left_ms - elapsed_ms)}"


def _byoyomi_text(until_flag_ms: int, periods: int, period_ms: int) -> str:
    main_ms = until_flag_ms - periods * period_ms
    if main_ms > 0:
        return f"{clock_text(main_ms)} (+{_periods_text(periods)})"
    # A period that is exactly used up is lost, as on the server.
    left = min(periods, max(0, until_flag_ms - 1) // period_ms + 1)
    return f"{clock_text(until_flag_ms - (left - 1) * period_ms)} ({_periods_text(left)})"


def _periods_text(periods: int) -> str:
    return "last period" if periods == 1 else f"{periods} periods"
