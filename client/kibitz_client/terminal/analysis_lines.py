"""The analysis board line by line: moves and commands are read as lines, and each position is printed."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial

from kibitz_client.errors import ClientError, RefusedError
from kibitz_client.match.moves.numbering import number_at, numbered
from kibitz_client.match.state import MatchState
from kibitz_client.match.variations import written
from kibitz_client.network.analysis_board import BUDGETS_S, AnalysisBoard
from kibitz_client.parsing.analysis_source import analysis_source
from kibitz_client.parsing.move_list import join_moves, moves_text
from kibitz_client.terminal.keyboard import Keyboard, typed_lines
from kibitz_client.terminal.output import Output
from kibitz_client.text.board import board_lines
from kibitz_client.text.formatting import search_text
from kibitz_client.text.match_view import (
    actions_line,
    chances_line,
    counters_below,
    legal_lines,
    note_lines,
    result_line,
)
from kibitz_protocol.game_names import NamedGame
from kibitz_protocol.refusals import Code
from kibitz_protocol.values.seats import seat_text

PROMPT = "analysis> "
FEW = 6
"""Most chance outcomes that are listed with each position."""
HELP = """a move, as the game writes it (see: legal), a chance event that is due, or one of
  back, forward     take back the last move, or play it again; back 5 takes back five
  first, last       go to the beginning, or to the end of the line
  other             show the next move that was tried in place of the last one
  engine            switch the engine on or off; engine mcts chooses another one
  load WHAT         load a game, the file of a record, the code of a finished match, a list of moves, or a position
  board             show the board again; legal marks the legal moves on it
  moves             show the moves of the line; position shows the position as text
  quit              leave"""


class AnalysisLines:
    """Line mode of an analysis board. On a terminal the user can type while the engine searches."""

    def __init__(self, board: AnalysisBoard, games: Collection[NamedGame], output: Output, keyboard: Keyboard) -> None:
        """Prepare line mode.

        Args:
            board: A board with something on it.
            games: The server's games.
            output: Where to print.
            keyboard: Where the lines come from.
        """
        self._board = board
        self._games = games
        self._output = output
        self._keyboard = keyboard
        self._engine: str | None = None
        self._search: asyncio.Task[None] | None = None
        self._left = False
        self._commands: dict[str, Callable[[str], Awaitable[None]]] = {
            "back": lambda rest: self._go(-_count(rest)),
            "undo": lambda rest: self._go(-_count(rest)),
            "forward": lambda rest: self._go(_count(rest)),
            "redo": lambda rest: self._go(_count(rest)),
            "first": lambda _: self._go(-100_000),
            "last": lambda _: self._go(100_000),
            "other": lambda _: self._other(),
            "engine": self._switch_engine,
            "load": self._load,
            "quit": lambda _: self._quit(),
        }

    async def run(self) -> None:
        """Read and carry out lines until the input ends or the user leaves."""
        typed = typed_lines(self._keyboard)
        try:
            self._say_notes()
            await self._show()
            while not self._left:
                self._output.prompt(PROMPT)
                line = await typed.get()
                if line is None:
                    return
                self._output.answered(None if self._keyboard.interactive else line.strip())
                await self._process(line.strip())
        finally:
            self._stop_search()

    async def _process(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        word = word.lower().removeprefix("/")
        state = self._board.state
        try:
            if not text:
                pass
            elif state is not None and text in (*state.position.legal, *state.position.chances):
                await self._play(text)
            elif state is not None and (lines := self._answer(word, state)) is not None:
                self._output.say(*lines)
            elif word in self._commands:
                await self._commands[word](rest.strip())
            else:
                await self._play(text)
        except ClientError as error:
            self._output.say(*error.lines)

    def _answer(self, word: str, state: MatchState) -> list[str] | None:
        """Return the answer to a question about the shown position; None if the word is not a question."""
        style, sides = self._output.style, state.game.seats
        match word:
            case "help" | "?":
                return HELP.splitlines()
            case "board":
                return board_lines(state.board, state.position, style, sides=sides)
            case "legal":
                lines = board_lines(state.board, state.position, style, targets=True, sides=sides)
                chances = chances_line(state.position)
                return [*lines, *([chances] if chances else legal_lines(state, style.width))]
            case "moves":
                return [join_moves(written(node) for node in self._board.lines.line()) or "no moves yet"]
            case "position":
                return [state.position.text]
        return None

    async def _play(self, text: str) -> None:
        await self._board.enter(text)
        await self._show()

    async def _go(self, by: int) -> None:
        lines = self._board.lines
        node = lines.at(by)
        if node is lines.current:
            self._output.say("this is the beginning" if by < 0 else "this is the end of the line")
            return
        await self._board.go(node)
        await self._show()

    async def _other(self) -> None:
        node = self._board.lines.sibling()
        if node is None:
            self._output.say("no other move was tried here")
            return
        await self._board.go(node)
        await self._show()

    def _say_notes(self) -> None:
        """Say what was left out or guessed when the game was read from a file."""
        if self._board.notes:
            self._output.emit({"t": "notes", "notes": list(self._board.notes)})
            self._output.say(*note_lines(self._board.notes))

    async def _load(self, rest: str) -> None:
        if rest:
            await self._board.load(analysis_source(rest, self._games))
            self._say_notes()
            await self._show()
        else:
            self._output.say("load what? for example: load connect4, load match.jsonl, load K7QX42")

    async def _switch_engine(self, rest: str) -> None:
        self._stop_search()
        on = self._engine is None if rest.lower() not in ("on", "off") else rest.lower() == "on"
        named = rest if rest.lower() not in ("", "on", "off") else ""
        self._engine = named or (self._board.engine if on else None)
        if self._engine is None:
            self._output.say("the engine is off")
        else:
            self._output.say(f"the engine is on: {self._engine}")
            await self._evaluate()

    async def _quit(self) -> None:
        self._left = True

    async def _show(self) -> None:
        """Print the shown position, and let the engine search it."""
        state = self._board.state
        if state is None:
            return
        lines, node = self._board.lines, self._board.lines.current
        self._output.emit(
            {
                "t": "position",
                "ply": state.position.ply,
                "move": node.reached.move,
                "text": state.position.text,
                "to_move": state.position.to_move,
                "legal": state.position.legal,
                "chances": state.position.chances,
                "result": state.result.model_dump() if state.result is not None else None,
            }
        )
        if not self._output.json:
            number = "" if node.reached.chance else f"{number_at(state, max(0, len(state.moves) - 1))} "
            moved = f"{number}{node.reached.written}" if node.reached.move else state.game.title
            tried = lines.alternatives()
            self._output.say(
                "", moved, *board_lines(state.board, state.position, self._output.style, sides=state.game.seats)
            )
            self._output.say(*counters_below(state), self._turn(state))
            if tried:
                self._output.say(f"tried here: {moves_text(tried)}")
            if 0 < len(state.position.chances) <= FEW:
                self._output.say(chances_line(state.position))
            elif action := actions_line(state):
                self._output.say(action)
        await self._evaluate()

    def _turn(self, state: MatchState) -> str:
        seat = state.position.to_move
        if state.position.chances:
            due = len(state.position.chances)
            return f"a chance event is due; type one of {'them' if due <= FEW else f'{due} outcomes (see: legal)'}"
        return result_line(state) if seat is None else f"{seat_text(state.game.seats, seat)} to move"

    async def _evaluate(self) -> None:
        """Let the engine search, if it is on. A pipe waits for the first result, a terminal does not."""
        self._stop_search()
        state = self._board.state
        if self._engine is None or state is None or state.over or state.position.chances:
            return
        if not self._keyboard.interactive:
            await self._search_for(BUDGETS_S[:1])
        else:
            self._search = asyncio.create_task(self._search_for(self._board.budgets_s()))

    async def _search_for(self, budgets_s: Sequence[float]) -> None:
        try:
            for seconds in budgets_s:
                search = await self._board.evaluate(seconds, self._engine)
                state = self._board.state
                self._output.emit({"t": "evaluation", **search.model_dump()})
                if not self._output.json:
                    write = partial(numbered, state) if state is not None else list
                    self._output.say(f"engine: {search_text(search, write=write)}")
                    if self._keyboard.interactive:
                        self._output.prompt(PROMPT)
                if search.exact or search.wins_in is not None:
                    return
        except ClientError as error:
            if not (isinstance(error, RefusedError) and error.refused.code == Code.STALE_PLY):
                self._engine = None
                self._output.say(*error.lines)

    def _stop_search(self) -> None:
        if self._search is not None:
            self._search.cancel()
            self._search = None


def _count(rest: str) -> int:
    """Return a typed number of plies; 1 without a valid one."""
    return min(100_000, int(rest)) if rest.isascii() and rest.isdecimal() and len(rest) < 10 else 1
