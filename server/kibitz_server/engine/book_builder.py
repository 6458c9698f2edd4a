"""Scores for building opening books: searches of each move, by the strongest algorithm unless another is given."""

from collections.abc import Callable

from kibitz_server.engine import levels
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import check, run
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.rules import final_score
from kibitz_server.engine.score import PROVEN
from kibitz_server.games.game import Game, Position


def worth(game: Game, limit: Limit, algorithm: str | None = None) -> Callable[[Position], int]:
    """Return a function that scores a position for its side to move, with one search per position.

    Raises:
        UnknownAlgorithm: No algorithm has this name.
        UnfitAlgorithm: The algorithm cannot play this game.
    """
    algorithm = algorithm or levels.strongest(game)
    check(algorithm, game)

    def judge(position: Position) -> int:
        if position.outcome is not None:
            score = final_score(position)
        else:
            control = SearchControl()
            control.reset(limit.nodes)
            score = run(position, algorithm, limit, control).score
        # A proven result is one ply further away from the position before the move.
        return score - 1 if score >= PROVEN else score + 1 if score <= -PROVEN else score

    return judge
