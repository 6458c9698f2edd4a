"""A match with hidden cards that ends early shows no viewer more than was shown before its end, on any channel."""

from collections.abc import Awaitable, Callable, Iterator
from typing import Any, NamedTuple

import pytest

from kibitz_server.core.match import state
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.endings import EndKind, MatchEnd
from kibitz_server.games.game import PUBLIC
from kibitz_server.games.registry import declarations
from kibitz_server.handlers import access, archive
from kibitz_server.messages import record
from tests.effort import cases
from tests.fakes.server import settle
from tests.games.chance import chance_games
from tests.simulation.planted import Broken, Planted
from tests.twins.deals import Script, twins, what_is_heard
from tests.twins.playing import Trial, differences
from tests.twins.test_twins import folded

VIEWERS = (PUBLIC, 0, 1)
PLIES = (0, 1, 2)
"""How many moves come before the end: no side, one side or each side has moved."""
HIDDEN_GAMES = ["lure", *(game.name for game in declarations() if game.hidden)]
Terms = dict[str, Any]
DAY_S = 86_400.0


@pytest.fixture(autouse=True)
def games_with_chance() -> Iterator[None]:
    """Add the small games with chance."""
    with chance_games():
        yield


class Ended(Trial):
    """A match of twins that ends early: all that its viewers receive at the end, and all that they may ask later."""

    way: "Way"

    async def play(self, then: object = None) -> None:
        """Play the script, end the match, let time pass, and ask for everything."""
        assert then is None
        for ply in range(self.script.plies):
            seat = self.match.to_move
            assert seat is not None
            text = self.script.move(self.match.position.seen_by(PUBLIC), ply)
            assert self.players[seat].ask("move", match=self.code, ply=ply, move=text).t == "accepted"
        self._note(self._viewers(), "moves")
        await self.way.end(self)
        self._note(self._viewers(), "end")
        await self._pass()
        self.server.scheduler.advance(self.way.wait_s)
        self.server.store.commit()
        assert self.match.over
        self._note(self._viewers(), "end")
        await self._pass()
        await self._ask()
        # The other side's rematch would make a match with another id.
        self.players[0].ask("offer", match=self.code, offer="rematch")
        for viewer, client in (*self._viewers(), (PUBLIC, self._connect("zoe"))):
            for t, fields in (("list", {}), ("archive", {}), ("hint", {"match": self.code})):
                client.send(t, **fields)
                self.server.store.commit()
                await settle()
            client.ask("watch", match=self.code)
            client.send("chat", match=self.code, text="well")
            self._note([(viewer, client)], "lists")


class Way(NamedTuple):
    """How a match ends early. `wait_s` passes after it, and `terms` are those of the match."""

    end: Callable[[Ended], Awaitable[None]]
    wait_s: float = 0.0
    terms: Terms = {}


async def _resign(trial: Ended) -> None:
    trial.players[0].ask("resign", match=trial.code)


async def _resign_other(trial: Ended) -> None:
    trial.players[1].ask("resign", match=trial.code)


async def _abort_agreed(trial: Ended) -> None:
    for player in trial.players:
        player.ask("offer", match=trial.code, offer="abort")


async def _disconnect_all(trial: Ended) -> None:
    for player in trial.players:
        trial.server.runtime.clients.depart(player.connection)


async def _claimed(trial: Ended) -> None:
    trial.server.runtime.clients.depart(trial.players[0].connection)
    trial.server.scheduler.advance(300.0)
    assert trial.players[1].ask("claim", match=trial.code).t == "accepted"


async def _claimed_as_draw(trial: Ended) -> None:
    trial.server.runtime.clients.depart(trial.players[0].connection)
    trial.server.scheduler.advance(300.0)
    assert trial.players[1].ask("claim", match=trial.code, result="draw").t == "accepted"


async def _wait(_trial: Ended) -> None:
    """Let the time of the side to move run out."""


