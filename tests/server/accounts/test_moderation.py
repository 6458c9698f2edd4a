"""Tests of bans and chat mutes: their targets, their end, and restarts."""

import pytest

from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.moderation import Moderation
from kibitz_server.accounts.names import skeleton
from kibitz_server.core.values.players import Human
from kibitz_server.store import MemoryStore
from kibitz_server.store.people import AuditEntry, Sanction

EVE = Human("id-eve", "Eve")
DEED = AuditEntry(0.0, "m", "mod", "ban", "", "")
HERE, THERE = "203.0.113.7", "198.51.100.1"


class ManualClock:
    """Clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def sanction(kind: str, scope: str, target: str, until: float | None = None, reason: str = "") -> Sanction:
    """Return a sanction."""
    return Sanction(f"{kind}-{scope}-{target}"[:16], kind, scope, target, target, until, reason, "mod", 1000.0)


@pytest.mark.parametrize(
    ("scope", "target"),
    [
        ("player", "id-eve"),
        ("name", skeleton("EVE")),
        ("address", HERE),
        ("address", "203.0.113.0/24"),
    ],
)
async def test_a_ban_holds_until_it_is_over(scope: str, target: str) -> None:
    """A ban of a player, a name, an address or a network expires."""
    time = ManualClock()
    moderation = Moderation(MemoryStore().people, time)
    moderation.check_not_banned(HERE, player=EVE)
    await moderation.impose([sanction("ban", scope, target, 1060.0, "rude")], DEED)
    with pytest.raises(CommandRefused) as caught:
        moderation.check_not_banned(HERE, player=EVE)
    assert (caught.value.code, caught.value.retry_after_s) == ("banned", 60.0)
    assert str(caught.value) == "you are banned from this server until 1970-01-01 00:17 UTC: rude"
    if scope == "address":
        moderation.check_not_banned(THERE, player=EVE)
    else:
        with pytest.raises(CommandRefused):
            moderation.check_not_banned(THERE, player=EVE)
        moderation.check_not_banned(HERE, player=Human("id-ann", "Ann"))
    time.now = 1060.0
    moderation.check_not_banned(HERE, player=EVE)
    assert moderation.all == []


async def test_a_name_is_banned_with_those_that_look_like_it() -> None:
    """A ban of a name applies to names that look alike, also without a player of that name."""
    moderation = Moderation(MemoryStore().people)
    await moderation.impose([sanction("ban", "name", skeleton("eve"))], DEED)
    with pytest.raises(CommandRefused) as caught:
        moderation.check_not_banned(HERE, "E v е")
    assert caught.value.retry_after_s is None
    moderation.check_not_banned(HERE, "ann")
    moderation.check_not_banned(HERE, None)


async def test_what_holds_survives_a_restart_and_what_is_over_does_not() -> None:
    """Active sanctions are loaded at startup; lifted and expired ones are not."""
    store, time = MemoryStore(), ManualClock()
    before = Moderation(store.people, time)
    await before.impose([sanction("ban", "address", "203.0.113.0/24")], DEED)
    await before.impose([sanction("ban", "name", "mal", 1010.0)], DEED)
    await before.impose([sanction("mute", "player", "id-eve")], DEED)
    time.now = 1020.0
    after = Moderation(store.people, time)
    assert await after.load() == 2
    with pytest.raises(CommandRefused):
        after.check_not_banned(HERE)
    assert after.is_muted(EVE, HERE)
    assert [each.kind for each in await after.lift("mute", "id-eve", DEED)] == ["mute"]
    await after.lift("ban", "203.0.113.0/24", DEED)
    after.check_not_banned(HERE)
    assert await Moderation(store.people, time).load() == 0


async def test_a_new_sanction_replaces_the_old_one() -> None:
    """A target has one ban, the newest."""
    moderation = Moderation(MemoryStore().people, ManualClock())
    for i, until in enumerate((None, 2000.0)):
        await moderation.impose([sanction("ban", "address", "203.0.113.0/24", until)._replace(id=f"s{i}")], DEED)
    assert [each.until for each in moderation.all] == [2000.0]
    await moderation.lift("ban", "s1", DEED)
    moderation.check_not_banned(HERE)
    with pytest.raises(CommandRefused) as caught:
        await moderation.lift("ban", "s1", DEED)
    assert caught.value.code == "unknown_sanction"


async def test_a_muted_player_gets_the_reason() -> None:
    """The refusal has the end of the mute, and the player can do everything else."""
    moderation = Moderation(MemoryStore().people, ManualClock())
    await moderation.impose([sanction("mute", "player", "id-eve", 1600.0, "spam")], DEED)
    with pytest.raises(CommandRefused, match=r"you are muted and cannot chat until .* UTC: spam") as caught:
        moderation.check_not_muted(EVE, HERE)
    assert (caught.value.code, caught.value.retry_after_s) == ("muted", 600.0)
    moderation.check_not_banned(HERE, player=EVE)
