"""Making a match as a client asks for it: its seats, its terms, and the key of a private one."""

from collections.abc import Callable, Iterable
from typing import assert_never

from kibitz_protocol import to_server, values
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.ids import hash_key, id_of, key_of, new_id
from kibitz_server.core.lobby.registry import CreateMatch
from kibitz_server.core.values.players import Engine, Human, Invited, Player
from kibitz_server.core.values.terms import Delay, Series, Terms
from kibitz_server.handlers.access import Refuse, fits
from kibitz_server.messages import commands, outgoing, replies
from kibitz_server.runtime.engine_turns import MOST_S
from kibitz_server.runtime.room import Client, Room
from kibitz_server.runtime.runtime import Runtime

DEFAULT_S = 1.0
"""What an engine without a limit may spend on a move."""


def create(
    runtime: Runtime,
    peer: Client,
    message: to_server.Create,
    reply: Callable[[str, outgoing.Data], None],
    refuse: Refuse,
) -> None:
    """Make the match of a message and let whoever asked follow it."""
    if sum(isinstance(seat, values.Me) for seat in message.seats) > 1:
        refuse(message.id, Code.BAD_SEATS, "you can take one seat", "leave the other open for someone")
        return
    seats = _seats(message, peer.player, runtime)
    for seat in seats:
        if isinstance(seat, Engine) and not fits(seat, message.game, message.options, message.id, refuse):
            return
    private = message.visibility == "private"
    id = id_of(peer.badge.seed if private else peer.player.id, message.id)
    key = key_of(peer.badge.seed, message.id) if private else None
    made_before = runtime.matches.find(id)
    if made_before is not None:
        # Asked again, of a server that was restarted since and remembers the match but not the answer.
        again = {**replies.entered(made_before.match, peer.player.id), "key": key}
        runtime.watch(made_before, peer, None, lambda _: reply(message.id, again))
        return
    command = CreateMatch(
        id=id,
        code=runtime.matches.unused_code(),
        host=peer.player,
        game=message.game,
        options=tuple(message.options.items()),
        seats=tuple(seats),
        control=commands.time_control(message.clock),
        position=message.position,
        listed=message.listed if message.visibility is None else message.visibility == "public",
        autostart=message.autostart,
        show_thinking=message.show_thinking,
        created_at=runtime.wall_clock(),
        opening=tuple(message.moves),
        terms=_terms(message, hash_key(key) if key else None),
    )

    def made(room: Room | None) -> None:
        if room is None:
            refuse(message.id, Code.NOT_SAVED, hint="try again in a moment")
            return
        entered = {**replies.entered(room.match, peer.player.id), "key": key}
        runtime.watch(room, peer, None, lambda _: reply(message.id, entered))

    refusal = runtime.create(command, made)
    if refusal is not None:
        refuse(message.id, refusal.reason, refusal.message, refusal.hint)


def _seats(message: to_server.Create, me: Human, runtime: Runtime) -> list[Player | None]:
    """The players in the order of play; lots have been cast."""
    seats = [_player(seat, me, runtime.peers) for seat in message.seats]
    if message.shuffle or message.first == "random":
        runtime.lots.shuffle(seats)
    elif message.first == "second":
        seats = [*seats[1:], seats[0]]
    return seats


def _player(seat: values.SeatSpec, me: Human, peers: Iterable[Client]) -> Player | None:
    match seat:
        case values.Me():
            return me
        case values.Open():
            return None
        case values.Engine(engine=spec):
            return commands.engine(spec, DEFAULT_S, MOST_S)
        case values.Invite(name=name):
            return _invited(name, peers)
        case values.Bot(name=name):
            return _invited(name, (peer for peer in peers if peer.player.bot), bot=True)
        case _:
            assert_never(seat)


def _invited(name: str, peers: Iterable[Client], *, bot: bool = False) -> Invited:
    """Whom a seat is kept for. Where one player alone is here under that name it is theirs, and nobody's who later
    comes under the same one; guests share names freely."""
    ids = {peer.player.id for peer in peers if peer.player.name.casefold() == name.casefold()}
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
