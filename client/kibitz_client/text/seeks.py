"""The player's seeks as text, for line mode and the app. Pure."""

from collections.abc import Sequence

from kibitz_client.text.options import changed_options
from kibitz_protocol.commands.seeks import SeekView
from kibitz_protocol.to_client import Seeks
from kibitz_protocol.values.games import GameInfo


def seek_text(seek: SeekView, games: Sequence[GameInfo]) -> str:
    """Return the terms of a seek: `go, size=9, 5+3, rated`.

    Args:
        games: The games of the server, as far as they are known.
    """
    game = next((game for game in games if game.name == seek.game), None)
    options = changed_options(game.options, seek.options) if game is not None else []
    clock = str(seek.clock) if seek.clock is not None else ""
    return ", ".join(filter(None, (seek.game or "any game", *options, clock, "rated" if seek.rated else "")))


def seeks_end(told: Seeks) -> str:
    """Return why seeks of a player have ended."""
    if told.why == "playing":
        return "you play a match with a clock, so you look for no other opponent"
    return "stopped looking for an opponent" if told.why == "cancelled" else "your search for an opponent has ended"
