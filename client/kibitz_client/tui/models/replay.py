"""The states of a replay, one a ply, and the text about each. Pure."""

from collections.abc import Sequence

from kibitz_client.match.state import MatchState, advance
from kibitz_client.text.formatting import clock_text
from kibitz_client.tui import strings
from kibitz_client.tui.models.mistakes import Mistake
from kibitz_protocol.to_client import Event, Moved, Snapshot
from kibitz_protocol.values import MoveView

RecordMessage = Snapshot | Event
SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Speeds of a replay, as multiples of its normal speed."""


def ply_states(messages: list[RecordMessage]) -> list[MatchState]:
    """Return a state for each ply; the last one is the end of the match. Their clocks do not run."""
    found: list[MatchState] = []
    state: MatchState | None = None
    for message in messages:
        state = advance(state, message)
        if state is None:
            continue
        if not found or (isinstance(message, Event) and isinstance(message.event, Moved)):
            found.append(state)
        else:
            # The end, a takeback or a pause replaces the state of its ply.
            found = [*found[: state.position.ply - found[0].position.ply], state] if found else [state]
    return found


def ply_summary(moves: Sequence[MoveView], mistakes: Sequence[Mistake], played: int) -> str:
    """Return the text after `played` moves: the time of the last one, and whether it was a mistake."""
    if not played:
        count = strings.MISTAKES_FOUND[min(len(mistakes), 2)].format(count=len(mistakes))
        return strings.REPLAY_START.format(moves=strings.counted(len(moves), "move"), mistakes=count)
    move = moves[played - 1]
    text = f"{played}. {move.move}  {clock_text(move.elapsed_ms)}"
    found = next((one for one in mistakes if one.ply == move.ply), None)
    if found is None:
        return text
    better = strings.BETTER.format(move=found.better, score=found.score) if found.better else ""
    # Adding 0.0 turns -0.0 into 0.0.
    before, after = (round(value, 2) + 0.0 for value in (found.before, found.after))
    return text + strings.MISTAKE.format(before=before, after=after) + better


def speed_text(speed: float, *, running: bool) -> str:
    """Return `> 2x` while it runs; nothing while it is paused at normal speed."""
    if running:
        return f"> {speed:g}x"
    return "" if speed == 1 else f"{speed:g}x"
