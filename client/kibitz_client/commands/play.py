"""Playing: `kibitz play` against an engine, `host` a match, `join` one or come back to it, and `pair` with a player.

`resume` and `rematch` come back to the player's own match.
"""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

from kibitz_client.commands.listings import listed_games
from kibitz_client.commands.records.kept import ways_to_see
from kibitz_client.commands.watch import watch_as_host
from kibitz_client.errors import RefusedError, UsageError
from kibitz_client.match.state import MatchState
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.invitation import elsewhere_lines, invitation
from kibitz_client.network.servers.connect import Connected, connect, connect_or_start
from kibitz_client.parsing.arguments import MatchSetup, create, seek
from kibitz_client.parsing.default_engines import default_opponents
from kibitz_client.parsing.pace import USUAL_S, is_of_engines
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.storage.credentials import Credentials
from kibitz_client.storage.files import accounts_path, preferences_path, seats_path
from kibitz_client.storage.passwords import given_key
from kibitz_client.storage.preferences import load
from kibitz_client.storage.seat_keeper import SeatKeeper
from kibitz_client.storage.seats import KeptSeat, SeatMemory
from kibitz_client.terminal.keyboard import Keyboard
from kibitz_client.terminal.line_editor import keyboard_for
from kibitz_client.terminal.line_player import LineMode
from kibitz_client.terminal.match_key import enter
from kibitz_client.terminal.output import Output
from kibitz_client.terminal.questions import ask_setup
from kibitz_client.text.leaving import exit_message
from kibitz_client.text.qr import invitation_lines
from kibitz_client.text.seeks import seeks_end
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Entered, Notice, Paired, Seeks
from kibitz_protocol.to_server import Create, Join, Watch
from kibitz_protocol.values.seats import Bot, Invite, Open

MAY_BE_OWN_SEAT = (Code.MATCH_FULL, Code.NOT_OPEN, Code.SEAT_TAKEN, Code.SEAT_KEPT, Code.WRONG_KEY)
"""Refusals of a join by which the user's own seat may be meant, under another token."""
GONE = (Code.UNKNOWN_TOKEN, Code.UNKNOWN_MATCH, Code.WRONG_KEY, Code.NO_WATCHERS)
"""Refusals after which a remembered seat is of no use: its player, match or place in the match does not exist."""


async def play(settings: Settings, output: Output, setup: MatchSetup | None, *, usual_engine: bool = False) -> None:
    """Create a match against an engine, or for two people at this keyboard, and play it.

    Args:
        setup: What to play; without one, ask the user.
        usual_engine: Whether the engine of the setup is only the usual one, which does not play games with chance
            events.

    Raises:
        UsageError: The setup is invalid, or the user gave none.
    """
    command = create(setup) if setup is not None else None
    async with connect_or_start(settings, output) as connected:
        if command is None:
            games, engines = await listed_games(connected.client), connected.client.welcome.engines
            setup = await ask_setup(games, engines, output, load(preferences_path()).game)
            command = create(setup)
        commands = [command]
        if usual_engine and setup is not None:
            opponents = await usual_opponents(connected.client, setup.game)
            commands = [create(replace(setup, opponent=opponent)) for opponent in opponents]
        entered = await first_accepted(connected.client, commands)
        if any(isinstance(seat, Open) for seat in command.seats):
            await _say_invitation(command, entered, connected.client.url, output)
        await play_lines(connected, entered, output)


async def usual_opponents(client: NetworkClient, name: str) -> list[str]:
    """Return the engines that may play a game of the server, if the user names none.

    Raises:
        RefusedError: The server does not have the game.
    """
    (game,) = await listed_games(client, name)
    return default_opponents(chance=game.chance, hidden=game.hidden, notation=game.notation)


async def first_accepted(client: NetworkClient, commands: Sequence[Create]) -> Entered:
    """Create the first match whose engine can play the game with its options.

    Raises:
        RefusedError: The server refuses all of them.
    """
    for command in commands[:-1]:
        try:
            return await client.ask(command)
        except RefusedError as refusal:
            if refusal.refused.code not in (Code.UNKNOWN_ENGINE, Code.UNFIT_ENGINE):
                raise
    return await client.ask(commands[-1])


