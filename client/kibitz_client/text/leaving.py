"""What is told to somebody who leaves a match before it is over: what becomes of it, and how to come back. Pure."""

from collections.abc import Sequence

from kibitz_client.match.state import MatchState
from kibitz_protocol.clocks import Correspondence


def farewell(state: MatchState, url: str, *, private: bool) -> list[str]:
    """On leaving one match. A `private` server ends with us."""
    if private:
        return ["left the match, which ends with its private server"]
    if state.you is None:
        return ["left the match; to see how it goes on:", f"  kibitz watch {state.code} --server {url}"]
    return [f"left the match; {kept_for(state)}. to come back:", f"  {way_back(state, url)}"]


def farewells(states: Sequence[MatchState], url: str, *, private: bool) -> list[str]:
    """On leaving everything at once: the matches that were played, or made, and are not over."""
    left = [state for state in states if not state.over]
    names = ", ".join(f"{state.game.title} {state.code}" for state in left)
    if private:
        with_it = f", and {names} with it" if left else ""
        return [f"your private server has ended{with_it}; one that goes on: kibitz-server serve"]
    lines: list[str] = []
    for state in left:
        about = kept_for(state) if state.you is not None else "it goes on without you"
        lines += [f"{state.game.title} {state.code}: {about}", f"  {way_back(state, url)}"]
    return [*lines, f"or all of them: kibitz --server {url}"] if lines else []


def way_back(state: MatchState, url: str) -> str:
    """What to type to come back."""
    if state.you is None:
        return f"kibitz watch {state.code} --server {url}"
    return f"kibitz join {state.code} --seat {state.you} --server {url}"


def kept_for(state: MatchState) -> str:
    """How long the seat is ours, which depends on the clock."""
    if isinstance(state.clock, Correspondence):
        return f"your seat stays yours, with {state.clock} for each move"
    running = state.clock is not None and state.phase == "running"
    return "your seat is kept for a while" + (", and your clock goes on" if running else "")
