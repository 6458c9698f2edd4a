"""Result of a tournament's game from the end of its match.

The entrant that moves first has the first seat: with an opening of an odd number of moves, the other one moves first.
"""

from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.tournament.commands import CountGame, VoidGame
from kibitz_server.core.tournament.statistics.repeated import moves_hash
from kibitz_server.core.tournament.values import GameOutcome, HowEnded, SideFigures
from kibitz_server.core.values.endings import EndKind

HOW = {
    EndKind.TIME: HowEnded.TIME,
    EndKind.ABANDONED: HowEnded.TIME,
    EndKind.ENGINE_FAILURE: HowEnded.FAILURE,
    EndKind.NO_SHOW: HowEnded.FORFEIT,
}
"""Ends that standings and statistics tell apart. An absent player whose opponent claims the game loses on time."""


def end_of(match: Match) -> CountGame | VoidGame:
    """Return the command that tells a tournament of the end of a match, which is over.

    A player that ends a match without a result alone, or by absence, loses the game by forfeit.
    """
    result, end, id = match.result, match.end, match.created.id
    assert result is not None
    assert end is not None
    if match.phase is Phase.FINISHED:
        points = (0.5, 0.5) if result.winner is None else (float(result.winner == 0), float(result.winner == 1))
        how = HOW.get(end.kind, HowEnded.PLAYED)
    elif end.seat is not None:
        points, how = (float(end.seat == 1), float(end.seat == 0)), HowEnded.FORFEIT
    else:
        return VoidGame(id, result.reason)
    return CountGame(
        match_id=id,
        outcome=GameOutcome(points, how),
        reason=result.reason,
        plies=match.ply,
        sides=(_figures(match, 0), _figures(match, 1)),
        moves_hash=moves_hash([*match.created.opening, *match.history.line()], match.created.position or ""),
    )


def _figures(match: Match, seat: int) -> SideFigures:
    moves = [move for move in match.moves if move.seat == seat]
    thoughts = [move.thought for move in moves if move.thought is not None]
    return SideFigures(
        moves=len(moves),
        depth=sum(each.depth for each in thoughts),
        nodes=sum(each.nodes for each in thoughts),
        seconds=sum(each.seconds for each in thoughts),
        berserk=match.berserk[seat],
    )
