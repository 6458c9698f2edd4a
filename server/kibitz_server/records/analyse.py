"""Analysis of a record file, by searches in this process: the result is that of the server's command `analyse`."""

from collections.abc import Callable, Iterable
from itertools import pairwise

from kibitz_protocol.values.seats import name_text
from kibitz_server.engine import driver
from kibitz_server.engine.analysis.game_analysis import CannotAnalyse, Effort, GameAnalysis, PlayedMove
from kibitz_server.engine.compiler.select import compile_searches
from kibitz_server.engine.control import SearchControl
from kibitz_server.messages.analysis import analysis_data, progress_data
from kibitz_server.messages.outgoing import Data
from kibitz_server.records.replay import Verified, VerifiedMove
from kibitz_server.records.verifier import verify


class NotOver(CannotAnalyse):
    """Record of a running match."""


def analyse(lines: Iterable[str | bytes], effort: Effort, say: Callable[[Data], None]) -> None:
    """Verify a record, search its positions, and pass on each progress and the result as messages of the protocol.

    Raises:
        NotARecord: It is not a record.
        DifferenceError: It differs from the rules.
        CannotAnalyse: The match goes on, or it cannot be analysed.
    """
    found = verify(lines)
    if not found.over:
        raise NotOver("the record ends before the match does")
    if found.kept:
        raise CannotAnalyse("the match ended early, so cards that were not shown stay hidden")
    moves, chances = _moves(found)
    work = GameAnalysis(found.start, moves, chances, effort)
    compile_searches()
    match_id = found.snapshot.match
    players = [name_text(view) if view.name else None for view in found.snapshot.seats]
    while (position := work.position) is not None:
        say(progress_data(match_id, work, 0))
        limit = work.limit
        control = SearchControl()
        control.reset(limit.nodes)
        work.add(driver.run(position, work.algorithm, limit, control))
    say(analysis_data(match_id, found.snapshot.code, found.game.declaration, players, effort, work.result()))


def _moves(found: Verified) -> tuple[list[PlayedMove], tuple[str, ...]]:
    """Return the moves of the record that were not taken back, and the chance events before the first one."""
    last = {(played.view.ply, played.view.move): played for played in found.played}
    kept = [last[ply, move] for ply, move in enumerate(found.moves)]
    ends = [*(len(played.moves) for played in kept), len(found.line)]
    chances = [found.line[at + 1 : end] for at, end in pairwise(ends)]
    return [_played(*each) for each in zip(kept, chances, strict=True)], found.line[: ends[0]]


def _played(played: VerifiedMove, chances: tuple[str, ...]) -> PlayedMove:
    view, before = played.view, played.before
    random = view.search is not None and view.search.source == "random"
    return PlayedMove(view.ply, view.seat, view.move, random, before.said(before.find(view.move)), chances)
