"""Followers of tournaments get a snapshot, every event once, and a table a second at most."""

import json
from dataclasses import replace
from typing import Any

from kibitz_server.core.tournament.commands import Cancel, Pause, Resume
from kibitz_server.core.tournament.values import Format
from kibitz_server.core.values.players import Human
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.runtime.tournaments.followers import (
    MANY,
    MOST_FOLLOWED,
    SLICE,
    STANDINGS_S,
    TOGETHER_S,
    TournamentFollowers,
)
from kibitz_server.runtime.tournaments.running import KEPT_EVENTS, TournamentRoom
from kibitz_server.store import TournamentEntry
from tests.fakes.server import ManualPool
from tests.server.core.tournament.play import ORGANISER, engines, make_command, people
from tests.server.runtime.tournaments.playing import OneByOne, TournamentServer


class Follower:
    """Connection that keeps what it receives."""

    def __init__(self, name: str = "eve") -> None:
        self.player = Human(f"id-{name}", name)
        self.rooms: set[Any] = set()
        self.received: list[Any] = []

    def send(self, message: OutgoingMessage) -> None:
        """Keep a message."""
        assert message.match_id is not None
        self.received.append(json.loads(message.data))

    def take(self) -> list[Any]:
        """Return the messages since the last call."""
        received, self.received = self.received, []
        return received


class Messages:
    """Short messages, and how often each kind was encoded."""

    def __init__(self) -> None:
        self.encoded: list[str] = []

    def snapshot(self, room: TournamentRoom, player: Human | None, page: int | None) -> OutgoingMessage:
        """Return the number of the last event."""
        return self._message("snapshot", room.tournament.seq, page, player and player.name)

    def event(self, room: TournamentRoom, entry: TournamentEntry) -> OutgoingMessage:
        """Return the number of the event."""
        assert entry.seq <= room.tournament.seq
        return self._message("event", entry.seq)

    def standings(self, room: TournamentRoom, player: Human | None, *, whole: bool) -> OutgoingMessage:
        """Return the number of the last event."""
        return self._message("standings", whole, room.tournament.seq, player and player.name)

    def _message(self, *fields: Any) -> OutgoingMessage:
        self.encoded.append(fields[0])
        return OutgoingMessage(json.dumps(fields).encode())


class Followed(TournamentServer):
    """Server with followers."""

    def __init__(self, store: OneByOne | None = None, **fields: Any) -> None:
        super().__init__(store, **fields)
        self.messages = Messages()
        self.followers = TournamentFollowers(self.messages, self.store, self.scheduler)
        self.director.listeners.append(self.followers)

    def follow(self, room: TournamentRoom, client: Follower, since: int | None = None) -> None:
        """Let a client follow a tournament."""
        self.followers.follow(room, client, since, None, lambda _: None)  # type: ignore[arg-type]
        self.store.commit()


def pause(server: Followed, room: TournamentRoom, times: int = 1) -> None:
    """Cause two events, some times."""
    for _ in range(times):
        server.do(room, Pause(ORGANISER))
        server.do(room, Resume(ORGANISER))


async def test_a_follower_gets_a_snapshot_and_then_every_event() -> None:
    """The events follow the snapshot without a gap, each only when it is durable."""
    server = Followed()
    room = server.create(make_command(Format.ROUND_ROBIN, people(3), start_now=False))
    eve = Follower()
    server.director.act(room, Pause(ORGANISER))
    server.followers.follow(room, eve, None, 2, lambda _: None)  # type: ignore[arg-type]
    server.director.act(room, Resume(ORGANISER))
    assert eve.received == []
    server.store.commit()
    assert eve.take() == [["snapshot", 5, 2, "eve"], ["event", 6]]
    pause(server, room)
    assert eve.take() == [["event", 7], ["event", 8]]
    server.followers.unfollow(room, eve)  # type: ignore[arg-type]
    pause(server, room)
    server.scheduler.advance(10.0)
    assert eve.received == []


