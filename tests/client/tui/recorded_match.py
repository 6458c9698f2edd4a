"""A recorded match with a mistake, and a server that has it in its archive."""

from typing import Any

from kibitz_protocol.commands.analysis import Analysed, AnalysedMove, AnalysedSide
from kibitz_protocol.commands.archive import Archive, ArchiveRow
from kibitz_protocol.to_client import Finished, Moved, Recorded
from kibitz_protocol.values.matches import Result
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


def analysed() -> Analysed:
    """Return an analysis of the match: the second move is a blunder, the third the only one, the fourth random."""
    wins = ((0.5, 0.5), (0.5, 0.1), (0.9, 0.9), (0.1, 0.1))
    moves = [
        AnalysedMove(
            ply=ply,
            seat=ply % 2,
            move=move(ply, int(cell)).move,
            before=wins[ply][0],
            after=wins[ply][1],
            best="a1",
            line=["a1", "b2", "c1", "c2"],
            score=SCORES[ply],
            wins_in=None,
            depth=9,
            loss=0.4 if ply == 1 else 0.0,
            judgement="blunder" if ply == 1 else "good",
            exempt=(None, None, "forced", "random")[ply],
        )
        for ply, cell in enumerate(CELLS)
    ]
    sides = [
        AnalysedSide(seat=0, name="X", accuracy=98.6, judged=1, inaccuracies=0, mistakes=0, blunders=0),
        AnalysedSide(seat=1, name="O", accuracy=14.9, judged=1, inaccuracies=0, mistakes=0, blunders=1),
    ]
    return Analysed(
        match=MATCH,
        code=CODE,
        game="tictactoe",
        algorithm="alphabeta",
        effort="normal",
        nodes=1000,
        seconds=0.5,
        moves=moves,
        final=1.0,
        sides=sides,
    )


def answer(command: Any) -> Any:
    """Answer as a server with that match in its archive."""
    if command.t == "record":
        return Recorded(match=MATCH, snapshot=record()[0], events=record()[1:], last=8)
    if command.t == "analyse":
        return analysed()
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
