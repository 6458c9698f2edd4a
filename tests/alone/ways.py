"""Table of the ways in which one side ends a match alone, or tries to."""

from collections.abc import Awaitable, Callable

from kibitz_server.core.match.phase import Phase
from tests.alone.situations import Played
from tests.fakes.server import settle

Way = Callable[[Played], Awaitable[None]]


def _asks(*offers: str) -> Way:
    async def way(played: Played) -> None:
        for offer in offers:
            played.ask("offer", offer=offer)

    return way


async def _accepts_own_abort(played: Played) -> None:
    """Offer an abort, and accept it for the other side."""
    played.ask("offer", offer="abort")
    played.ask("accept", offer="abort")


async def _resigns(played: Played) -> None:
    played.ask("resign")


async def _disconnects(played: Played) -> None:
    played.depart()


async def _leaves_and_is_claimed(played: Played) -> None:
    """Disconnect, so that the opponent can claim the match."""
    played.depart()
    await _is_claimed(played)


async def _is_claimed(played: Played) -> None:
    """Let the opponent claim the match as soon as that is possible, after a move of its own where it has the turn."""
    if played.other is None or played.match.phase is not Phase.RUNNING:
        return
    await played.give_turn()
    played.wait(121.0)
    played.other.ask("claim", match=played.code)


async def _follows_another(played: Played) -> None:
    """Stay connected, without following the match."""
    played.ask("unwatch")


async def _never_moves(_played: Played) -> None:
    """Stay connected and follow the match."""


async def _leaves_with_the_opponent(played: Played) -> None:
    """Disconnect while it is the own turn; the opponent leaves too."""
    await played.give_turn()
    played.depart()
    if played.other is not None:
        played.server.runtime.clients.depart(played.other.connection)
        played.wait(3.0)


async def _is_banned(played: Played) -> None:
    admin = played.server.connect("mod")
    admin.connection.info.role = "admin"
    admin.send("admin", action={"kind": "ban", "target": "ann"})
    await settle()
    played.server.store.commit()
    await settle()
    played.depart()


async def _renames(played: Played) -> None:
    """Take another name, and leave."""
    played.ender.send("rename", name="andrea")
    await settle()
    played.server.store.commit()
    played.depart()


async def _pauses_and_leaves(played: Played) -> None:
    for offer in ("pause", "adjourn"):
        played.ask("offer", offer=offer)
    played.depart()


async def _asks_for_a_rematch(played: Played) -> None:
    """Offer a rematch, as if the match were over, and leave."""
    played.ask("offer", offer="rematch")
    played.depart()


WAYS: dict[str, Way] = {
    "asks to abort": _asks("abort"),
    "asks to abort again": _asks("abort", "abort"),
    "accepts the own abort": _accepts_own_abort,
    "takes back and aborts": _asks("takeback", "abort"),
    "adjourns and aborts": _asks("pause", "adjourn", "abort"),
    "pauses and leaves": _pauses_and_leaves,
    "resigns": _resigns,
    "disconnects": _disconnects,
    "disconnects and is claimed": _leaves_and_is_claimed,
    "stays and is claimed": _is_claimed,
    "follows another match": _follows_another,
    "never moves": _never_moves,
    "leaves with the opponent": _leaves_with_the_opponent,
    "is banned": _is_banned,
    "takes another name": _renames,
    "asks for a rematch": _asks_for_a_rematch,
}
