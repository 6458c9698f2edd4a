"""Exhibition matches: what two engines play so that a server without guests has something to show.

They are played by levels, a move every so often, and are kept nowhere: nobody misses one.
"""

from kibitz_server.core.lobby.registry import CreateMatch
from kibitz_server.core.values.events import MatchCreated
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.time_management import Budget

HOST = Human("exhibition", "Kibitz")
"""Nobody else is this: the ids of guests are drawn, and look different."""
MIN_MOVE_S = 1.5
"""A move takes at least so long, because engines of a level need no time and people who watch do."""
LINEUP = (
    ("connect4", 6),
    ("reversi", 5),
    ("ultimate", 6),
    ("draughts", 5),
    ("kalah", 6),
    ("gomoku", 5),
)
"""Games that are good to watch, each with a level at which it is played well and not always alike."""


def is_exhibition(created: MatchCreated) -> bool:
    """Whether the server plays a match by itself."""
    return created.host.id == HOST.id


def exhibition(number: int, id: str, code: str, created_at: float) -> CreateMatch:
    """The exhibition match of that number: the bill over and over, its players as strong as each other."""
    game, level = LINEUP[number % len(LINEUP)]
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
        created_at=created_at,
    )
