"""Session of the UCI engine: commands in, lines out."""

import sys
import time
import traceback
from collections.abc import Callable, Iterable
from functools import partial

from kibitz_server.engine import driver
from kibitz_server.engine.algorithms import UnfitAlgorithm, check, searches_of
from kibitz_server.engine.compiler.memory import Memory
from kibitz_server.engine.control import Progress
from kibitz_server.engine.driver import SearchResult, describe, without_search
from kibitz_server.engine.per_move import run_among
from kibitz_server.games.ends.studies import going_on
from kibitz_server.games.game import Game, IllegalMove, LegalMove, Position
from kibitz_server.programs.engines.input import Input
from kibitz_server.programs.engines.search import RunSearch, ThreadedSearch
from kibitz_server.programs.uci.commands import (
    BadCommand,
    BareCommand,
    Command,
    Go,
    SetOption,
    SetPosition,
    read_command,
)
from kibitz_server.programs.uci.info import best_move_line, info_line
from kibitz_server.programs.uci.limits import limit_of, seconds_of
from kibitz_server.programs.uci.line import GameLine
from kibitz_server.programs.uci.options import Options, described, rules_for

POLL_S = 0.05
"""How often a running search is looked at for new findings."""
QUIT_S = 1.0
"""Longest wait at `quit` for the move of a search; a search that is still compiled does not stop sooner."""
NO_MOVE = "bestmove (none)"