async def test_a_follower_that_comes_back_gets_what_it_missed() -> None:
    """That is events, with all rows after them. Where they are not kept, it gets a snapshot; after a restart too."""
    server = Followed()
    room = server.create(make_command(Format.ROUND_ROBIN, people(3), start_now=False))
    pause(server, room)
    eve = Follower()
    server.follow(room, eve, since=4)
    assert eve.take() == [["event", 5], ["event", 6], ["standings", True, 6, "eve"]]
    server.follow(room, eve, since=6)
    assert eve.take() == []
    server.follow(room, eve, since=7)
    assert eve.take() == [["snapshot", 6, None, "eve"]]
    pause(server, room, KEPT_EVENTS // 2)
    eve.take()
    server.follow(room, eve, since=5)
    assert eve.take() == [["snapshot", 6 + KEPT_EVENTS, None, "eve"]]
    again = Followed(server.one_by_one)
    again.runtime.loading.run()
    found = again.director.rooms.find(room.id)
    assert found is not None
    again.follow(found, eve, since=4 + KEPT_EVENTS)
    last = 6 + KEPT_EVENTS
    assert eve.take() == [["event", last - 1], ["event", last], ["standings", True, last, "eve"]]


async def test_tables_are_sent_once_a_second_and_encoded_once() -> None:
    """The first change is shown at once, later ones together; each table tells what changed since the one before."""
    server = Followed()
    room = server.create(make_command(Format.ROUND_ROBIN, people(3), start_now=False))
    followers = [Follower(f"f{number}") for number in range(20)]
    for each in followers:
        server.follow(room, each)
        each.take()
    server.scheduler.advance(STANDINGS_S)
    pause(server, room, 3)
    server.scheduler.advance(0.0)
    server.store.commit()
    for each in followers:
        tables = [message for message in each.take() if message[0] == "standings"]
        assert tables == [["standings", False, 10, None]]
    pause(server, room, 3)
    server.scheduler.advance(STANDINGS_S / 2)
    server.store.commit()
    assert all(message[0] == "event" for message in followers[0].take())
    server.scheduler.advance(STANDINGS_S / 2)
    server.store.commit()
    assert followers[0].take() == [["standings", False, 16, None]]
    assert server.messages.encoded.count("standings") == 2
    assert server.messages.encoded.count("event") == 12


async def test_an_entrant_gets_its_own_row() -> None:
    """Its tables are encoded for it alone."""
    server = Followed()
    room = server.create(make_command(Format.ROUND_ROBIN, people(3), start_now=False))
    own, eve = Follower("p2"), Follower()
    for each in (own, eve):
        server.follow(room, each)
        each.take()
    pause(server, room)
    server.scheduler.advance(STANDINGS_S)
    server.store.commit()
    assert [message for message in own.take() if message[0] == "standings"] == [["standings", False, 6, "p2"]]
    assert [message for message in eve.take() if message[0] == "standings"] == [["standings", False, 6, None]]


async def test_the_last_table_is_sent_at_once() -> None:
    """Followers of a tournament that ends get its last events and its final table, and then nothing."""
    server = Followed()
    room = server.create(make_command(Format.ROUND_ROBIN, engines(3)))
    eve = Follower()
    server.follow(room, eve)
    await server.finish(room)
    server.store.commit()
    received = eve.take()
    assert received[-1][::2] == ["standings", room.tournament.seq]
    numbers = [message[1] for message in received if message[0] == "event"]
    assert numbers == list(range(numbers[0], room.tournament.seq + 1))
    assert server.followers.count(room) == 0
    server.follow(room, eve)
    assert eve.take() == [["snapshot", room.tournament.seq, None, "eve"]]
    assert server.followers.count(room) == 0


async def test_a_client_that_left_gets_nothing() -> None:
    """That holds also if it left while its snapshot waited for a commit; nothing of it is kept."""
    server = Followed()
    room = server.create(make_command(Format.ROUND_ROBIN, people(3), start_now=False))
    eve = Follower()
    told: list[bool] = []
    server.followers.follow(room, eve, None, None, told.append)  # type: ignore[arg-type]
    server.followers.departed(eve)  # type: ignore[arg-type]
    server.store.commit()
    assert (told, eve.received, server.followers.count(room)) == ([True], [], 0)
    server.follow(room, eve)
    assert server.followers.count(room) == 1
    server.followers.departed(eve)  # type: ignore[arg-type]
    assert server.followers.count(room) == 0
    kept = (server.followers._followed, server.followers._followers, server.followers._gone)
    assert not any(kept)


async def test_a_client_follows_a_bounded_number() -> None:
    """With one more, the first one ends."""
    server = Followed(pool=ManualPool())
    eve, rooms = Follower(), []
    for number in range(MOST_FOLLOWED + 1):
        command = make_command(Format.ROUND_ROBIN, people(2), start_now=False)
        rooms.append(server.create(replace(command, id=f"t{number}", code=f"T-{number}")))
        server.follow(rooms[-1], eve)
    assert [server.followers.count(room) for room in rooms] == [0] + [1] * MOST_FOLLOWED


async def test_a_slow_client_gets_a_snapshot_in_place_of_what_was_dropped() -> None:
    """Messages carry the id of their tournament, by which the outbox drops them and asks for a snapshot."""
    server = Followed()
    room = server.create(make_command(Format.ROUND_ROBIN, people(3), start_now=False))
    eve = Follower()
    server.follow(room, eve)
    eve.take()
    server.followers.resend(room.id, eve)  # type: ignore[arg-type]
    server.followers.resend("another", eve)  # type: ignore[arg-type]
    server.store.commit()
    assert eve.take() == [["snapshot", 4, None, "eve"]]
    assert server.followers.count(room) == 1


def crowd(server: Followed, room: TournamentRoom) -> list[Follower]:
    """Let so many clients follow a tournament that they get messages in slices. They have their snapshots."""
    clients = [Follower(f"f{number}") for number in range(MANY + SLICE)]
    for client in clients:
        server.follow(room, client)
        client.take()
    return clients


def numbers(client: Follower) -> list[int]:
    """Return the numbers of the events that a client received since the last call."""
    return [fields[1] for fields in client.take() if fields[0] == "event"]


async def test_many_followers_are_told_in_slices() -> None:
    """One step of the event loop serves a slice of them, the next steps the others, all events in order and once."""
    server = Followed()
    room = server.create(make_command(Format.ROUND_ROBIN, people(4)))
    clients = crowd(server, room)
    before = room.tournament.seq
    pause(server, room)
    received = [[0] * len(clients)]
    while received[-1] != [2] * len(clients):
        server.scheduler.step()
        if (now := [len(client.received) for client in clients]) != received[-1]:
            received.append(now)
    assert [counts.count(2) for counts in received] == list(range(0, len(clients) + 1, SLICE))
    assert all(numbers(client) == [before + 1, before + 2] for client in clients)


async def test_events_for_many_followers_leave_together() -> None:
    """Events of a short time after a slice wait for each other, and come before the table that includes them."""
    server = Followed()
    room = server.create(make_command(Format.ROUND_ROBIN, people(4)))
    clients = crowd(server, room)
    before = room.tournament.seq
    pause(server, room)
    for _ in range(len(clients) // SLICE):
        server.scheduler.advance(0.0)
    assert all(numbers(client) == [before + 1, before + 2] for client in clients)
    pause(server, room)
    server.scheduler.advance(TOGETHER_S / 2)
    assert not any(client.received for client in clients)
    server.scheduler.advance(STANDINGS_S)
    server.store.commit()
    server.scheduler.advance(TOGETHER_S)
    for client in clients:
        kinds = [fields[0] for fields in client.take()]
        assert kinds == ["event", "event", "standings"]


async def test_a_follower_that_comes_or_goes_meanwhile_gets_no_event_twice() -> None:
    """A snapshot includes what other followers still wait for. A client that left and came back gets it once, too."""
    server = Followed()
    room = server.create(make_command(Format.ROUND_ROBIN, people(4)))
    clients = crowd(server, room)
    left, back, new = clients[-1], clients[-2], Follower("new")
    pause(server, room)
    for client in (left, back):
        server.followers.unfollow(room, client)  # type: ignore[arg-type]
    server.follow(room, back)
    server.follow(room, new)
    known = room.tournament.seq
    assert [fields[:2] for fields in (*back.take(), *new.take())] == [["snapshot", known]] * 2
    pause(server, room)
    server.scheduler.advance(TOGETHER_S)
    server.scheduler.advance(TOGETHER_S)
    assert numbers(back) == numbers(new) == [known + 1, known + 2]
    assert numbers(clients[0]) == [known - 1, known, known + 1, known + 2]
    assert not left.received


async def test_many_followers_are_told_of_the_end() -> None:
    """The last events and the last table come, although the tournament has no followers after its end."""
    server = Followed()
    room = server.create(make_command(Format.ROUND_ROBIN, people(4)))
    clients = crowd(server, room)
    server.do(room, Cancel(ORGANISER))
    last = room.tournament.seq
    server.scheduler.advance(TOGETHER_S)
    for client in clients:
        *_, event, table = client.take()
        assert (event[:2], table[0], table[2]) == (["event", last], "standings", last)
