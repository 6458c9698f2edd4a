"""A token that gains rights is replaced: only the connection that asked learns the new one, and all others are closed.

Each command of accounts and moderation has a row in one of the tables, so that a new command must be decided.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, TypeVar, get_args

import pytest
import sqlalchemy as sql
from websockets.asyncio.client import connect

from kibitz_protocol.commands.accounts import PeopleCommand
from kibitz_protocol.commands.admin import Action
from kibitz_protocol.refusals import Close, Code
from kibitz_server.accounts.accounts import Accounts
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.app import running
from kibitz_server.cli.admin.tokens import create_token
from kibitz_server.settings import Settings
from kibitz_server.store import MemoryStore
from kibitz_server.store.database import connect as connect_database
from kibitz_server.store.people_access import MemoryPeople
from tests.fakes.server import WaitingStore, cheap_passwords
from tests.server.conftest import InProcessServer
from tests.server.handlers.test_accounts import GOOD, say
from tests.server.handlers.test_accounts_wire import end_of
from tests.server.wire import ME, OPEN, WireClient, call

T = TypeVar("T")

RISES: dict[str, dict[str, Any]] = {
    "register": {"name": "Ann", "password": GOOD},
    "login": {"name": "Owner", "password": GOOD},
}
"""Commands of a guest that give its connection more rights, or a token that has more."""

OF_GUESTS: dict[str, dict[str, Any]] = {"rename": {"name": "otter"}}
"""Other commands of a guest."""

OF_ACCOUNTS: dict[str, dict[str, Any]] = {
    "login": {"name": "Owner", "password": GOOD},
    "sessions": {},
    "revoke": {"session": None},
    "change_password": {"old": GOOD, "new": "battery staple"},
    "make_bot": {"name": "robot"},
    "bots": {},
    "renew_bot": {"bot": "Ownerbot"},
    "revoke_bot": {"bot": "Ownerbot"},
}
"""Commands of an account that leave the rights of its token as they are."""

ENDS: dict[str, dict[str, Any]] = {"logout": {}}
"""Commands after which the token of the connection is not known any more."""

ACTIONS: dict[str, dict[str, Any]] = {
    "players": {},
    "connections": {},
    "matches": {},
    "end": {"match": "MATCH"},
    "end_tournament": {"tournament": "TOURNAMENT"},
    "hide_tournament": {"tournament": "TOURNAMENT"},
    "mute": {"player": "Ann"},
    "unmute": {"player": "Ann"},
    "unban": {"target": "198.51.100.7"},
    "sanctions": {},
    "announce": {"text": "hello"},
    "drain": {"on": True},
    "audit": {},
    "engines": {},
    "host": {},
    "set_host": {"welcome": "Tuesdays"},
    "backup": {},
}
"""Actions of an admin that leave the rights of all tokens as they are, or take them away only for a time."""


def test_every_command_is_decided() -> None:
    """No command of accounts and moderation is missing."""
    commands = {kind.model_fields["t"].default for kind in get_args(PeopleCommand)}
    assert commands == {*RISES, *OF_GUESTS, *OF_ACCOUNTS, *ENDS}
    actions = {kind.model_fields["kind"].default for kind in get_args(get_args(Action)[0])}
    assert actions == {*ACTIONS, "role", "ban"}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Return settings of a server with a database file."""
    return Settings.read(port=0, database=str(tmp_path / "k.db"), slots=1)


@pytest.fixture
async def address(settings: Settings) -> AsyncIterator[str]:
    """Yield the address of a running server that has the account `Owner` with a bot."""
    async with running(settings, cheap_passwords()) as url:
        owner = await call(url)
        await owner.ask("register", name="Owner", password=GOOD)
        await owner.ask("make_bot", name="Ownerbot")
        await owner.socket.close()
        yield url


def operator_token(settings: Settings, name: str = "root1", role: str = "admin") -> str:
    """Make a token of an operator in the database."""
    assert settings.database_url
    engine = connect_database(settings.database_url)
    try:
        return create_token(engine, name, role).token
    finally:
        engine.dispose()


async def signed_in(address: str, name: str = "Owner") -> str:
    """Return a token of a new session of an account."""
    guest = await call(address)
    token: str = (await guest.ask("login", name=name, password=GOOD)).result.token
    await guest.socket.close()
    return token


async def twice(address: str, token: str | None = None) -> tuple[WireClient, WireClient, str]:
    """Return two connections of one player, who is a new guest without a token, and the token."""
    asker = await call(address, **({"token": token} if token else {}))
    known: str = token or asker.heard[0].token
    return asker, await call(address, token=known), known


async def is_dead(address: str, token: str) -> bool:
    """Return whether a hello with the token is refused and closed."""
    async with asyncio.timeout(30), connect(address, proxy=None) as socket:
        await socket.send(json.dumps({"t": "hello", "token": token}))
        if json.loads(await socket.recv()).get("code") != "unknown_token":
            return False
        await socket.wait_closed()
        return socket.close_code == Close.UNKNOWN_TOKEN


