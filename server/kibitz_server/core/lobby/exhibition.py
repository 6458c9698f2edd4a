"""Exhibition matches between two engines, so that a server without players has a match to show.

The engines play at a level, at a slow pace. These matches are not stored.
"""

from collections.abc import Sequence

from kibitz_server.core.lobby.registry import CreateMatch
from kibitz_server.core.values.events import MatchCreated
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.time_management import Budget

HOST = Human("exhibition", "Kibitz")
"""Host of all exhibition matches. Its id has another form than the random ids of guests."""
MIN_MOVE_S = 1.5
"""Shortest time of a move: engines with a level answer at once, too fast for spectators."""
LINEUP = (
    ("connect4", 6),
    ("reversi", 5),
    ("ultimate", 6),
    ("draughts", 5),
    ("kalah", 6),
    ("gomoku", 5),
    ("chess", 5),
    ("backgammon", 6),
    ("go", 6),
)
"""Games to show, each with a level at which engines play well and with variety."""


def is_exhibition(created: MatchCreated) -> bool:
    """Return whether a match is an exhibition match."""
    return created.host.id == HOST.id


def exhibition(
    number: int, id: str, code: str, created_at: float, lineup: Sequence[tuple[str, int]] = LINEUP
) -> CreateMatch:
    """Return the command for exhibition match `number`: the line-up in rotation, with engines of equal strength."""
    game, level = lineup[number % len(lineup)]
    engine = Engine("level", Budget(level=level))
    return CreateMatch(
        id=id,
        code=code,
        host=HOST,
        game=game,
        options=(),
        seats=(engine, engine),
        control=None,
        position=None,
        listed=True,
        autostart=True,
        show_thinking=True,
        engine_pace_s=MIN_MOVE_S,
        created_at=created_at,
    )
