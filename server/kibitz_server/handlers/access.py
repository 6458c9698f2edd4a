"""Access to matches: find the match that a command names, and check its key and the permission to watch it."""

from typing import Any

from kibitz_protocol.refusals import Code
from kibitz_protocol.values.base import ClientModel
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.ids import hash_key
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.seats import is_invited
from kibitz_server.core.match.visibility import may_watch
from kibitz_server.core.values.players import Engine
from kibitz_server.engine import driver
from kibitz_server.engine.driver import UnfitAlgorithm, UnknownAlgorithm
from kibitz_server.games.game import BadOption
from kibitz_server.games.registry import UnknownGame, load_request
from kibitz_server.handlers.request import AwaitedOutcome, Request
from kibitz_server.runtime.room import ConnectedClient, Room

TV = "tv"
LONGEST_PROGRAM = 20
"""Longest name of a program in a hint."""
GTP_PROGRAMS = ("gnugo", "katago", "pachi", "leela", "fuego", "mogo", "aya", "zen")
"""Beginnings of the names of programs that speak GTP; most others speak UCI."""
ENDED_EARLY = "the match ended early, so cards that were not shown stay hidden and the seed stays secret"
HALTED = "this match could not be saved and is halted"


def is_tv(reference: str) -> bool:
    """Return whether a reference means the match on TV, and not a match by its id or code."""
    return reference.strip().lower() == TV


def find(request: Request[Any]) -> Room:
    """Return the match that a command names.

    Raises:
        CommandRefused: It is not in memory, or the client may not know of it.
    """
    room = request.runtime.rooms.find(request.message.match)
    if room is not None and room.match.created.terms.key_hash is None:
        return room
    return _known(request, _in_memory(request, request.message.match), request.message)


async def find_watchable(request: Request[Any], named_by: ClientModel | None = None) -> Room:
    """Return a match that the client may watch, from memory or the archive.

    The end of a match shows all that was hidden. So the command waits until the end is durable: a match whose end could
    not be saved goes on after a restart.

    Args:
        request: The command.
        named_by: The part of the command that has the reference and the key; by default the whole command.

    Raises:
        CommandRefused: The client may not watch it, or there is no such match.
        Unreadable: The archive does not answer.
    """
    of: Any = named_by or request.message
    found = _in_memory(request, of.match)
    if found is None and not is_tv(of.match):
        found = await request.runtime.rooms.fetch(of.match, request)
    room, error = _known(request, found, of), None
    if room.ending:
        error = await AwaitedOutcome[Exception | None](lambda then: request.runtime.store.append([], then))
    if error is not None or room.halted:
        raise CommandRefused(Code.NOT_SAVED, HALTED, "its last saved move stands; ask for it after a restart")
    if not may_watch(room.match, request.client.player.id):
        raise CommandRefused(Code.NO_WATCHERS, hint="`kibitz lobby` lists others")
    return room


def check_revealed(match: Match, code: Code) -> None:
    """Check that a match that is over shows all cards.

    Args:
        match: The match.
        code: The code of the refusal.

    Raises:
        CommandRefused: The match ended early.
    """
    if not match.revealed:
        raise CommandRefused(code, ENDED_EARLY, f"`kibitz replay {match.created.code}` shows what you have seen of it")


def admits(room: Room, client: ConnectedClient, message: ClientModel) -> bool:
    """Return whether a client may know of a match: a private one needs the key, or to be its host or a player."""
    created, player = room.match.created, client.player
    key_hash = created.terms.key_hash
    if key_hash is None or player.id == created.host.id or room in client.rooms:
        return True
    if room.match.seat_of(player.id) is not None or is_invited(room.match, player):
        return True
    key = getattr(message, "key", None)
    return key is not None and hash_key(key) == key_hash


def engine_fits(request: Request[Any], engine: Engine, game: str, options: Any) -> bool:
    """Return whether an engine can play a game. If not, refuse the command."""
    try:
        # No number that the server may choose makes an engine unfit.
        driver.check(engine.algorithm, load_request(game, options))
    except UnknownAlgorithm as error:
        request.refuse(Code.UNKNOWN_ENGINE, str(error), _engine_hint(engine.algorithm))
    except UnfitAlgorithm as error:
        request.refuse(Code.UNFIT_ENGINE, str(error), "choose another engine")
    except (UnknownGame, BadOption):
        return True  # the match registry refuses these with better sentences
    else:
        return True
    return False


def _engine_hint(name: str) -> str:
    """Return what to write in place of an unknown engine, which may be a program of others that plays as a bot."""
    program = name.lower() if len(name) <= LONGEST_PROGRAM else "PROGRAM"
    kind = "--gtp" if program.startswith(GTP_PROGRAMS) else "--uci"
    bot = f"kibitz bot run {kind} {program} --invited"
    return f"other programs play as bots: {bot}"


def _in_memory(request: Request[Any], reference: str) -> Room | None:
    runtime = request.runtime
    room = runtime.rooms.find(reference)
    return runtime.tv.seen_by(request.client) if room is None and is_tv(reference) else room


def _known(request: Request[Any], room: Room | None, named_by: Any) -> Room:
    """Return a match if it exists and the client may know of it. Raises CommandRefused."""
    if room is None:
        sentence, hint = f"there is no match {named_by.match!r}", "`kibitz lobby` lists the open ones"
        raise CommandRefused(Code.UNKNOWN_MATCH, sentence, hint)
    if not admits(room, request.client, named_by):
        raise CommandRefused(Code.WRONG_KEY, hint="ask its host for the key: kibitz join CODE --key-file FILE")
    return room


def check_host(request: Request[Any], game: str | None) -> None:
    """Check that the host lets this client begin a match of a game; None is any game. Raises CommandRefused."""
    client = request.client
    request.runtime.host.check(game, client.info.role, account=client.player.account)