async def is_closed(wire: WireClient) -> bool:
    """Return whether the server closes a connection because its token has ended."""
    try:
        async with asyncio.timeout(30):
            return await end_of(wire) == Close.UNKNOWN_TOKEN
    except TimeoutError:
        return False


async def player_of(address: str, token: str) -> Any:
    """Return the identity that a token gives."""
    wire = await call(address, token=token)
    await wire.socket.close()
    return wire.heard[0].you


@pytest.mark.io
@pytest.mark.parametrize("seated", [False, True])
@pytest.mark.parametrize("t", RISES)
async def test_a_rise_ends_the_old_token(address: str, t: str, seated: bool) -> None:
    """The asking connection goes on with a new token; the others are closed, and what they knew is worth nothing."""
    asker, other, old = await twice(address)
    guest = asker.heard[0].you
    code = (await asker.ask("create", game="tictactoe", seats=[ME, OPEN])).result.code if seated else None
    result = (await asker.ask(t, **RISES[t])).result
    assert await is_closed(other)
    assert await is_dead(address, old)
    assert result.token != old
    assert (await player_of(address, result.token)).account
    new = result.token if t == "register" else result.guest_token
    assert new != old
    assert (await player_of(address, new)).id == guest.id
    assert (await asker.ask("ping")).t == "accepted"
    if code is not None:
        back = await call(address, token=new)
        assert (await back.ask("watch", match=code)).result.seat == 0
        await back.socket.close()
    await asker.socket.close()


@pytest.mark.io
@pytest.mark.parametrize("t", [*OF_GUESTS, *OF_ACCOUNTS])
async def test_no_other_command_changes_the_token(address: str, t: str) -> None:
    """Where no rights rise, the token of the connection stays, and so do its other connections."""
    asker, other, token = await twice(address, None if t in OF_GUESTS else await signed_in(address))
    answer = await asker.ask(t, **{**OF_GUESTS, **OF_ACCOUNTS}[t])
    assert answer.t == "accepted"
    assert getattr(answer.result, "guest_token", None) is None
    assert (await other.ask("ping")).t == "accepted"
    assert (await player_of(address, token)).id == asker.heard[0].you.id
    for wire in (asker, other):
        await wire.socket.close()


@pytest.mark.io
@pytest.mark.parametrize("kind", ACTIONS)
async def test_no_action_but_a_role_changes_tokens(address: str, settings: Settings, kind: str) -> None:
    """The tokens of the admin and of the player whom an action concerns stay."""
    admin = await call(address, token=operator_token(settings))
    ann, other, token = await twice(address)
    await ann.ask("rename", name="Ann")
    code = (await ann.ask("create", game="tictactoe", seats=[ME, OPEN])).result.code
    ban = {"kind": "ban", "scope": "address", "target": "198.51.100.7"}
    await admin.ask("admin", action=ban)
    if kind == "unmute":
        await admin.ask("admin", action={"kind": "mute", "player": "Ann"})
    terms = {"format": "match", "game": "tictactoe", "kinds": ["engine"], "games": 2}
    event = (await ann.ask("tournament", do={"kind": "create", "name": "Friday", "terms": terms})).result.code
    known = {"MATCH": code, "TOURNAMENT": event}
    fields = {name: known.get(str(value), value) for name, value in ACTIONS[kind].items()}
    assert (await admin.ask("admin", action={"kind": kind, **fields})).t == "accepted"
    assert (await other.ask("ping")).t == "accepted"
    assert (await player_of(address, token)).id == ann.heard[0].you.id
    for wire in (admin, ann, other):
        await wire.socket.close()


@pytest.mark.io
@pytest.mark.parametrize(("first", "second"), [("moderator", "admin"), ("admin", "moderator")])
async def test_a_role_is_for_new_tokens(address: str, settings: Settings, first: str, second: str) -> None:
    """A higher role ends all tokens of the account, whose next login has it; a lower one holds at once for all."""
    admin = await call(address, token=operator_token(settings))
    token = await signed_in(address)
    ann, other, _ = await twice(address, token)
    assert (await admin.ask("admin", action={"kind": "role", "player": "Owner", "role": first})).t == "accepted"
    for wire in (ann, other):
        assert await is_closed(wire)
    assert await is_dead(address, token)
    token = await signed_in(address)
    ann, other, _ = await twice(address, token)
    assert ann.heard[0].you.role == first
    assert (await admin.ask("admin", action={"kind": "role", "player": "Owner", "role": second})).t == "accepted"
    if second == "admin":
        assert await is_closed(other)
        assert await is_dead(address, token)
    else:
        assert (await other.ask("admin", action={"kind": "audit"})).code == "not_allowed"
        assert (await player_of(address, token)).role == second
        await other.socket.close()
    for wire in (admin, ann):
        await wire.socket.close()


