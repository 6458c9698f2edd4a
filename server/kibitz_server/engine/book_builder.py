"""The scores that opening books are built from: searches of each move, by the strongest algorithm unless told."""

from collections.abc import Callable

from kibitz_server.engine import levels
from kibitz_server.engine.control import Control
from kibitz_server.engine.driver import check, run
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.score import PROVEN, WIN
from kibitz_server.games.game import Game, Position


def worth(game: Game, limit: Limit, algorithm: str | None = None) -> Callable[[Position], int]:
    """A judge of positions who spends that much on each. Raises UnknownAlgorithm and UnfitAlgorithm."""
    algorithm = algorithm or levels.strongest(game)
    check(algorithm, game)

    def judge(position: Position) -> int:
        if position.outcome is not None:
            winner = position.outcome.winner
            score = 0 if winner is None else WIN if winner == position.state.turn else -WIN
        else:
            control = Control()
            control.reset(limit.nodes)
            score = run(position, algorithm, limit, control).score
        # A proven result lies one ply further from the position that the move was made in.
        return score - 1 if score >= PROVEN else score + 1 if score <= -PROVEN else score

    return judge
