"""The pace of two engines as typed: `pace 2`, `slower`, `faster` and `step`."""

from kibitz_client.errors import UsageError
from kibitz_client.match.state import MatchState
from kibitz_client.requests import build
from kibitz_protocol.to_server import Create, SetPace

PACES = (0.0, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0)
"""Seconds of a move that `slower` and `faster` lead to, as in the page."""
USUAL_S = 1.0
"""Pace of two engines that a person watches, unless another one is given."""


def is_of_engines(command: Create) -> bool:
    """Return whether only engines play the match that a command creates."""
    return all(seat.kind == "engine" for seat in command.seats)


def next_pace(pace_s: float, *, slower: bool) -> float:
    """Return the next slower pace, or the next faster one; the same at the end of the list."""
    if slower:
        return next((each for each in PACES if each > pace_s), pace_s)
    return next((each for each in reversed(PACES) if each < pace_s), pace_s)


def pace_command(word: str, rest: str, state: MatchState) -> SetPace | None:
    """Return the command for a word of the host of two engines, or None for another word.

    Raises:
        UsageError: The rest of the line is no number of seconds.
    """
    pace_s = state.engine_pace_s or 0.0
    match word:
        case "slower" | "faster":
            return build(SetPace, match=state.match, engine_pace_s=next_pace(pace_s, slower=word == "slower"))
        case "step":
            return build(SetPace, match=state.match, step_at=state.position.ply)
        case "pace":
            try:
                seconds = float(rest.strip().removesuffix("s"))
            except ValueError:
                raise UsageError(f"{rest.strip()!r} is not a number of seconds", "type pace 2, or pace 0") from None
            return build(SetPace, match=state.match, engine_pace_s=seconds)
        case _:
            return None