async def _pause(trial: Ended) -> None:
    trial.players[0].ask("offer", match=trial.code, offer="pause")
    trial.players[1].ask("accept", match=trial.code)
    trial.players[0].ask("resign", match=trial.code)


async def _end_by_admin(trial: Ended) -> None:
    admin = trial._connect("mod")
    admin.connection.info.role = "admin"
    admin.send("admin", action={"kind": "end", "match": trial.code})
    await settle()
    trial.server.store.commit()
    await settle()


async def _fail(trial: Ended) -> None:
    """Make the server abort the match after an error of its own."""

    def broken(*_args: Any) -> Any:
        raise RuntimeError

    vars(trial.match)["handle"] = broken
    trial.players[0].ask("resign", match=trial.code)


CLOCK: Terms = {"clock": {"kind": "fischer", "base_s": 600}}
WAYS: dict[str, Way] = {
    "the first side resigns": Way(_resign),
    "the second side resigns": Way(_resign_other),
    "both agree on an abort": Way(_abort_agreed),
    "all leave": Way(_disconnect_all, DAY_S),
    "the first side leaves and is claimed": Way(_claimed),
    "a draw is claimed": Way(_claimed_as_draw),
    "time runs out": Way(_wait, 700.0, CLOCK),
    "a pause ends by resigning": Way(_pause),
    "an admin ends it": Way(_end_by_admin),
    "the server fails": Way(_fail),
    "resigned, with a delay for spectators": Way(_resign, 0.0, {"delay": {"moves": 1}}),
}


async def told(game: str, way: Way, viewer: int, plies: int) -> dict[str, tuple[bytes, bytes]]:
    """Return in what matches with other hidden cards differ for a viewer, by channel."""
    script = Script(game, {"hands": 3}, plies, folded, what_is_heard)

    class Tried(Ended):
        pass

    Tried.way = way
    one, other = [await Tried.played(script, deal, **way.terms) for deal in twins(script, viewer)]
    return differences(one, other, viewer)


@pytest.mark.property
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", HIDDEN_GAMES)
async def test_an_early_end_shows_nothing_more(game: str, way: str) -> None:
    """For every way to end early, each game, each viewer and each phase."""
    tries = [(viewer, plies) for viewer in VIEWERS for plies in PLIES]
    first = list(WAYS).index(way) + HIDDEN_GAMES.index(game)
    for number in range(cases(1, 3)):
        viewer, plies = tries[(4 * first + 4 * number) % len(tries)]
        assert await told(game, WAYS[way], viewer, plies) == {}, (viewer, plies)


def _by_rules(_right: Broken, _event: Any, **_options: Any) -> MatchEnd:
    """Take each end for one by the rules."""
    return MatchEnd(EndKind.RULES)


def _everything(_right: Broken, _request: Any, room: Any) -> tuple[int, int | None, bool]:
    """Give everyone the record of all cards of a match that is over."""
    return room.match.seq, None, True


def _seed(_right: Broken, _match: Match, event: Any, _audience: int | None) -> Any:
    """Show each event as it was stored."""
    return event


LEAKS: dict[str, tuple[Any, str, Broken, tuple[str, ...]]] = {
    "an end that reveals all": (state, "how_ended", _by_rules, ("end", "watch", "record", "questions", "broker")),
    "a record of all cards": (archive, "_seen", _everything, ("record",)),
    "a record of stored events": (record, "heard", _seed, ("record",)),
    "an analysis board": (access, "check_revealed", lambda *_: None, ("questions",)),
}
"""Planted leaks after an early end: owner and name of the function, what it does, and the channels that tell it."""


@pytest.mark.parametrize("leak", LEAKS)
async def test_a_planted_leak_after_the_end_is_found(leak: str) -> None:
    """Each leak is found in the channels that it reaches."""
    owner, name, broken, channels = LEAKS[leak]
    with Planted(owner, name, broken, ()).in_place():
        assert set(channels) <= set(await told("lure", WAYS["the first side resigns"], PUBLIC, 1))
