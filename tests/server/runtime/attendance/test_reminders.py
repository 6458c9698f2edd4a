"""When absent players get alerts about their matches."""

from typing import Any

import pytest

from kibitz_protocol.commands.away.alerts import AddPush
from kibitz_server.alerts.sending import AlertConfig
from kibitz_server.alerts.service import Alerts
from kibitz_server.alerts.texts import Alert
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.tournament.values import Format
from kibitz_server.runtime.attendance.reminders import RETURN_S, SETTLE_S
from tests.fakes.server import ManualScheduler, WaitingStore
from tests.server.alerts.push_service import Browser
from tests.server.conftest import ENGINE, FakeClient, InProcessServer
from tests.server.core.tournament.play import make_command, people
from tests.server.runtime.tournaments.playing import OneByOne, TournamentServer

DAYS = {"kind": "correspondence", "days": 2}
DAY_S = 86_400.0
MOVES = ["b2", "a1", "c3"]


class Recorder(Alerts):
    """Alerts that are kept and not sent."""

    def __init__(self, store: WaitingStore) -> None:
        super().__init__(store.people, store.wall_clock, AlertConfig(push=True, private=True))
        self.all: list[tuple[str, str, str]] = []

    def send(self, player_id: str, alert: Alert) -> int:
        self.all.append((player_id, alert.kind, alert.opponent))
        return 1

    def take(self) -> list[tuple[str, str, str]]:
        """Return the alerts since the last call."""
        taken, self.all = self.all, []
        return taken


async def recorder_of(store: WaitingStore, *players: str) -> Recorder:
    """Return alerts with an address for each player."""
    recorder = Recorder(store)
    await recorder.load()
    for player in players:
        subscription = Browser(f"https://push.test/{player}").subscription
        await recorder.add_push(f"id-{player}", AddPush(**subscription))
    return recorder


async def two(clock: Any = DAYS) -> tuple[InProcessServer, Recorder, FakeClient, FakeClient, str]:
    """Return a server with a match of two players who follow it."""
    store = WaitingStore()
    recorder = await recorder_of(store, "ann", "bob")
    server = InProcessServer(store, alerts=recorder)
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(clock=clock)
    assert bob.ask("join", match=code).t == "accepted"
    return server, recorder, ann, bob, code


def move(client: FakeClient, code: str, ply: int) -> None:
    """Play the next move."""
    assert client.ask("move", match=code, ply=ply, move=MOVES[ply]).t == "accepted"


async def test_a_player_who_is_away_gets_the_move_and_half_of_its_time() -> None:
    """Both come once, and not to a player who looks or has answered meanwhile; the end forgets them."""
    server, recorder, ann, bob, code = await two()
    server.scheduler.advance(SETTLE_S)
    assert recorder.take() == []
    server.runtime.clients.depart(bob.connection)
    move(ann, code, 0)
    server.scheduler.advance(SETTLE_S - 0.1)
    assert recorder.take() == []
    server.scheduler.advance(0.1)
    assert recorder.take() == [("id-bob", "turn", "ann")]
    server.scheduler.advance(DAY_S - 10)
    assert recorder.take() == []
    server.scheduler.advance(20)
    assert recorder.take() == [("id-bob", "waiting", "ann")]
    bob = server.connect("bob")
    bob.ask("watch", match=code)
    move(bob, code, 1)
    server.scheduler.advance(SETTLE_S)
    assert recorder.take() == []
    move(ann, code, 2)
    bob.ask("unwatch", match=code)
    server.scheduler.advance(SETTLE_S)
    assert recorder.take() == [("id-bob", "turn", "ann")]
    bob.ask("resign", match=code)
    server.scheduler.advance(3 * DAY_S)
    assert recorder.take() == []
    assert recorder.channels.sent("id-bob", server.match(code).created.id) is None


async def test_an_address_that_is_added_counts_for_the_move_at_hand() -> None:
    """Its player switches alerts on while a match waits, and leaves."""
    store = WaitingStore()
    recorder = await recorder_of(store)
    server = InProcessServer(store, alerts=recorder)
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(clock=DAYS)
    bob.ask("join", match=code)
    move(ann, code, 0)
    server.scheduler.advance(SETTLE_S)
    await recorder.add_push("id-bob", AddPush(**Browser("https://push.test/bob").subscription))
    server.runtime.clients.depart(bob.connection)
    server.scheduler.advance(SETTLE_S)
    assert recorder.take() == [("id-bob", "turn", "ann")]
    server.scheduler.advance(DAY_S)
    assert recorder.take() == [("id-bob", "waiting", "ann")]


