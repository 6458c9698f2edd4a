"""Session of the Go engine: lines of a runner in, answers out."""

import sys
import traceback
from collections.abc import Callable, Iterable, Mapping

from kibitz_server.engine import driver
from kibitz_server.programs.engines.input import Input
from kibitz_server.programs.engines.search import RunSearch
from kibitz_server.programs.gtp import analysis, options, play, score, setup, sgf
from kibitz_server.programs.gtp.board import Board
from kibitz_server.programs.gtp.commands import (
    Arguments,
    GtpFailure,
    ParsedCommand,
    answer,
    failure,
    opened,
    read_command,
)
from kibitz_server.programs.gtp.engine import GtpState, PlaySettings

NAME = "Kibitz"
QUIT = "quit"
ANALYZE_COMMANDS = (
    "string/Final Score/final_score",
    "cboard/Area/kibitz-area",
    "plist/Stones Alive/final_status_list alive",
    "plist/Points Of Neither Side/final_status_list dame",
    "param/Strength/kibitz-param",
)
"""Commands that GoGui offers in its menu: kind, label and command."""
Handler = Callable[[GtpState, Arguments], str]
Stream = Callable[[GtpState, Arguments, Callable[[], None]], None]
"""Command that calls its last argument once, when its arguments are read, and then writes lines while it goes on."""


def _constant(text: str) -> Handler:
    """Return a command that always has the same answer."""
    return lambda _engine, _arguments: text


def _known(_engine: GtpState, arguments: Arguments) -> str:
    """Answer whether there is a command of this name."""
    return "true" if arguments.word() in NAMES else "false"


def _listed(_engine: GtpState, _arguments: Arguments) -> str:
    """Answer the names of all commands."""
    return "\n".join(NAMES)


HANDLERS: Mapping[str, Handler] = {
    "protocol_version": _constant("2"),
    "name": _constant(NAME),
    "version": lambda engine, _arguments: engine.version,
    "known_command": _known,
    "list_commands": _listed,
    QUIT: _constant(""),
    **setup.COMMANDS,
    **play.COMMANDS,
    **score.COMMANDS,
    **sgf.COMMANDS,
    **options.COMMANDS,
    "gogui-analyze_commands": _constant("\n".join(ANALYZE_COMMANDS)),
    "gogui-interrupt": _constant(""),
}
STREAMS: Mapping[str, Stream] = analysis.STREAMS
"""Commands that write their answer themselves, while they go on."""
NAMES: tuple[str, ...] = (*HANDLERS, *STREAMS)


class GtpSession:
    """Runs the commands of an engine, one after another."""

    def __init__(self, engine: GtpState) -> None:
        self._engine = engine
        self._begun = False
        """Whether the answer to the present command has begun."""

    def handle(self, line: str) -> bool:
        """Carry out a line. Return False after `quit`. A bad line has an answer, and changes nothing."""
        command = read_command(line)
        if command is None:
            return True
        self._begun = False
        try:
            self._carry_out(command)
        except GtpFailure as error:
            self._fail(command, str(error))
        except Exception as error:
            # An error of ours must not end the game of a runner.
            traceback.print_exception(error, file=sys.stderr)
            self._fail(command, f"internal error: {type(error).__name__}")
        return command.name != QUIT

    def _carry_out(self, command: ParsedCommand) -> None:
        engine, arguments = self._engine, Arguments(command.words)

        def begin() -> None:
            self._begun = True
            engine.say(f"{opened(command)}\n")

        if command.name in STREAMS:
            STREAMS[command.name](engine, arguments, begin)
            engine.say("\n")
        elif command.name in HANDLERS:
            engine.say(answer(command, HANDLERS[command.name](engine, arguments)))
        else:
            raise GtpFailure("unknown command")

    def _fail(self, command: ParsedCommand, text: str) -> None:
        """Answer a command that has failed; an answer that has begun can only end."""
        self._engine.say("\n" if self._begun else failure(command, text))


def serve(
    board: Board,
    settings: PlaySettings,
    lines: Iterable[str],
    say: Callable[[str], None],
    version: str = "",
    run: RunSearch = driver.run,
    begin: Callable[[], object] = lambda: None,
) -> None:
    """Carry out lines until `quit` or their end.

    Args:
        board: The board to begin with.
        settings: How the engine plays.
        lines: Lines of a runner, which another thread reads.
        say: Writes a text, and makes sure that the runner gets it at once.
        version: Version of the engine.
        run: Searches a position.
        begin: Called once, before searches are loaded for the first time.
    """
    waiting = Input(lines)
    engine = GtpState(board, settings, waiting, say, run, begin)
    engine.version = version
    session = GtpSession(engine)
    while (line := waiting.next()) is not None:
        if not session.handle(line):
            return
