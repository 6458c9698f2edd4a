"""The position to search. A runner sends all moves of the game each time; only the new ones are played."""

from kibitz_server.games.ends.studies import going_on
from kibitz_server.games.game import Game, IllegalMove, Position
from kibitz_server.programs.uci.commands import BadCommand, SetPosition


class GameLine:
    """Moves of a game, and its last position."""

    def __init__(self) -> None:
        self.moves: tuple[str, ...] = ()
        self.start: str | None = None
        self.position: Position | None = None
        self._game: Game | None = None

    def clear(self) -> None:
        """Forget the line, before another game."""
        self.position = self._game = None

    def set(self, game: Game, start: str | None, command: SetPosition) -> Position:
        """Return the position of a command, and keep it for the next one.

        Args:
            game: The game with its options.
            start: The text of the first position; None for that of the game.
            command: The command, whose moves follow that position.

        Raises:
            ValueError: The first position cannot be read.
            BadCommand: A move is not legal. The line is empty then.
        """
        known, position = len(self.moves), self.position
        continues = game is self._game and start == self.start and command.moves[:known] == self.moves
        self.clear()
        if position is None or not continues:
            position, known = game.start(start), 0
        for number, text in enumerate(command.moves[known:], known + 1):
            position = going_on(position, game)
            try:
                position = position.after(position.find(text))
            except IllegalMove as error:
                raise BadCommand(f"move {number}, {text[:20]!r}: {error}") from None
        self._game, self.start, self.moves, self.position = game, start, command.moves, position
        return position
