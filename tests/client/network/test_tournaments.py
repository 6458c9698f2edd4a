"""Followed tournaments: their events in order and without gaps, also over several connections."""

import asyncio

import pytest

from kibitz_client.errors import LostSync
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.resume import ResumeState
from kibitz_client.network.subscriptions import Subscriptions, Verdict
from kibitz_client.requests import new_id
from kibitz_protocol.to_client import Accepted, Paired, TournamentEvent, TournamentSnapshot
from kibitz_protocol.to_server import Seek, Tournament
from kibitz_protocol.tournaments.commands import CreateTournament, ShowTournament, UnfollowTournament
from kibitz_protocol.tournaments.messages import Happened
from kibitz_protocol.tournaments.terms import TournamentTerms
from kibitz_protocol.values.matches import PlaceView
from tests.client.network.scripts import QUICK
from tests.client.tournaments import CODE, ID, done, ended, happened, snapshot, standing, standings
from tests.fakes.client import FakeServer

FOLLOW = ShowTournament(tournament=CODE, key="a-key", follow=True)


def numbered(seq: int) -> TournamentEvent:
    """Return an event with this number."""
    return happened(seq, Happened(kind="resumed"))


def following() -> Subscriptions:
    """Return subscriptions that know a tournament up to event 3."""
    subscriptions = Subscriptions()
    assert subscriptions.admit(snapshot(standing(1, 1), seq=3)) is Verdict.DELIVER
    return subscriptions


def test_known_events_are_dropped_and_later_ones_delivered() -> None:
    """Events are delivered once, in the order of their numbers."""
    subscriptions = following()
    assert [subscriptions.admit(numbered(seq)) for seq in (3, 4, 4, 5)] == [
        Verdict.DROP,
        Verdict.DELIVER,
        Verdict.DROP,
        Verdict.DELIVER,
    ]
    assert subscriptions.tournaments == {ID: 5}


def test_a_gap_is_closed_by_one_snapshot() -> None:
    """A gap causes one request; a gap directly after its snapshot is an error."""
    subscriptions = following()
    assert subscriptions.admit(numbered(6)) is Verdict.REFETCH
    assert subscriptions.admit(numbered(7)) is Verdict.DROP
    assert subscriptions.admit(snapshot(standing(1, 1), seq=7)) is Verdict.DELIVER
    assert subscriptions.admit(numbered(8)) is Verdict.DELIVER
    assert subscriptions.admit(numbered(10)) is Verdict.REFETCH
    subscriptions.admit(snapshot(standing(1, 1), seq=10))
    with pytest.raises(LostSync, match=f"events of tournament {CODE} are missing: 10 was followed by 12"):
        subscriptions.admit(numbered(12))


def test_others_are_dropped() -> None:
    """Events and standings of a tournament that is not followed are dropped; one that is over is not resumed."""
    subscriptions = Subscriptions()
    assert subscriptions.admit(numbered(1)) is Verdict.DROP
    assert subscriptions.admit(standings()) is Verdict.DROP
    subscriptions = following()
    assert subscriptions.admit(standings()) is Verdict.DELIVER
    subscriptions.admit(ended(4))
    assert subscriptions.tournaments == {}
    subscriptions = following()
    subscriptions.unfollow_tournament(CODE.lower())
    assert subscriptions.admit(numbered(4)) is Verdict.DROP


def test_an_event_before_its_snapshot_is_dropped() -> None:
    """The snapshot that the answer announces has all events before it."""
    subscriptions = Subscriptions()
    subscriptions.follow_tournament(ID)
    assert subscriptions.admit(numbered(4)) is Verdict.DROP
    assert subscriptions.admit(snapshot(standing(1, 1), seq=4)) is Verdict.DELIVER
    assert subscriptions.admit(numbered(5)) is Verdict.DELIVER


