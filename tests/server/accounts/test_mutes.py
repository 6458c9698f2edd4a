"""Tests of chat mutes: per player, with names that look alike, and bounded."""

from kibitz_server.accounts.mutes import MOST_NAMES, Mutes
from kibitz_server.store.people import all_mutes
from kibitz_server.store.people_access import MemoryPeople
from tests.server.conftest import House


async def test_a_mute_applies_to_one_player(house: House) -> None:
    """Only the player who muted a name stops getting its chat, in any match, until the player unmutes it."""
    ann, bob, eve = house.enter("ann"), house.enter("bob"), house.enter("eve")
    code = ann.host()
    bob.say("join", match=code)
    eve.say("watch", match=code)
    assert eve.say("mute", name="BOB").t == "accepted"
    bob.say("chat", match=code, text="psst")
    assert [m.text for m in ann.take() if m.t == "said"] == ["psst"]
    assert not [m for m in eve.take() if m.t == "said"]
    house.runtime.depart(eve.listener)
    back = house.enter("eve")
    back.say("watch", match=code)
    bob.say("chat", match=code, text="psst")
    assert not [m for m in back.take() if m.t == "said"]
    back.say("mute", name="bob", on=False)
    bob.say("chat", match=code, text="hello")
    assert [m.text for m in back.take() if m.t == "said"] == ["hello"]


async def test_the_number_of_mutes_is_limited(house: House) -> None:
    """The number of muted names is limited, and the refusal says so."""
    eve = house.enter("eve")
    for number in range(MOST_NAMES):
        assert eve.say("mute", name=f"name {number}").t == "accepted"
    assert eve.say("mute", name="one more").code == "too_many"


async def test_mutes_survive_a_restart(house: House) -> None:
    """Another server on the same database has the same mutes."""
    eve = house.enter("eve")
    for name in ("bob", "cat"):
        eve.say("mute", name=name)
    eve.say("mute", name="Bob")
    eve.say("mute", name="cat", on=False)
    later = House(house.store)
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