async def host(settings: Settings, output: Output, setup: MatchSetup, *, qr: bool = False) -> None:
    """Create a match, show how to join it, and play or watch it. With `qr`, also show a QR code for a phone."""
    command = create(setup)
    if command.engine_pace_s is None and is_of_engines(command) and Keyboard(sys.stdin).interactive:
        command = command.model_copy(update={"engine_pace_s": USUAL_S})
    async with connect(settings, output) as connected:
        client = connected.client
        entered = await client.ask(command)
        output.emit(entered)
        await _say_invitation(command, entered, client.url, output)
        if qr:
            output.say(*invitation_lines(await invitation(client.url, entered.code), output.style))
        if entered.seat is None and command.autostart:
            await watch_as_host(connected, entered.match, output, rated=setup.rated)
        else:
            await play_lines(connected, entered, output, can_start=not command.autostart)


async def join(settings: Settings, output: Output, code: str, seat: int | None, key_file: Path | None = None) -> None:
    """Take an open seat, or come back to a seat that was taken on this machine, and play."""
    settings, code = settings.invited(code)
    command, key = build(Join, match=code, seat=seat), given_key(key_file)
    async with contextlib.AsyncExitStack() as stack:
        connected = await stack.enter_async_context(connect(settings, output))
        try:
            entered = await enter(connected.client, lambda key: build(Join, match=code, seat=seat, key=key), key)
        except RefusedError as refusal:
            connected, entered = await _come_back(stack, connected, settings, output, command, refusal)
            output.warn(f"back in match {entered.code}")
            await play_lines(connected, entered, output, resume_adjourned=True)
        else:
            await play_lines(connected, entered, output)


async def resume(settings: Settings, output: Output) -> None:
    """Come back to the match that was left last at the server.

    Raises:
        UsageError: No match waits.
        RefusedError: The server refuses it now; the seat stays remembered.
    """
    memory = _seat_memory(output)
    for kept in memory.waiting(settings.server):
        async with contextlib.AsyncExitStack() as stack:
            try:
                connected = await stack.enter_async_context(_connect_to_seat(settings, output, kept))
                entered = await connected.client.ask(build(Watch, match=kept.match))
            except RefusedError as refusal:
                if refusal.refused.code not in GONE:
                    raise
            else:
                if entered.seat is not None:
                    output.warn(f"back in match {entered.code}")
                    await play_lines(connected, entered, output, resume_adjourned=True)
                    return
        memory.forget(kept.server, kept.match, kept.seat)
    raise UsageError(f"no match of yours waits at {settings.server}", "find an open one: kibitz lobby --free")


async def rematch(settings: Settings, output: Output, code: str) -> None:
    """Offer a rematch of a finished match, and play it if the other side agrees.

    Raises:
        UsageError: The player had no seat in the match.
    """
    async with connect(settings, output) as connected:
        entered = await connected.client.ask(build(Watch, match=code))
        if entered.seat is None:
            raise UsageError(
                f"{connected.client.welcome.you.name} did not play in {code}", "use the same account or token"
            )
        await play_lines(connected, entered, output, first_line="rematch")


async def pair(
    settings: Settings,
    output: Output,
    game: str | None,
    options: Sequence[str],
    clock: str | None,
    *,
    rated: bool,
    anyone: bool,
) -> None:
    """Seek an opponent, and play the match to the end.

    Raises:
        UsageError: Neither or both of a game and `anyone` are given, or the options are invalid.
    """
    if (game is None) != anyone:
        raise UsageError("name a game, or say --anyone", "kibitz pair connect4, or kibitz pair --anyone")
    command = seek(game, options, clock, rated=rated)
    async with connect(settings, output) as connected:
        found = await connected.client.seek(command)
        if not isinstance(found, Entered):
            output.emit(found)
            others = {0: "no other player is", 1: "one other player is"}
            seeking = others.get(found.others, f"{found.others} other players are")
            output.say(f"looking for an opponent ({seeking} looking at the moment); Ctrl-C to stop")
            entered = await _paired(connected.client, output)
            if entered is None:
                return
            found = entered
        await play_lines(connected, found, output)


