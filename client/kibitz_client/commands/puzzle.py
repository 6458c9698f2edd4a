"""`kibitz puzzle`: puzzles line by line. The board is printed, the answer typed, and judged by the server."""

import sys

from kibitz_client.columns import wrapped
from kibitz_client.errors import ClientError
from kibitz_client.match.moves.legal import written_moves
from kibitz_client.match.puzzles import OpenPuzzle, heading, hint_text, question, rating_text, verdict
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.servers.connect import connect_or_start
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.terminal.keyboard import Keyboard, typed_lines
from kibitz_client.terminal.output import Output
from kibitz_client.text.board import board_lines
from kibitz_protocol.commands.puzzles import (
    AnswerPuzzle,
    DailyPuzzle,
    HelpPuzzle,
    ListPuzzleAttempts,
    NextPuzzle,
    PuzzleHint,
    PuzzleJudged,
    PuzzleShown,
)

PROMPT = "puzzle> "
HELP = """a move, or one of
  next       another puzzle, also while this one is open
  hint       how the move begins; solution shows all moves; then the puzzle is not rated
  board      show the board again; legal lists the legal moves
  rating     your ratings as a solver, and your last puzzles
  quit       leave"""


async def puzzle(
    settings: Settings, output: Output, game: str | None, *, daily: bool = False, level: str = "equal"
) -> None:
    """Solve puzzles until the user leaves or the input ends.

    Args:
        settings: The server and the player.
        output: Where to print.
        game: The game; None for any.
        daily: Whether to begin with the puzzle of today.
        level: How hard the puzzles are, compared with the rating of the user.

    Raises:
        RefusedError: There is no puzzle of the game.
    """
    async with connect_or_start(settings, output) as connected:
        lines = PuzzleLines(connected.client, output, Keyboard(sys.stdin), game, level)
        await lines.run(daily=daily)


class PuzzleLines:
    """Line mode of puzzles."""

    def __init__(self, client: NetworkClient, output: Output, keyboard: Keyboard, game: str | None, level: str) -> None:
        """Prepare line mode.

        Args:
            client: The connection.
            output: Where to print.
            keyboard: Where the lines come from.
            game: The game; None for any.
            level: How hard the puzzles are, compared with the rating of the user.
        """
        self._client = client
        self._output = output
        self._keyboard = keyboard
        self._game = game
        self._level = level
        self._attempt: OpenPuzzle | None = None

    async def run(self, *, daily: bool = False) -> None:
        """Read and carry out lines until the input ends or the user leaves."""
        typed = typed_lines(self._keyboard)
        self._begin(await self._client.ask(build(DailyPuzzle, game=self._game)) if daily else await self._next())
        while True:
            self._output.prompt(PROMPT)
            line = await typed.get()
            if line is None:
                return
            self._output.answered(None if self._keyboard.interactive else line.strip())
            if line.strip() in ("quit", "exit", "q"):
                return
            try:
                await self._process(line.strip())
            except ClientError as error:
                self._output.say(*error.lines)

    async def _next(self) -> PuzzleShown:
        skip = self._attempt.shown.puzzle if self._attempt else None
        return await self._client.ask(build(NextPuzzle, game=self._game, level=self._level, skip=skip))

    def _begin(self, shown: PuzzleShown) -> None:
        self._attempt = OpenPuzzle(shown)
        self._output.emit(shown)
        if not self._output.json:
            self._output.say(*heading(shown), "")
            self._show()

    async def _process(self, text: str) -> None:
        attempt = self._attempt
        assert attempt is not None, "a puzzle was asked for"
        word = text.lower()
        if word in ("help", "?"):
            self._output.say(*HELP.splitlines())
        elif word == "board":
            self._show()
        elif word == "legal":
            written = written_moves(attempt.shown.game, attempt.shown.board, attempt.state)
            self._output.say(*wrapped(", ".join(written.values()), self._output.style.width))
        elif word == "rating":
            await self._show_ratings()
        elif word in ("next", "n") or attempt.over:
            self._begin(await self._next())
        elif not text:
            self._output.say(question(attempt))
        elif word in ("hint", "solution"):
            await self._help(attempt, word)
        else:
            command = build(AnswerPuzzle, puzzle=attempt.shown.puzzle, moves=[*attempt.found, text])
            self._take(await self._client.ask(command), text)

    async def _help(self, attempt: OpenPuzzle, what: str) -> None:
        found = await self._client.ask(
            build(HelpPuzzle, puzzle=attempt.shown.puzzle, moves=list(attempt.found), what=what)
        )
        if isinstance(found, PuzzleHint):
            self._output.emit(found)
            if not self._output.json:
                self._output.say(hint_text(found))
        else:
            self._take(found, None)

    async def _show_ratings(self) -> None:
        found = await self._client.ask(build(ListPuzzleAttempts, game=self._game, limit=10))
        self._output.emit(found)
        if not self._output.json:
            self._output.say(*(f"{you.game}: {rating_text(you)}" for you in found.you))
            self._output.say(*(f"{each.puzzle} {each.game} {each.result}" for each in found.attempts))

    def _take(self, judged: PuzzleJudged, move: str | None) -> None:
        attempt = self._attempt
        assert attempt is not None, "a puzzle was asked for"
        self._attempt = attempt.after(judged, move)
        self._output.emit(judged)
        if self._output.json:
            return
        if judged.right:
            self._output.say("", *self._board(), "")
        self._output.say(*verdict(judged))
        if judged.over:
            self._output.say("Enter: the next one")

    def _board(self) -> list[str]:
        attempt = self._attempt
        assert attempt is not None, "a puzzle was asked for"
        sides = attempt.shown.game.seats
        return board_lines(attempt.shown.board, attempt.state, self._output.style, sides=sides)

    def _show(self) -> None:
        if self._attempt is not None:
            self._output.say(*self._board(), "", question(self._attempt))
