"""What may follow the moves of a twin trial: a restart of the server, or one of the early ends of a match."""

from kibitz_server.core.values.clock import DAY_S
from kibitz_server.core.values.timeouts import MAX_CLAIM_AFTER_S
from tests.fakes.server import settle
from tests.twins.playing import Then, Trial

LONG_S = 2 * DAY_S
"""Longer than every clock and every absence."""


async def restart(trial: Trial) -> None:
    """Go on with a new server, which has what the one before it has stored."""
    trial.server.runtime.close()
    trial.restart()


async def resigned(trial: Trial) -> None:
    """Let the second player give up."""
    trial.players[1].ask("resign", match=trial.code)


async def resigned_while_paused(trial: Trial) -> None:
    """Let the first player give up in a pause."""
    trial.players[0].ask("offer", match=trial.code, offer="pause")
    trial.players[1].ask("accept", match=trial.code, offer="pause")
    trial.players[0].ask("resign", match=trial.code)


async def aborted(trial: Trial) -> None:
    """Let both players agree to end the match without a result."""
    trial.players[0].ask("offer", match=trial.code, offer="abort")
    trial.players[1].ask("accept", match=trial.code, offer="abort")


async def timed_out(trial: Trial) -> None:
    """Let the clock of the side to move run out."""
    trial.server.scheduler.advance(LONG_S)


async def left(trial: Trial) -> None:
    """Let both players disconnect and stay away."""
    for player in trial.players:
        trial.server.runtime.clients.depart(player.connection)
    for _ in range(4):
        trial.server.scheduler.advance(LONG_S)
        trial.server.store.commit()
    for seat in range(2):
        trial.reconnect(seat)


async def claimed(trial: Trial) -> None:
    """Let the first player claim the match, because the second one has left it."""
    trial.server.runtime.clients.depart(trial.players[1].connection)
    trial.server.scheduler.advance(MAX_CLAIM_AFTER_S + 10)
    trial.players[0].ask("claim", match=trial.code)
    trial.reconnect(1)


async def claimed_as_a_draw(trial: Trial) -> None:
    """Let the second player claim a draw, because the first one has left the match."""
    trial.server.runtime.clients.depart(trial.players[0].connection)
    trial.server.scheduler.advance(MAX_CLAIM_AFTER_S + 10)
    trial.players[1].ask("claim", match=trial.code, result="draw")
    trial.reconnect(0)


async def stopped_by_an_error(trial: Trial) -> None:
    """Let the server abort the match after an error of its own."""

    def broken(*_args: object) -> None:
        raise RuntimeError

    vars(trial.match)["handle"] = broken
    trial.players[0].ask("resign", match=trial.code)
    del vars(trial.match)["handle"]


async def ended_by_moderator(trial: Trial) -> None:
    """Let a moderator end the match."""
    trial.moderator.send("admin", action={"kind": "end", "match": trial.code, "reason": "too loud"})
    for _ in range(10):
        await settle()
        trial.server.store.commit()


async def resigned_and_again(trial: Trial) -> None:
    """Let a player give up, and both play again."""
    await resigned(trial)
    trial.players[0].ask("offer", match=trial.code, offer="rematch")
    trial.players[1].ask("accept", match=trial.code, offer="rematch")


async def archived(trial: Trial) -> None:
    """Let a player give up, and the server forget the match, so that the next reader gets it from the store."""
    await resigned(trial)
    trial.server.scheduler.advance(LONG_S)
    await restart(trial)


EARLY: dict[str, tuple[Then, dict[str, object]]] = {
    "resigned": (resigned, {}),
    "resigned while paused": (resigned_while_paused, {}),
    "aborted": (aborted, {}),
    "timed out": (timed_out, {"clock": {"kind": "fischer", "base_s": 600}}),
    "left": (left, {}),
    "claimed": (claimed, {"clock": {"kind": "fischer", "base_s": 86400}}),
    "claimed as a draw": (claimed_as_a_draw, {"clock": {"kind": "fischer", "base_s": 86400}}),
    "stopped by an error": (stopped_by_an_error, {}),
    "ended by a moderator": (ended_by_moderator, {}),
    "played again": (resigned_and_again, {"rated": False}),
    "archived": (archived, {}),
    "with a delay": (resigned, {"delay": {"moves": 1}}),
}
"""Early ends, each with the terms of the match."""
