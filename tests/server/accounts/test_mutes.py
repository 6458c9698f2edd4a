"""Tests of chat mutes: per player, with names that look alike, and bounded."""

from kibitz_server.accounts.mutes import MAX_NAMES, Mutes
from kibitz_server.store.people import all_mutes
from kibitz_server.store.people_access import MemoryPeople
from tests.server.conftest import InProcessServer


async def test_a_mute_applies_to_one_player(server: InProcessServer) -> None:
    """Only the player who muted a name stops getting its chat, in any match, until the player unmutes it."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    code = ann.host()
    bob.ask("join", match=code)
    eve.ask("watch", match=code)
    assert eve.ask("mute", name="BOB").t == "accepted"
    bob.ask("chat", match=code, text="psst")
    assert [m.text for m in ann.take() if m.t == "said"] == ["psst"]
    assert not [m for m in eve.take() if m.t == "said"]
    server.runtime.clients.depart(eve.connection)
    back = server.connect("eve")
    back.ask("watch", match=code)
    bob.ask("chat", match=code, text="psst")
    assert not [m for m in back.take() if m.t == "said"]
    back.ask("mute", name="bob", on=False)
    bob.ask("chat", match=code, text="hello")
    assert [m.text for m in back.take() if m.t == "said"] == ["hello"]


async def test_the_number_of_mutes_is_limited(server: InProcessServer) -> None:
    """The number of muted names is limited, and the refusal says so."""
    eve = server.connect("eve")
    for number in range(MAX_NAMES):
        assert eve.ask("mute", name=f"name {number}").t == "accepted"
    assert eve.ask("mute", name="one more").code == "too_many"


async def test_mutes_survive_a_restart(server: InProcessServer) -> None:
    """Another server on the same database has the same mutes."""
    eve = server.connect("eve")
    for name in ("bob", "cat"):
        eve.ask("mute", name=name)
    eve.ask("mute", name="Bob")
    eve.ask("mute", name="cat", on=False)
    later = InProcessServer(server.store)
    assert await later.runtime.mutes.load() == 1
    assert not later.runtime.mutes.hears("id-eve", "bob")
    assert later.runtime.mutes.hears("id-eve", "cat")
    assert later.runtime.mutes.hears("id-ann", "bob")


async def test_what_is_remembered_is_bounded() -> None:
    """The oldest mutes are removed first, in the database too."""
    people = MemoryPeople()
    mutes = Mutes(people, most_players=3)
    for number in range(4):
        mutes.mute(f"id-{number}", "bob")
    assert mutes.hears("id-0", "bob")
    assert not mutes.hears("id-1", "B0B")
    assert await people.read(all_mutes) == [("id-1", "bob"), ("id-2", "bob"), ("id-3", "bob")]
    fewer = Mutes(people, most_players=2)
    assert await fewer.load() == 2
    assert await people.read(all_mutes) == [("id-2", "bob"), ("id-3", "bob")]
    assert fewer.hears("id-1", "bob")
