"""A recorded match with a mistake, and a server that has it in its archive."""

from typing import Any

from kibitz_protocol.archive import Archive, ArchiveRow
from kibitz_protocol.to_client import Finished, Moved, Recorded
from kibitz_protocol.values import Result
from tests.client.samples import CODE, ENGINE, MATCH, OTTER, event, move, position, report, snapshot

CELLS = "4082"


SCORES = (0, -30, 900, -900)
"""The score of each search for the side to move; the second move loses the match for O."""


def record() -> list[Any]:
    """Return the messages of a match of four moves and its end."""
    messages: list[Any] = [snapshot()]
    for ply, cell in enumerate(CELLS):
        search = report(score=SCORES[ply], line=["a1", "b2"])
        messages.append(event(4 + ply, Moved(move=move(ply, int(cell), search)), position(CELLS[: ply + 1])))
    over = Finished(result=Result(winner=0, reason="line"))
    return [*messages, event(8, over, position(CELLS, to_move=None), "finished")]


def answer(command: Any) -> Any:
    """Answer as a server with that match in its archive."""
    if command.t == "record":
        return Recorded(match=MATCH, snapshot=record()[0], events=record()[1:], last=8)
    if command.t == "archive":
        row = ArchiveRow(
            match=MATCH,
            code=CODE,
            game="tictactoe",
            clock=None,
            seats=[OTTER, ENGINE],
            result=Result(winner=0, reason="line"),
            ply=4,
            rated=False,
            created_at=0.0,
            ended_at=0.0,
        )
        return Archive(matches=[row], next=None)
    return None