def test_a_new_connection_asks_for_what_came_after() -> None:
    """A followed or created tournament is shown again after its last known event, with its key, until it is left."""
    state = ResumeState(lambda: "n")
    state.completed(Tournament(id="1", do=FOLLOW), done())
    [command] = state.commands({}, {ID: 7})
    assert isinstance(command, Tournament)
    assert command.do == ShowTournament(tournament=ID, key="a-key", follow=True, since=7)
    [command] = state.commands({}, {ID: 0})
    assert isinstance(command, Tournament)
    assert command.do == ShowTournament(tournament=ID, key="a-key", follow=True)
    state.completed(Tournament(id="2", do=UnfollowTournament(tournament=CODE)), done())
    assert state.commands({}, {ID: 7}) == []
    terms = TournamentTerms(format="swiss", game="mnk", private=True)
    state.completed(Tournament(id="3", do=CreateTournament(name="x", terms=terms)), done(key="new-key"))
    [command] = state.commands({}, {ID: 1})
    assert isinstance(command, Tournament)
    assert command.do == ShowTournament(tournament=ID, key="new-key", follow=True, since=1)
    state.completed(Tournament(id="4", do=ShowTournament(tournament="t2")), done())
    assert len(state.commands({}, {ID: 1, "t2": 1})) == 1


def test_a_pairing_of_a_tournament_ends_no_seek() -> None:
    """Only an opponent that a seek has found ends the others."""
    state = ResumeState(lambda: "n")
    state.drop_repeated(Seek(id="1"))
    state._seeks["s1"] = Seek(id="1")
    place = PlaceView(tournament=ID, code=CODE, round=1, pair=1, game=1)
    state.observe(Paired(match="m1", code="K7QX42", seat=0, opponent="b", tournament=place))
    assert state.seeks == ["s1"]
    state.observe(Paired(match="m1", code="K7QX42", seat=0, opponent="b"))
    assert state.seeks == []


@pytest.mark.io
@pytest.mark.parametrize("first", ["answer", "snapshot"])
async def test_events_go_on_after_a_broken_connection(server: FakeServer, first: str) -> None:
    """Each event comes once, whether the answer or the snapshot was first, and over two connections."""
    async with NetworkClient(server.url, pace=QUICK) as client, asyncio.timeout(30):
        peer = await server.peer()
        asked = asyncio.create_task(client.ask(Tournament(id=new_id(), do=FOLLOW)))
        if first == "snapshot":
            command = await peer.receive()
            await peer.send(snapshot(standing(1, 1), seq=3), answer_to(command.id))
        else:
            await peer.accept(done())
            await peer.send(snapshot(standing(1, 1), seq=3))
        assert (await asked).kind == "tournament"
        await peer.send(numbered(4))
        messages = client.messages()
        assert isinstance(await anext(messages), TournamentSnapshot)
        assert await anext(messages) == numbered(4)
        peer.drop()
        peer = await server.peer()
        command = await peer.accept(done())
        assert command.do == ShowTournament(tournament=ID, key="a-key", follow=True, since=4)
        await peer.send(numbered(4), numbered(5))
        assert await anext(messages) == numbered(5)
        await peer.send(numbered(8))
        command = await peer.accept(done())
        assert command.do == ShowTournament(tournament=ID, key="a-key", follow=True)
        await peer.send(snapshot(standing(1, 1), seq=8), numbered(9))
        assert isinstance(await anext(messages), TournamentSnapshot)
        assert await anext(messages) == numbered(9)


def answer_to(id: str) -> object:
    """Return the answer to a command."""
    return Accepted(id=id, result=done())


@pytest.mark.io
async def test_a_snapshot_that_was_lost_is_requested_again(server: FakeServer) -> None:
    """If the server answers a repeated command from memory, the client asks for the snapshot."""
    async with NetworkClient(server.url, pace=QUICK) as client, asyncio.timeout(30):
        peer = await server.peer()
        asked = asyncio.create_task(client.ask(Tournament(id="once", do=FOLLOW)))
        assert (await peer.receive()).id == "once"
        peer.drop()
        peer = await server.peer()
        assert (await peer.accept(done())).id == "once"
        command = await peer.accept(done())
        assert command.do == ShowTournament(tournament=ID, key="a-key", follow=True)
        await asked
