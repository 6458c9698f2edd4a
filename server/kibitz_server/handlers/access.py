"""TODO."""

from typing import Any, Protocol

from kibitz_protocol import values
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.ids import hash_key
from kibitz_server.core.match.seats import kept_for
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.refusal import Reason
from kibitz_server.engine import driver
from kibitz_server.engine.driver import UnfitAlgorithm, UnknownAlgorithm
from kibitz_server.games.game import BadOption
from kibitz_server.games.registry import UnknownGame, load
from kibitz_server.runtime.room import Client, Room

TV = "tv"


class Refuse(Protocol):
    """How a session says no."""

    def __call__(self, id: str, code: Code | Reason, message: str | None = None, hint: str | None = None) -> None: ...


def is_tv(reference: str) -> bool:
    """Whether what is on is meant, and not a match by its id or code."""
    return reference.strip().lower() == TV


def admits(room: Room, peer: Client, message: values.Given) -> bool:
    """Whether somebody may know of a match: a private one is for its host, its players, and who has the key."""
    created, player = room.match.created, peer.player
    wanted = created.terms.key_hash
    if wanted is None or player.id == created.host.id or room in peer.rooms:
        return True
    if room.match.seat_of(player.id) is not None or kept_for(room.match, player):
        return True
    key = getattr(message, "key", None)
    return key is not None and hash_key(key) == wanted


def may_watch(room: Room, player: Human) -> bool:
    """Whether somebody may follow a match: those who play, its host, and everybody where watching is allowed."""
    created = room.match.created
    return created.terms.watchable or player.id == created.host.id or room.match.seat_of(player.id) is not None


def fits(engine: Engine, game: str, options: Any, id: str, refuse: Refuse) -> bool:
    """Whether an engine can play a game; if not, that has been said."""
    try:
        driver.check(engine.algorithm, load(game, options))
    except UnknownAlgorithm as error:
        refuse(id, Code.UNKNOWN_ENGINE, str(error), "write it like alphabeta:seconds=1")
    except UnfitAlgorithm as error:
        refuse(id, Code.UNFIT_ENGINE, str(error), "choose another engine")
    except (UnknownGame, BadOption):
        return True  # the hall says so, better than we could
    else:
        return True
    return False
