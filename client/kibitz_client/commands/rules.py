"""`kibitz rules`: a game explained by the server's text, with a picture of the first position."""

import textwrap
from collections.abc import Sequence

from kibitz_client.board.shapes import board_in_words
from kibitz_client.commands.listings import also_called, listed_games
from kibitz_client.errors import RefusedError
from kibitz_client.match.shown import position_of
from kibitz_client.match.table.unseen import secrets_of
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.servers.connect import connect_or_start
from kibitz_client.parsing.arguments import ExplainRequest, explain_command
from kibitz_client.settings import Settings
from kibitz_client.terminal.output import Output
from kibitz_client.text.board import board_lines
from kibitz_protocol.commands.explain import Explain, Explained
from kibitz_protocol.values.games import GameInfo


async def rules(settings: Settings, output: Output, game: str, options: Sequence[str] = ()) -> None:
    """Explain a game: goal, moves, end and notation, and the board before the first move.

    Args:
        options: Options of the game for the picture, such as `columns=5`.

    Raises:
        RefusedError: The server does not have the game, or the game does not have such an option.
        UsageError: An option is invalid.
    """
    request = ExplainRequest(game, options=tuple(options), depth=0)
    command = explain_command(request)
    async with connect_or_start(settings, output) as connected:
        (found,) = await listed_games(connected.client, game)
        drawn = await _first_position(connected.client, command, chosen=bool(options))
    output.emit(found)
    if not output.json:
        output.say(*card_lines(found, output.style.width), *_picture(found, drawn, output), *_play_lines(found))


def card_lines(game: GameInfo, width: int) -> list[str]:
    """Return the title and the guide of a game, wrapped; a game without a guide has its one sentence."""
    called = [line for text in also_called(game) for line in textwrap.wrap(text, width - 1)]
    lines = [f"{game.title} ({game.name})", *called, ""]
    guide = game.guide.splitlines() or [game.summary, f"Notation: {game.move_help}."]
    for paragraph in filter(None, [*guide, secrets_of(game)]):
        lines += [*textwrap.wrap(paragraph, width - 1, break_long_words=False, break_on_hyphens=False), ""]
    return lines


async def _first_position(client: NetworkClient, command: Explain, *, chosen: bool) -> Explained | None:
    """Return the position before the first move, as a search tree of no depth; None if the server shows no trees.

    Args:
        chosen: Whether the user chose options, whose refusal must be shown.
    """
    if "explain" not in client.welcome.capabilities:
        return None
    try:
        return await client.ask(command)
    except RefusedError:
        # A busy server still has the text, which is what the user wants most.
        if chosen:
            raise
        return None


def _picture(game: GameInfo, drawn: Explained | None, output: Output) -> list[str]:
    if drawn is None or drawn.board is None or drawn.root.shown is None:
        return []
    position = position_of(drawn.root.shown, "initial", 0)
    if output.plain:
        return ["The first position:", *board_in_words(drawn.board, position, sides=game.seats), ""]
    return ["The first position:", "", *board_lines(drawn.board, position, output.style, sides=game.seats), ""]


def _play_lines(game: GameInfo) -> list[str]:
    lines = [f"Seats{'' if game.sides else ', in the order of play'}: {', '.join(game.seats)}"]
    if game.options:
        lines.append(f"Options: kibitz games {game.name}")
    return [*lines, f"Play it: kibitz play {game.name}"]
