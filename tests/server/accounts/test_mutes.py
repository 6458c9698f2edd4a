"""Muting: for oneself alone, whoever takes a name that looks the same, and bounded."""

from kibitz_server.accounts.mutes import MOST_NAMES, Mutes
from kibitz_server.store.people import all_mutes
from kibitz_server.store.people_access import MemoryPeople
from tests.server.conftest import InProcessServer


async def test_a_muted_name_is_heard_by_others(server: InProcessServer) -> None:
    """Only who muted it hears it no longer, in any match and after coming back, until they do again."""
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


async def test_one_may_not_mute_the_world(server: InProcessServer) -> None:
    """There is an end to it, which is said."""
    eve = server.connect("eve")
    for number in range(MOST_NAMES):
        assert eve.ask("mute", name=f"name {number}").t == "accepted"
    assert eve.ask("mute", name="one more").code == "too_many"


async def test_mutes_survive_a_restart(server: InProcessServer) -> None:
    """Another server on the same database knows whom each player does not want to hear, and whom they do again."""
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
    """The players who muted somebody longest ago are forgotten first, in the database too."""
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