@pytest.mark.io
async def test_an_operator_without_a_password_is_not_shut_out(address: str, settings: Settings) -> None:
    """A higher role for an account that signs in by tokens alone comes with a token, from the database."""
    admin = await call(address, token=operator_token(settings))
    token = operator_token(settings, "Mo", "moderator")
    mo = await call(address, token=token)
    answer = await admin.ask("admin", action={"kind": "role", "player": "Mo", "role": "admin"})
    assert (answer.code, "kibitz-server admin token" in answer.hint) == ("not_allowed", True)
    assert (await mo.ask("ping")).t == "accepted"
    again = operator_token(settings, "Mo", "moderator")
    assert (await player_of(address, token)).role == "moderator"
    newest = operator_token(settings, "Mo", "admin")
    for dead in (token, again):
        assert await is_dead(address, dead)
    assert (await player_of(address, newest)).role == "admin"
    # An open connection learns of it by its next action.
    assert (await mo.ask("admin", action={"kind": "players"})).code == "unknown_token"
    assert await is_closed(mo)
    assert (await admin.ask("admin", action={"kind": "role", "player": "Mo", "role": "player"})).t == "accepted"
    assert (await player_of(address, newest)).role == "player"
    await admin.socket.close()


async def test_a_closed_connection_is_not_heard(server: InProcessServer) -> None:
    """A client that reads nothing cannot use the time until its connection is closed."""
    ann, other = server.connect("ann"), server.connect("ann")
    await say(ann, "register", name="Ann", password=GOOD)
    assert other.connection.ended is not None
    assert other.connection.ended[0] == Close.UNKNOWN_TOKEN
    assert not other.connection.player.account
    other.take()
    for t, fields in (("make_bot", {"name": "robot"}), ("revoke", {"session": None}), ("rename", {"name": "x"})):
        other.send(t, **fields)
    other.send("create", game="tictactoe", seats=[ME, OPEN])
    await server.people.settled()
    server.store.commit()
    assert other.received == []
    assert (await say(ann, "bots")).result.bots == []
    assert ann.connection.player.name == "Ann"


class HeldRead(MemoryPeople):
    """Database whose next read has its result only after `release`."""

    def __init__(self) -> None:
        super().__init__()
        self.release, self.held = asyncio.Event(), asyncio.Event()
        self.hold = False

    async def read(self, query: Callable[[sql.Connection], T]) -> T:
        """Return the result of a query, later if it is held."""
        result = await super().read(query)
        if self.hold:
            self.hold = False
            self.held.set()
            await self.release.wait()
        return result


@pytest.mark.parametrize("stored", [False, True])
async def test_a_hello_that_began_before_is_too_late(stored: bool) -> None:
    """A hello whose token ends while the database is asked does not get in."""
    store = MemoryStore()
    store.people = db = HeldRead()
    accounts = Accounts(store, cheap_passwords())
    guest = await accounts.create_guest("ann")
    if stored:
        accounts.keep(guest.player, guest.info)
    db.hold = True
    arriving = asyncio.create_task(accounts.authenticate(str(guest.token)))
    await db.held.wait()
    registered_as = await accounts.register(guest.player, guest.info, "Ann", GOOD)
    accounts.note_change()
    db.release.set()
    assert await arriving is None
    assert await accounts.authenticate(str(registered_as.token)) is not None


async def test_a_guest_who_is_stored_late_stays_dead() -> None:
    """A guest's row that is written after the registration does not bring the old token back."""
    store = MemoryStore()
    accounts = Accounts(store, cheap_passwords())
    guest = await accounts.create_guest("ann")
    info = guest.info
    await accounts.register(guest.player, info, "Ann", GOOD)
    accounts.keep(guest.player, info)
    assert await accounts.authenticate(str(guest.token)) is None


async def test_a_rename_in_progress_does_not_take_the_account_back() -> None:
    """A rename by another connection, which ends after the registration, changes nothing."""
    store = WaitingStore()
    store.people = db = HeldRead()
    server = InProcessServer(store)
    ann, other = server.connect("ann"), server.connect("ann")
    db.hold = True
    other.send("rename", name="otter")
    await db.held.wait()
    id = ann.send("register", name="Ann", password=GOOD)
    async with asyncio.timeout(30):
        while not any(m.t == "accepted" and m.id == id for m in ann.received):
            await asyncio.sleep(0.001)
    db.release.set()
    await server.people.settled()
    assert (ann.connection.player.account, ann.connection.player.name) == (True, "Ann")
    assert ann.connection.ended is None


@pytest.mark.parametrize("stored", [False, True])
async def test_a_guest_is_renewed_once(stored: bool) -> None:
    """Of two connections of a guest that log in at once, the first one goes on with the guest."""
    accounts = Accounts(MemoryStore(), cheap_passwords())
    guest = await accounts.create_guest("ann")
    if stored:
        accounts.keep(guest.player, guest.info)
    first = await accounts.renew_guest(guest.player, guest.info)
    assert await accounts.renew_guest(guest.player, guest.info) is None
    with pytest.raises(CommandRefused) as caught:
        await accounts.register(guest.player, guest.info, "Ann", GOOD)
    assert caught.value.code == Code.UNKNOWN_TOKEN
    assert first is not None
    found = await accounts.authenticate(str(first.token))
    assert found is not None
    assert found.player == guest.player
    assert await accounts.authenticate(str(guest.token)) is None
