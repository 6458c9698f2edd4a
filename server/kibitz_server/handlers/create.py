"""The command `create`: the seats and the terms of a new match, and the key of a private one."""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from kibitz_protocol import to_server, values
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.ids import hash_key, id_of, key_of, new_id
from kibitz_server.core.lobby.registry import CreateMatch
from kibitz_server.core.values.players import Engine, Human, Invited, Player
from kibitz_server.core.values.terms import Delay, Series, Terms
from kibitz_server.handlers.access import engine_fits
from kibitz_server.handlers.request import Request
from kibitz_server.messages import commands, replies
from kibitz_server.runtime.engine_turns import MAX_S
from kibitz_server.runtime.room import Client, Room
from kibitz_server.runtime.runtime import Runtime

DEFAULT_S = 1.0
"""Seconds for a move of an engine without a limit."""


def create(request: Request[to_server.Create]) -> None:
    """Create a match, and add the client to its room."""
    client, message, runtime = request.client, request.message, request.runtime
    seats = _seats(message, client.player, runtime)
    for seat in seats:
        if isinstance(seat, Engine) and not engine_fits(request, seat, message.game, message.options):
            return
    private = message.visibility == "private"
    id = id_of(client.info.seed if private else client.player.id, message.id)
    key = key_of(client.info.seed, message.id) if private else None

    def enter(room: Room) -> None:
        entered = {**replies.entered(room.match, client.player.id), "key": key}
        runtime.clients.watch(room, client, None, lambda _: request.reply(entered))

    existing = runtime.rooms.find(id)
    if existing is not None:
        # The command was repeated after a restart: the server has the match again, but not its answer.
        enter(existing)
        return
    command = CreateMatch(
        id=id,
        code=runtime.rooms.unused_code(),
        host=client.player,
        game=message.game,
        options=tuple(message.options.items()),
        seats=tuple(seats),
        control=commands.time_control(message.clock),
        position=message.position,
        listed=message.listed if message.visibility is None else message.visibility == "public",
        autostart=message.autostart,
        show_thinking=message.show_thinking,
        engine_pace_s=message.engine_pace_s,
        created_at=request.runtime.wall_clock(),
        opening=tuple(message.moves),
        terms=_terms(message, hash_key(key) if key else None),
    )

    def created(room: Room | None) -> None:
        if room is None:
            request.refuse(Code.NOT_SAVED, hint="try again in a moment")
        else:
            enter(room)

    refusal = runtime.runner.create(command, created)
    if refusal is not None:
        request.refuse_because(refusal)


def _seats(message: to_server.Create, sender: Human, runtime: Runtime) -> list[Player | None]:
    """Return the players in the order of play, which may be random."""
    seats = [_player(seat, sender, runtime.clients.all) for seat in message.seats]
    if message.shuffle or message.first == "random":
        runtime.random.shuffle(seats)
    elif message.first == "second":
        seats = [*seats[1:], seats[0]]
    return seats


def _player(seat: values.SeatSpec, sender: Human, clients: Iterable[Client]) -> Player | None:
    match seat:
        case values.Me(label=label):
            return replace(sender, label=label)
        case values.Open():
            return None
        case values.Engine(engine=spec):
            return commands.engine(spec, DEFAULT_S, MAX_S)
        case values.Invite(name=name):
            return _invited(name, clients)
        case values.Bot(name=name):
            return _invited(name, (client for client in clients if client.player.bot), bot=True)
        case _:
            assert_never(seat)


def _invited(name: str, clients: Iterable[Client], *, bot: bool = False) -> Invited:
    """Return the reservation of a seat for a player's name.

    If exactly one connected player has that name, the seat is reserved for that player's id: guests share names.
    """
    ids = {client.player.id for client in clients if client.player.name.casefold() == name.casefold()}
    return Invited(name, ids.pop() if len(ids) == 1 else None, bot=bot)


def _terms(message: to_server.Create, key_hash: str | None) -> Terms:
    delay = message.delay
    return Terms(
        rated=message.rated,
        key_hash=key_hash,
        watchable=message.watchable,
        chat=message.chat,
        delay=Delay(delay.moves, delay.seconds) if delay and (delay.moves or delay.seconds) else None,
        series=Series(new_id(), message.series) if message.series > 1 else None,
    )
