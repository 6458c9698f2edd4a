"""The command `create`: the seats and the terms of a new match, and the key of a private one.

A seat is kept for an id: that of an account, or of a guest who is connected. If it were kept for a name, any guest with
this name could enter the match.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import assert_never

import structlog

from kibitz_protocol import to_server
from kibitz_protocol.refusals import Code
from kibitz_protocol.values import seats as protocol
from kibitz_server.accounts.accounts import BOT
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.ids import hash_key, id_of, key_of, new_id
from kibitz_server.accounts.names import BadName, check_free, skeleton
from kibitz_server.core.lobby.registry import CreateMatch
from kibitz_server.core.lobby.series import options_asked_for
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.opening import BadOpening, opening_of
from kibitz_server.core.values.players import Engine, Human, Invited, Player
from kibitz_server.core.values.terms import Delay, Series, Terms
from kibitz_server.games.game import BadOption, BadPosition
from kibitz_server.games.registry import UnknownGame, load_request, read_request
from kibitz_server.handlers.access import check_host, engine_fits
from kibitz_server.handlers.answers import NEW_ID_HINT
from kibitz_server.handlers.positions.fair import check_line
from kibitz_server.handlers.request import AwaitedOutcome, Request
from kibitz_server.jobs.database import Unreadable
from kibitz_server.jobs.lines import AnalysisLine
from kibitz_server.messages import commands, replies
from kibitz_server.messages.game_names import with_named_game
from kibitz_server.runtime.engines.engine_turns import MAX_S
from kibitz_server.runtime.room import Room
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.store.people import Account

log = structlog.get_logger(__name__)

DEFAULT_S = 1.0
"""Seconds for a move of an engine without a limit."""
LATER = "try again in a moment"
Kept = protocol.Invite | protocol.Bot
"""A seat that is kept for a player."""


async def create(request: Request[to_server.Create]) -> None:
    """Create a match, and add the client to its room."""
    try:
        request.message = with_named_game(request.message)
        check_host(request, request.message.game)
        await _create(request, await _find_invited(request))
    except Unreadable as error:
        log.warning("the database cannot tell whether a match may be created", error=str(error))
        request.refuse(Code.NOT_SAVED, hint=LATER)
    except UnknownGame as error:
        request.refuse(Code.UNKNOWN_GAME, str(error), "`kibitz games` lists them")


async def _find_invited(request: Request[to_server.Create]) -> dict[Kept, Invited]:
    """Return the players that seats are kept for. Raises CommandRefused."""
    kept = [seat for seat in request.message.seats if isinstance(seat, Kept)]
    if not kept:
        return {}
    store, skeletons = request.runtime.store, {skeleton(seat.name) for seat in kept}
    accounts = await request.read(lambda: store.find_accounts(skeletons))
    return {seat: _invited(seat, accounts, request) for seat in kept}


async def _create(request: Request[to_server.Create], invited: Mapping[Kept, Invited]) -> None:
    client, message, runtime = request.client, request.message, request.runtime
    seats = _seats(message, client.player, runtime, invited)
    for seat in seats:
        if isinstance(seat, Engine) and not engine_fits(request, seat, message.game, message.options):
            return
    if (message.position or message.moves) and any(isinstance(seat, Engine) for seat in seats):
        await _check_fair(request)
    private = message.visibility == "private"
    # The id leads to the match as its code does, and players know each other's ids.
    id = id_of(client.player.id if _listed(message) else client.info.seed, message.id)
    key = key_of(client.info.seed, message.id) if private else None
    room = runtime.rooms.find_made(id) or await runtime.rooms.find_stored(id, request)
    if room is False:
        room = await _make(request, id, tuple(seats), key)
    elif room is True or not _creates(message, room.match):
        raise CommandRefused(Code.ID_REUSED, hint=NEW_ID_HINT)
    # Otherwise the command was repeated when its answer was forgotten, as after a restart.
    entered = {**replies.entered(room.match, client.player.id), "key": key}
    runtime.clients.watch(room, client, None, lambda _: request.reply(entered))


async def _check_fair(request: Request[to_server.Create]) -> None:
    """Check the first position of a match with an engine, which would play on for a player of another match.

    Raises:
        CommandRefused: It is that of a match without help.
    """
    message = request.message
    try:
        game = load_request(message.game, message.options)
    except BadOption:
        return  # the match registry refuses it with a better sentence
    try:
        await check_line(request, AnalysisLine(game, message.position, tuple(message.moves)))
    except CommandRefused as refused:
        if refused.code is Code.NO_HELP:
            raise


async def _make(request: Request[to_server.Create], id: str, seats: tuple[Player | None, ...], key: str | None) -> Room:
    """Create a match that does not exist, and return its room when it is saved. Raises CommandRefused."""
    client, message, runtime = request.client, request.message, request.runtime
    command = CreateMatch(
        id=id,
        code=runtime.rooms.unused_code(listed=_listed(message)),
        host=client.player,
        game=message.game,
        options=tuple(message.options.items()),
        seats=seats,
        control=commands.time_control(message.clock),
        position=message.position,
        listed=_listed(message),
        autostart=message.autostart,
        show_thinking=message.show_thinking,
        engine_pace_s=message.engine_pace_s,
        created_at=request.runtime.wall_clock(),
        opening=tuple(message.moves),
        terms=_terms(message, hash_key(key) if key else None),
    )

    def begin(then: Callable[[Room | None], None]) -> None:
        refusal = runtime.runner.create(command, then)
        if refusal is not None:
            raise CommandRefused(Code(refusal.reason.value), refusal.message, refusal.hint)

    room = await AwaitedOutcome(begin)
    if room is None:
        raise CommandRefused(Code.NOT_SAVED, hint=LATER)
    return room


def _listed(message: to_server.Create) -> bool:
    """Return whether the lobby lists the match that a command makes."""
    return message.listed if message.visibility is None else message.visibility == "public"


def _creates(message: to_server.Create, match: Match) -> bool:
    """Return whether a command is the one that created a match, as far as the match tells."""
    created = match.created
    try:
        asked = read_request(message.game, message.options)
        position = match.game.written(message.position)
        moves = opening_of(match.game, created.position, tuple(message.moves)).moves if message.moves else ()
    except (UnknownGame, BadOption, BadPosition, BadOpening):
        return False
    return (created.game, dict(options_asked_for(created)), created.position, created.opening, created.control) == (
        message.game,
        asked,
        position,
        moves,
        commands.time_control(message.clock),
    ) and len(created.seats) == len(message.seats)


def _seats(
    message: to_server.Create, sender: Human, runtime: Runtime, invited: Mapping[Kept, Invited]
) -> list[Player | None]:
    """Return the players in the order of play, which may be random."""
    seats = [_player(seat, sender, invited) for seat in message.seats]
    if message.shuffle or message.first == "random":
        runtime.random.shuffle(seats)
    elif message.first == "second":
        seats = [*seats[1:], seats[0]]
    return seats


def _player(seat: protocol.SeatSpec, sender: Human, invited: Mapping[Kept, Invited]) -> Player | None:
    match seat:
        case protocol.Me(label=label):
            return replace(sender, label=_checked(label))
        case protocol.Open():
            return None
        case protocol.Engine(engine=spec):
            return commands.engine(spec, DEFAULT_S, MAX_S)
        case protocol.Invite() | protocol.Bot():
            return invited[seat]
        case _:
            assert_never(seat)


def _checked(label: str | None) -> str | None:
    """Return the name of a side, which lists show like that of a player. Raises CommandRefused."""
    try:
        if label is not None:
            check_free(label)
    except BadName as error:
        raise CommandRefused(Code.BAD_NAME, str(error), "give the side another name") from None
    return label


def _invited(seat: Kept, accounts: Mapping[str, Account], request: Request[to_server.Create]) -> Invited:
    """Return the invitation of the account with a name, otherwise of the only connected player with that name.

    Args:
        seat: The seat that is kept.
        accounts: Accounts by the skeletons of their names.
        request: The command.

    Raises:
        CommandRefused: No player, or more than one, has the name.
    """
    name, bot = seat.name, isinstance(seat, protocol.Bot)
    account = accounts.get(skeleton(name))
    if account is not None and (not bot or account.role == BOT):
        return Invited(account.name, account.id, bot=bot)
    named = [
        client
        for client in request.runtime.clients.all
        if client.player.name.casefold() == name.casefold() and (client.player.bot or not bot)
    ]
    ids = {client.player.id for client in named}
    if len(ids) == 1:
        request.context.accounts.keep(named[0].player, named[0].info)
        return Invited(name, ids.pop(), bot=bot)
    if bot:
        sentence = f"there is no bot {name!r}"
    elif ids:
        sentence = f"{len(ids)} connected guests have the name {name!r}"
    else:
        sentence = f"there is no account {name!r}, and no connected guest has that name"
    raise CommandRefused(Code.UNKNOWN_PLAYER, sentence, "leave the seat open, and " + _give(request.message))


def _give(message: to_server.Create) -> str:
    what = "code and the key" if message.visibility == "private" else "code"
    return f"give the player the {what} of the match"


def _terms(message: to_server.Create, key_hash: str | None) -> Terms:
    delay = message.delay
    return Terms(
        rated=message.rated,
        key_hash=key_hash,
        watchable=message.watchable,
        chat=message.chat,
        delay=Delay(delay.moves, delay.seconds) if delay and (delay.moves or delay.seconds) else None,
        series=Series(new_id(), message.series) if message.series > 1 else None,
        help=message.help,
    )
