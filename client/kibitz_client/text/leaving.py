"""Exit messages: what happens to a match that the user leaves, and how to come back. No I/O."""

from collections.abc import Sequence

from kibitz_client.match.state import MatchState
from kibitz_protocol.values.clocks import Correspondence

STAYING_AWAY = "the match has begun, so you lose it if you stay away"


def exit_message(state: MatchState, url: str, *, private: bool) -> list[str]:
    """Return the lines after leaving one match. A `private` server ends with the program."""
    if private:
        return ["left the match, which ends with its private server"]
    if not state.plays:
        return ["left the match; to follow it:", f"  {return_command(state, url)}"]
    back = f"left the match; {seat_kept_text(state)}. to come back:"
    return [back, f"  {return_command(state, url)}", *_lost_text(state)]


def app_exit_message(states: Sequence[MatchState], url: str, *, private: bool) -> list[str]:
    """Return the lines after leaving the app.

    Args:
        states: The matches that the user played or created; finished ones are skipped.
        private: Whether the server ends with the program.
    """
    left = [state for state in states if not state.over]
    names = ", ".join(f"{state.game.title} {state.code}" for state in left)
    if private:
        with_it = f", and {names} with it" if left else ""
        return [f"your private server has ended{with_it}; one that keeps running: kibitz-server serve"]
    lines: list[str] = []
    for state in left:
        about = seat_kept_text(state) if state.plays else "it goes on without you"
        lines += [f"{state.game.title} {state.code}: {about}", f"  {return_command(state, url)}", *_lost_text(state)]
    return [*lines, f"or all of them: kibitz --server {url}"] if lines else []


def return_command(state: MatchState, url: str) -> str:
    """Return the command that brings the user back to a match."""
    if not state.plays:
        return f"kibitz watch {state.code} --server {url}"
    if state.you is None:
        return f"kibitz join {state.code} --server {url}"
    return f"kibitz join {state.code} --seat {state.you} --server {url}"


def seat_kept_text(state: MatchState) -> str:
    """Return for how long the server keeps the player's seat, which depends on the clock."""
    if isinstance(state.clock, Correspondence):
        return f"your seat stays yours, with {state.clock} for each move"
    running = state.clock is not None and state.phase == "running"
    return f"{'both sides are' if state.local else 'your seat is'} kept for a while" + (
        ", and your clock keeps running" if running else ""
    )


def _lost_text(state: MatchState) -> list[str]:
    """Return that a player who stays away loses a match that has begun; no line for any other match."""
    return [STAYING_AWAY] if state.plays and state.begun and not state.local else []