class UciSession:
    """State of the engine between two commands.

    Args:
        game: The game, whose moves and positions have UCI notation.
        say: Writes a line.
        done: Called in another thread when a search has ended, so that `look` is called soon.
        run: Searches a position.
        version: Version for the name of the engine.
        begin: Called once before the first search.
    """

    def __init__(
        self,
        game: Game,
        say: Callable[[str], None],
        done: Callable[[], None] = lambda: None,
        run: RunSearch = driver.run,
        version: str = "",
        begin: Callable[[], object] = lambda: None,
    ) -> None:
        self._given, self._say, self._done, self._run = game, say, done, run
        self._begin_searches, self._begun = begin, False
        self._version = version
        self._options = Options.of(game)
        self._line = GameLine()
        self._memory = Memory()
        self._position: Position | None = game.start()
        self._search: ThreadedSearch | None = None
        self._go = Go()
        self._held = False
        """Whether the result must wait for `stop` or `ponderhit`."""
        self._stop_at: float | None = None
        self._seen: Progress | None = None

    @property
    def searching(self) -> bool:
        """Whether a search runs, or its result waits."""
        return self._search is not None

    def handle(self, line: str) -> bool:
        """Carry out a line. Return False for `quit`. A bad line is reported and changes nothing."""
        try:
            command = read_command(line)
            if command is None:
                if line.strip():
                    self._note(f"unknown command: {line.strip()[:80]}")
                return True
            return self._carry_out(command)
        except BadCommand as error:
            self._note(str(error))
        return True

    def look(self) -> None:
        """Report new findings of a running search, and the move of one that has ended."""
        search = self._search
        if search is None:
            return
        if self._stop_at is not None and time.perf_counter() >= self._stop_at:
            search.stop()
        if search.ended:
            if not self._held:
                self._answer(search)
            return
        found = search.progress()
        if found.line and (self._seen is None or found[:2] != self._seen[:2] or found.line != self._seen.line):
            self._seen = found
            report = describe(search.position, self._options.strength.algorithm, found, search.seconds)
            self._say(info_line(report, search.seconds))

    def finish(self, within_s: float | None = None) -> None:
        """Stop a running search, and answer with its move if it ends within this many seconds."""
        if self._search is not None:
            self._held = False
            self._search.stop()
            self._search.join(within_s)
            self.look()

    def conclude(self) -> None:
        """Answer a search that has a bound when it reaches it, and any other at once.

        A runner that wants the answer sooner says `stop` first. A file of commands gets the full search.
        """
        while self._search is not None and not self._held:
            self._search.join(POLL_S)
            self.look()
        self.finish()

    def _carry_out(self, command: Command) -> bool:
        match command:
            case SetOption():
                self._set_option(command)
            case SetPosition():
                self._set_position(command)
            case Go():
                self._begin(command)
            case BareCommand(name="quit"):
                return False
            case BareCommand(name="uci"):
                self._introduce()
            case BareCommand(name="isready"):
                self._prepare()
                self._say("readyok")
            case BareCommand(name="ucinewgame"):
                self.conclude()
                self._line.clear()
                self._memory = Memory()
            case BareCommand(name="ponderhit"):
                self._play_on()
            case BareCommand(name="stop"):
                self.finish()
        return True

    def _introduce(self) -> None:
        self._say(f"id name Kibitz {self._version}".rstrip())
        self._say("id author the Kibitz developers")
        for line in described(self._given):
            self._say(line)
        self._say("uciok")

    def _prepare(self) -> None:
        """Load or compile the searches, unless one runs."""
        if self._search is None:
            self._begin_once()
            game, _ = rules_for(self._given, self._options)
            searches_of(self._options.strength.searched_by, game)

    def _begin_once(self) -> None:
        if not self._begun:
            self._begun = True
            self._begin_searches()

    def _set_option(self, command: SetOption) -> None:
        options = self._options.changed(command, self._given)
        try:
            check(options.strength.algorithm, self._given)
        except UnfitAlgorithm as error:
            raise BadCommand(str(error)) from None
        self.conclude()
        if options.chess960 != self._options.chess960:
            game, start = rules_for(self._given, options)
            self._position = game.start(start)
        if options != self._options:
            self._memory = Memory()
        self._options = options

    def _set_position(self, command: SetPosition) -> None:
        self.conclude()
        game, start = rules_for(self._given, self._options)
        self._position = None
        try:
            self._position = self._line.set(game, command.start or start, command)
        except ValueError as error:
            raise BadCommand(str(error)) from None
        for sentence in game.left_out(command.start) if command.start is not None else ():
            self._note(sentence)

    def _begin(self, go: Go) -> None:
        self.conclude()
        game, _ = rules_for(self._given, self._options)
        position = going_on(self._position, game) if self._position is not None else None
        if position is None or position.outcome is not None:
            over = position.outcome if position is not None else None
            self._note(f"the game is over: {over.reason}" if over is not None else "no position")
            self._say(NO_MOVE)
            return
        if position.game.options != game.options:
            self._tell(without_search(position), 0.0)
            return
        run = self._run
        if only := self._only(go, position):
            run = partial(run_among, only)
        self._begin_once()
        self._go, self._held, self._stop_at, self._seen = go, go.infinite or go.ponder, None, None
        limit = limit_of(go, position.state.turn, self._options.strength.level or None)
        self._search = ThreadedSearch(
            position, self._options.strength.searched_by, limit, self._memory, self._done, run
        )

    def _only(self, go: Go, position: Position) -> tuple[LegalMove, ...]:
        """Return the legal moves that alone are to be searched; none if all are. Other texts are reported."""
        found: dict[str, LegalMove] = {}
        for text in go.only:
            try:
                move = position.find(text)
            except IllegalMove as error:
                self._note(f"searchmoves: {error}")
            else:
                found[move.text] = move
        return tuple(found.values()) if len(found) < len(position.legal) else ()

    def _play_on(self) -> None:
        """Let the search of a position that the opponent was expected to reach go on as that of a move."""
        if self._search is not None and self._go.ponder:
            self._held = False
            seconds = seconds_of(self._go, self._search.position.state.turn)
            self._stop_at = None if seconds is None else time.perf_counter() + seconds
            self.look()

    def _answer(self, search: ThreadedSearch) -> None:
        """Write the result of a search that has ended."""
        self._search = None
        if search.report is None:
            traceback.print_exception(search.error, file=sys.stderr)
            self._note(f"the search failed: {search.error}")
            self._say(NO_MOVE)
            return
        self._tell(search.report, search.seconds)

    def _tell(self, report: SearchResult, seconds: float) -> None:
        self._say(info_line(report, seconds))
        self._say(best_move_line(report))

    def _note(self, text: str) -> None:
        self._say(f"info string {text}")


def serve(
    game: Game,
    lines: Iterable[str],
    say: Callable[[str], None],
    version: str = "",
    begin: Callable[[], object] = lambda: None,
) -> None:
    """Carry out lines until `quit` or their end.

    Args:
        game: The game to play.
        lines: Lines of a runner, which another thread reads.
        say: Writes a line, and makes sure that the runner gets it at once.
        version: Version for the name of the engine.
        begin: Called once before the first search. Runners wait for `uciok` only a few seconds, so it may take longer.
    """
    waiting = Input(lines)
    session = UciSession(game, say, waiting.wake, version=version, begin=begin)
    while (line := waiting.next(POLL_S if session.searching else None)) is not None:
        if not session.handle(line):
            # A file of commands often ends with `quit`. A runner keeps its end of the pipe open.
            if waiting.next(POLL_S) is None:
                break
            session.finish(QUIT_S)
            return
        session.look()
    session.conclude()
