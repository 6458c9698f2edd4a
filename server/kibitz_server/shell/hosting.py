"""Making a match as a client asks for it: its seats, its terms, and the key of a private one."""

import time
from collections.abc import Callable, Iterable
from typing import Any, Protocol, assert_never

from kibitz_protocol import to_server, values
from kibitz_protocol.refusals import Code
from kibitz_server.core.hall import CreateMatch
from kibitz_server.core.lobby import Wanted
from kibitz_server.core.phase import Phase
from kibitz_server.core.players import Engine, Human, Invited, Player
from kibitz_server.core.refusal import Reason
from kibitz_server.core.seating import kept_for
from kibitz_server.core.terms import Delay, Series, Terms
from kibitz_server.engine import driver
from kibitz_server.engine.driver import UnfitAlgorithm, UnknownAlgorithm
from kibitz_server.games.game import BadOption
from kibitz_server.games.registry import UnknownGame, declaration, load
from kibitz_server.shell import describe, translate
from kibitz_server.shell.identity import hash_key, id_of, key_of, new_id
from kibitz_server.shell.room import Peer, Room
from kibitz_server.shell.runtime import Runtime
from kibitz_server.shell.searches import MOST_S

TV = "tv"
DEFAULT_S = 1.0
"""What an engine without a limit may spend on a move."""


class Refuse(Protocol):
    """How a session says no."""

    def __call__(self, id: str, code: Code | Reason, message: str | None = None, hint: str | None = None) -> None: ...


def create(
    runtime: Runtime,
    peer: Peer,
    message: to_server.Create,
    reply: Callable[[str, translate.Data], None],
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
        again = {**translate.entered(made_before.match, peer.player.id), "key": key}
        runtime.watch(made_before, peer, None, lambda _: reply(message.id, again))
        return
    command = CreateMatch(
        id=id,
        code=runtime.matches.unused_code(),
        host=peer.player,
        game=message.game,
        options=tuple(message.options.items()),
        seats=tuple(seats),
        control=describe.time_control(message.clock),
        position=message.position,
        listed=message.listed if message.visibility is None else message.visibility == "public",
        autostart=message.autostart,
        show_thinking=message.show_thinking,
        created_at=time.time(),
        opening=tuple(message.moves),
        terms=_terms(message, hash_key(key) if key else None),
    )

    def made(room: Room | None) -> None:
        if room is None:
            refuse(message.id, Code.NOT_SAVED, hint="try again in a moment")
            return
        entered = {**translate.entered(room.match, peer.player.id), "key": key}
        runtime.watch(room, peer, None, lambda _: reply(message.id, entered))

    refusal = runtime.create(command, made)
    if refusal is not None:
        refuse(message.id, refusal.reason, refusal.message, refusal.hint)


def is_tv(reference: str) -> bool:
    """Whether what is on is meant, and not a match by its id or code."""
    return reference.strip().lower() == TV


def list_matches(
    runtime: Runtime,
    peer: Peer,
    message: to_server.ListMatches,
    reply: Callable[[str, translate.Data], None],
    refuse: Refuse,
) -> None:
    """Tell which matches there are and, where that is asked for, every change from now on."""
    try:
        wanted = _wanted(message)
    except UnknownGame as error:
        refuse(message.id, Code.UNKNOWN_GAME, str(error), "`kibitz games` lists them")
        return
    rows = runtime.rows(peer.player, wanted)
    if message.follow:
        runtime.follow_lobby(peer, wanted)
    reply(message.id, {"kind": "matches", "matches": rows})


def _wanted(message: to_server.ListMatches) -> Wanted:
    """What a list is to show. Raises UnknownGame, because the list would be empty for ever."""
    if message.game is not None:
        declaration(message.game)
    phase = {None: None, "open": Phase.OPEN, "live": Phase.RUNNING}[message.phase]
    return Wanted(message.game, phase, message.player, message.rated, message.free, message.min_rating)


def admits(room: Room, peer: Peer, message: values.Given) -> bool:
    """Whether somebody may know of a match: a private one is for its host, its players, and who has the key."""
    created, player = room.match.created, peer.player
    wanted = created.terms.key_hash
    if wanted is None or player.id == created.host.id or room in peer.rooms:
        return True
    if room.match.seat_of(player.id) is not None or kept_for(room.match, player):
        return True
    key = getattr(message, "key", None)
    return key is not None and hash_key(key) == wanted


def may_watch(room: Room, player: Human) -> bool:
    """Whether somebody may follow a match: those who play, its host, and everybody where watching is allowed."""
    created = room.match.created
    return created.terms.watchable or player.id == created.host.id or room.match.seat_of(player.id) is not None


def fits(engine: Engine, game: str, options: Any, id: str, refuse: Refuse) -> bool:
    """Whether an engine can play a game; if not, that has been said."""
    try:
        driver.check(engine.algorithm, load(game, options))
    except UnknownAlgorithm as error:
        refuse(id, Code.UNKNOWN_ENGINE, str(error), "write it like alphabeta:seconds=1")
    except UnfitAlgorithm as error:
        refuse(id, Code.UNFIT_ENGINE, str(error), "choose another engine")
    except (UnknownGame, BadOption):
        return True  # the hall says so, better than we could
    else:
        return True
    return False


def _seats(message: to_server.Create, me: Human, runtime: Runtime) -> list[Player | None]:
    """The players in the order of play; lots have been cast."""
    seats = [_player(seat, me, runtime.peers) for seat in message.seats]
    if message.shuffle or message.first == "random":
        runtime.lots.shuffle(seats)
    elif message.first == "second":
        seats = [*seats[1:], seats[0]]
    return seats


def _player(seat: values.SeatSpec, me: Human, peers: Iterable[Peer]) -> Player | None:
    match seat:
        case values.Me():
            return me
        case values.Open():
            return None
        case values.Engine(engine=spec):
            return describe.engine(spec, DEFAULT_S, MOST_S)
        case values.Invite(name=name):
            return _invited(name, peers)
        case values.Bot(name=name):
            return _invited(name, (peer for peer in peers if peer.player.bot), bot=True)
        case _:
            assert_never(seat)


def _invited(name: str, peers: Iterable[Peer], *, bot: bool = False) -> Invited:
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
