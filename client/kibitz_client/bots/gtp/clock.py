"""Clocks of a match as GTP knows them: a main time, then a time for a number of stones. Pure.

GTP has whole seconds, and neither increments nor periods. With an increment, the time that is saved is the main time,
and the increment the time for one stone after it: a program that follows this never exceeds its clock. The same holds
for a delay. A byo-yomi period is the time for one stone, so that no period is used up.
"""

import math
from collections.abc import Collection, Sequence

from kibitz_client.bots.bot import TimeLeft
from kibitz_client.bots.engines.bot import MARGIN_S, SHARE
from kibitz_protocol.values.clocks import Byoyomi, Clock, Fischer, PerMove, SimpleDelay

COLORS = ("black", "white")
"""Names of the seats in commands."""


def clock_settings(control: Clock | None, move_s: int | None = None) -> str | None:
    """Return the command that tells a program its time control; None if the program decides itself.

    Args:
        control: The time control of the match.
        move_s: Seconds for a move in a match without a clock, and in one with days for a move.
    """
    match control:
        case Fischer(base_s=base, increment_s=each) | SimpleDelay(base_s=base, delay_s=each):
            # An increment comes after the first move, a delay is there from the beginning.
            saved = base - each if isinstance(control, Fischer) else base
            return _settings(saved if _own(each) else base, _own(each))
        case Byoyomi(base_s=base, period_s=each):
            return _settings(base, max(1, _own(each)))
        case PerMove(move_s=each):
            return _settings(0, max(1, _own(each)))
    return None if move_s is None else _settings(0, move_s)


def times_left(
    control: Clock | None,
    clock: TimeLeft | None,
    periods: Sequence[int] | None,
    move_s: int | None = None,
    berserk: Collection[int] = (),
) -> tuple[str, ...]:
    """Return the commands that tell a program the time of each seat.

    Args:
        control: The time control of the match.
        clock: How long each seat can think about one move.
        periods: Byo-yomi periods left for each seat.
        move_s: As for `clock_settings`.
        berserk: Seats that gave up their increment.
    """
    match control:
        case Fischer() | SimpleDelay() | Byoyomi() | PerMove():
            if clock is None:
                return ()
            numbers = periods or (1,) * len(clock.seats_s)
            plain = control.model_copy(update={"increment_s": 0.0}) if isinstance(control, Fischer) else control
            controls = [plain if seat in berserk else control for seat in range(len(clock.seats_s))]
            lefts = [_left(*each) for each in zip(controls, clock.seats_s, numbers, strict=True)]
        case _:
            lefts = [] if move_s is None else [f"{move_s} 1"] * len(COLORS)
    return tuple(f"time_left {color} {left}" for color, left in zip(COLORS, lefts, strict=False))


def _left(control: Fischer | SimpleDelay | Byoyomi | PerMove, left_s: float, periods: int) -> str:
    """Return the time of a seat that can think `left_s` seconds about one move, and for how many stones it is."""
    match control:
        case PerMove(move_s=each):
            saved = 0.0
        case Byoyomi(period_s=each):
            saved = left_s - periods * each
            left_s -= (periods - 1) * each if saved <= 0 else 0
        case Fischer(increment_s=each) | SimpleDelay(delay_s=each):
            saved = left_s - each if _own(each) else left_s
            if not _own(each):
                return f"{_whole(saved - MARGIN_S)} 0"
    if main := _whole(saved - MARGIN_S):
        return f"{main} 0"
    return f"{max(1, _own(min(each, left_s)))} 1"


def _settings(main_s: float, each_s: int) -> str:
    return f"time_settings {_whole(main_s)} {each_s} {1 if each_s else 0}"


def _own(seconds: float) -> int:
    """Return how many whole seconds of a time for one move a program may use."""
    return _whole(SHARE * seconds - MARGIN_S)


def _whole(seconds: float) -> int:
    return max(0, math.floor(seconds))
