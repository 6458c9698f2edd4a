"""What a replay shows: a state for each ply, and what is to be said of it. Pure."""

from collections.abc import Sequence

from kibitz_client.match.state import MatchState, advance
from kibitz_client.text.formatting import clock_text
from kibitz_client.tui import strings
from kibitz_client.tui.models.mistakes import Mistake
from kibitz_protocol.to_client import Event, Moved, Snapshot
from kibitz_protocol.values import MoveView

Told = Snapshot | Event
SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""How fast a replay runs, as multiples of its usual speed."""


def stops(messages: list[Told]) -> list[MatchState]:
    """A state for each ply, the last one as the match ended. Their clocks stand."""
    found: list[MatchState] = []
    state: MatchState | None = None
    for message in messages:
        state = advance(state, message)
        if state is None:
            continue
        if not found or (isinstance(message, Event) and isinstance(message.event, Moved)):
            found.append(state)
        else:
            # The end, a takeback, a pause: what is seen at this ply is what came of it.
            found = [*found[: state.position.ply - found[0].position.ply], state] if found else [state]
    return found


def about(moves: Sequence[MoveView], mistakes: Sequence[Mistake], played: int) -> str:
    """What is to be said when so many moves have been played: how long the last took, and whether it was a mistake."""
    if not played:
        told = strings.MISTAKES_FOUND[min(len(mistakes), 2)].format(count=len(mistakes))
        return strings.REPLAY_START.format(moves=strings.counted(len(moves), "move"), mistakes=told)
    move = moves[played - 1]
    text = f"{played}. {move.move}  {clock_text(move.elapsed_ms)}"
    found = next((one for one in mistakes if one.ply == move.ply), None)
    if found is None:
        return text
    better = strings.BETTER.format(move=found.better, score=found.score) if found.better else ""
    # Nothing is added, but for what turns -0.0 into 0.0.
    before, after = (round(value, 2) + 0.0 for value in (found.before, found.after))
    return text + strings.MISTAKE.format(before=before, after=after) + better


def speed_text(speed: float, *, runs: bool) -> str:
    """`> 2x` while it runs; nothing while it stands at its usual speed."""
    if runs:
        return f"> {speed:g}x"
    return "" if speed == 1 else f"{speed:g}x"