async def test_an_aborted_match_forgets_its_alerts() -> None:
    """The server gave the match up. No mark of it stays in the database."""
    server, recorder, ann, bob, code = await two()
    server.runtime.clients.depart(bob.connection)
    move(ann, code, 0)
    server.scheduler.advance(SETTLE_S)
    id = server.match(code).created.id
    assert recorder.channels.sent("id-bob", id) is not None
    del server.match(code).seats  # no command can do this
    assert ann.ask("resign", match=code).code == "internal"
    assert server.match(code).phase is Phase.ABORTED
    assert recorder.channels.sent("id-bob", id) is None
    again = Recorder(server.store)
    await again.load()
    assert again.channels.sent("id-bob", id) is None
    server.scheduler.advance(3 * DAY_S)
    assert recorder.take() == [("id-bob", "turn", "ann")]


async def test_a_hidden_page_does_not_count_as_a_look() -> None:
    """Its player gets the alert until the page is seen again."""
    server, recorder, ann, bob, code = await two()
    bob.ask("alerts", do={"kind": "away", "away": True})
    move(ann, code, 0)
    server.scheduler.advance(SETTLE_S)
    assert recorder.take() == [("id-bob", "turn", "ann")]
    bob.ask("alerts", do={"kind": "away", "away": False})
    move(bob, code, 1)
    move(ann, code, 2)
    server.scheduler.advance(SETTLE_S)
    assert recorder.take() == []


@pytest.mark.parametrize(
    ("clock", "alerts"),
    [(None, [("id-bob", "turn", "ann")]), ({"kind": "fischer", "base_s": 600, "increment_s": 0}, [])],
)
async def test_only_matches_that_wait_have_alerts(clock: Any, alerts: list[tuple[str, str, str]]) -> None:
    """One without a clock between people has them; one with minutes on the clock has none."""
    server, recorder, ann, bob, code = await two(clock)
    server.runtime.clients.depart(bob.connection)
    move(ann, code, 0)
    server.scheduler.advance(SETTLE_S)
    assert recorder.take() == alerts


async def test_a_restarted_server_repeats_nothing() -> None:
    """What was sent is in the store; what was not is sent once clients had time to come back."""
    server, _, ann, bob, code = await two()
    server.runtime.clients.depart(bob.connection)
    move(ann, code, 0)
    for expected in ([("id-bob", "turn", "ann")], []):
        again = Recorder(server.store)
        await again.load()
        other = InProcessServer(server.store, scheduler=ManualScheduler(), alerts=again)
        assert other.runtime.loading.run() == 1
        other.scheduler.advance(RETURN_S - 0.1)
        assert again.take() == []
        other.scheduler.advance(0.1)
        assert again.take() == expected


async def test_a_match_against_an_engine_alerts_about_days() -> None:
    """The engine answers a player who has left."""
    store = WaitingStore()
    recorder = await recorder_of(store, "ann")
    server = InProcessServer(store, alerts=recorder)
    ann = server.connect("ann")
    code = ann.host(seats=[{"kind": "me"}, ENGINE], clock=DAYS)
    move(ann, code, 0)
    server.runtime.clients.depart(ann.connection)
    await server.pool.last.finish("a1")
    store.commit()
    server.scheduler.advance(SETTLE_S)
    assert recorder.take() == [("id-ann", "turn", "engine alphabeta:depth=2")]


async def test_a_new_game_of_a_tournament_is_announced_to_absent_players() -> None:
    """It is announced once, not as a move too, and not to players who are there."""
    store = OneByOne()
    recorder = await recorder_of(store, "p1", "p2")
    server = TournamentServer(store, alerts=recorder)
    server.connect("p1")
    server.create(make_command(Format.ROUND_ROBIN, people(2)))
    await server.until(lambda: bool(recorder.all))
    server.scheduler.advance(SETTLE_S)
    assert recorder.take() == [("id-p2", "round", "@p1")]
    [room] = server.runtime.rooms.all
    id, code = room.match.created.id, room.match.created.code
    assert recorder.channels.sent("id-p2", id) is not None
    assert server.connect("p2").ask("resign", match=code).t == "accepted"
    assert recorder.channels.sent("id-p2", id) is None