async def _paired(client: NetworkClient, output: Output) -> Entered | None:
    """Wait until the seek has found an opponent, and return the match; None if the seek has ended without one."""
    try:
        async for message in client.messages():
            output.emit(message)
            if isinstance(message, Notice):
                output.say(f"server: {message.text}")
            if isinstance(message, Seeks) and client.ends_search(message):
                output.say(seeks_end(message))
                return None
            if isinstance(message, Paired):
                output.say(f"you play {message.opponent}, match {message.code}")
                return Entered(match=message.match, code=message.code, seat=message.seat)
    except asyncio.CancelledError:
        # The player's other clients go on without this seek, which ends by itself only with the last of them.
        await client.stop_seeking()
        raise
    raise AssertionError("the messages end with an error")


async def play_lines(
    connected: Connected,
    entered: Entered,
    output: Output,
    *,
    can_start: bool = False,
    resume_adjourned: bool = False,
    first_line: str | None = None,
) -> None:
    """Play at a seat, or host a match, in line mode to the end.

    Args:
        can_start: Whether the player hosts a match that waits for `start`.
        resume_adjourned: Whether to offer `resume` at once if the match is adjourned.
        first_line: A line that is carried out at the start, as if it were typed.
    """
    client = connected.client
    keeper = None if connected.private or entered.seat is None else SeatKeeper(_seat_memory(output))

    def on_match(state: MatchState) -> None:
        # The exit message and the seat hold until the match is over, also after Ctrl-C and a lost connection.
        message = [] if state.over else exit_message(state, client.url, private=connected.private)
        output.exit_message = message
        if keeper is not None:
            keeper.note(state, client.url, client.token)

    line_mode = LineMode(
        client,
        entered.match,
        output,
        keyboard_for(output, lambda: line_mode.words()),
        can_start=can_start,
        ask_rematch=True,
        resume_adjourned=resume_adjourned,
        first_line=first_line,
        on_match=on_match,
    )
    try:
        await line_mode.run()
    finally:
        output.exit_message = [*output.exit_message, *await ways_to_see(connected, line_mode.state)]


async def _come_back(
    stack: contextlib.AsyncExitStack,
    connected: Connected,
    settings: Settings,
    output: Output,
    command: Join,
    refusal: RefusedError,
) -> tuple[Connected, Entered]:
    """Enter a match where the user has a seat already. Raise the refusal if there is no such seat."""
    if refusal.refused.code == Code.ALREADY_SEATED:
        return connected, await connected.client.ask(build(Watch, match=command.match))
    if refusal.refused.code in MAY_BE_OWN_SEAT:
        for kept in _seat_memory(output).recall(settings.server, command.match, command.seat):
            # Each remembered seat has a token of its own, which takes a new connection.
            await stack.aclose()
            with contextlib.suppress(RefusedError):
                back = await stack.enter_async_context(_connect_to_seat(settings, output, kept))
                entered = await back.client.ask(build(Watch, match=kept.match))
                if entered.seat is not None:
                    return back, entered
    raise refusal


@contextlib.asynccontextmanager
async def _connect_to_seat(settings: Settings, output: Output, kept: KeptSeat) -> AsyncIterator[Connected]:
    """Connect as the player of a remembered seat. If its token has ended, the account of this machine may have it."""
    async with contextlib.AsyncExitStack() as stack:
        try:
            connected = await stack.enter_async_context(connect(settings, output, kept.token))
        except RefusedError as refusal:
            account = Credentials(accounts_path()).get(settings.server)
            if refusal.refused.code != Code.UNKNOWN_TOKEN or account is None:
                raise
            connected = await stack.enter_async_context(connect(settings, output, account.token))
        yield connected


async def _say_invitation(command: Create, entered: Entered, url: str, output: Output) -> None:
    output.say(f"match {entered.code}")
    if entered.key is not None:
        output.say(f"key {entered.key}", "to join or watch, others need this key; it is shown only this once")
    if any(isinstance(seat, Open | Invite | Bot) for seat in command.seats):
        output.say(f"to join it:   kibitz join {entered.code} --server {url}")
    if command.watchable:
        output.say(f"to watch it:  kibitz watch {entered.code} --server {url}")
    output.say(*await elsewhere_lines(url))


def _seat_memory(output: Output) -> SeatMemory:
    return SeatMemory(seats_path(), lambda text: output.warn(f"warning: {text}"))
