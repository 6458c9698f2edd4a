"""`kibitz analysis-board`: moves of both sides tried out, with an engine's opinion, on a board of no match."""

import sys
from collections.abc import Sequence
from pathlib import Path

from kibitz_client.commands.records.files import read_match
from kibitz_client.errors import UsageError
from kibitz_client.network.analysis_board import AnalysisBoard
from kibitz_client.network.servers.connect import connect_or_start
from kibitz_client.parsing.analysis_source import GameSource, MatchSource, analysis_source, moves_of
from kibitz_client.parsing.arguments import game_options
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.storage.passwords import given_key
from kibitz_client.terminal.analysis_lines import AnalysisLines
from kibitz_client.terminal.keyboard import Keyboard
from kibitz_client.terminal.output import Output
from kibitz_protocol.to_server import ListGames


async def analysis_board(
    settings: Settings,
    output: Output,
    source: str,
    options: Sequence[str] = (),
    position: str | None = None,
    moves: str | None = None,
    key_file: Path | None = None,
) -> None:
    """Load a game, a record or a finished match, and try out moves line by line.

    Args:
        settings: The server and the player.
        output: Where to print.
        source: The name of a game, the file of a record or of a game in PGN or SGF, or the code of a finished match.
        options: Options of the game, such as `columns=5`.
        position: The position of the game to start from.
        moves: Moves from that position on.
        key_file: The file with the key of a private match.

    Raises:
        UsageError: The options do not fit the source, or the server has no analysis boards.
        RefusedError: The server refuses the line, or the match is still running.
    """
    settings, source = settings.invited(source)
    async with connect_or_start(settings, output) as connected:
        board = AnalysisBoard(connected.client, read_match)
        games = (await connected.client.ask(build(ListGames))).games
        wanted = analysis_source(source, games, line=False)
        if isinstance(wanted, GameSource):
            given = {**wanted.options, **game_options(options)}
            await board.load_line(wanted.game, given, position, (*wanted.moves, *moves_of(moves or "")))
        elif options or position or moves:
            raise UsageError("options, a position and moves go with a game", "name a game: kibitz analysis-board nim")
        else:
            await board.load(wanted, given_key(key_file) if isinstance(wanted, MatchSource) else None)
        await AnalysisLines(board, games, output, Keyboard(sys.stdin)).run()
