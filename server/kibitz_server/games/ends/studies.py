"""Positions after a draw by rule that nobody claimed, for analysis boards, files and engines of other programs."""

from kibitz_server.games.game import Game, Position
from kibitz_server.games.registry import load


def drawn(position: Position) -> bool:
    """Return whether the game is over without a winner."""
    return position.outcome is not None and position.outcome.winner is None


def longer(game: Game) -> list[Game]:
    """Return the games with the same moves and positions whose rules end them later, one after the other."""
    declared, options = game.declaration.goes_on, game.options
    reached = [place for place, name in enumerate(declared) if options[name]]
    return [load(game.name, {**options, name: True}) for name in declared[reached[-1] + 1 if reached else 0 :]]


def going_on(position: Position, game: Game) -> Position:
    """Return a position from which moves can be played, if any are legal: without the history that made it a draw.

    The result belongs to the given game, so that its searches know it. Only if the pieces alone make it a draw, it
    belongs to a game whose rules end later.

    Args:
        position: A position of the game, or of one of those that go on later.
        game: The game.
    """
    if position.game.options == game.options and not drawn(position):
        return position
    again = game.start(position.text)
    if drawn(again) and hasattr(game.rules, "forget"):
        state = again.state.copy()
        game.rules.forget(state)
        again = Position(game, state)
    later = longer(game)
    return later[-1].start(position.text) if drawn(again) and later else again
