"""`kibitz watch`: watching a match of others."""

import asyncio
import contextlib
import sys
from pathlib import Path

from kibitz_client.commands.records.kept import ways_to_see
from kibitz_client.errors import ClientError, RefusedError, UsageError
from kibitz_client.match.state import MatchState
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.resume import is_tv
from kibitz_client.network.servers.connect import Connected, connect
from kibitz_client.network.subscriptions import MessageSource
from kibitz_client.parsing.match_commands import offer_command, talk_command
from kibitz_client.parsing.pace import pace_command
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.storage.passwords import given_key
from kibitz_client.terminal.inbox import EndOfInput, Inbox
from kibitz_client.terminal.keyboard import Keyboard
from kibitz_client.terminal.match_key import enter
from kibitz_client.terminal.output import Output
from kibitz_client.terminal.viewer import Viewer
from kibitz_client.text.series import strength_lines
from kibitz_protocol.commands.match_info import ShowSeries
from kibitz_protocol.match_codes import is_tournament_code
from kibitz_protocol.to_client import Next, Snapshot
from kibitz_protocol.to_server import Watch

STRENGTH_S = 3.0
"""How long to wait for the score at the end of a series."""


async def watch(
    settings: Settings, output: Output, code: str, *, follow: bool = False, key_file: Path | None = None
) -> None:
    """Watch a match until it ends, and with `follow` also its rematches; or a tournament. TV has no end."""
    settings, code = settings.invited(code)
    key = given_key(key_file)
    if is_tournament_code(code):
        from kibitz_client.commands.tournament.watch import watch as watch_tournament

        await watch_tournament(settings, output, code, key)
        return
    async with connect(settings, output) as connected:
        entered = await enter(connected.client, lambda key: build(Watch, match=code, key=key), key)
        keyboard = Keyboard(sys.stdin)
        if keyboard.interactive:
            output.say("you can type chat TEXT, which other watchers see, or mute NAME")
        typed = keyboard if keyboard.interactive else None
        await show(connected.client, entered.match, output, follow=follow or is_tv(code), keyboard=typed)


async def watch_as_host(connected: Connected, match: str, output: Output, *, rated: bool = False) -> None:
    """Show a match of engines to its host, who can pause, resume or abort it on a terminal, unless it is rated."""
    client = connected.client
    keyboard = Keyboard(sys.stdin)
    if keyboard.interactive and not rated:
        output.say("you can type pause, resume, step, slower, faster, pace 2 or abort")
    viewer = Viewer(output)
    try:
        await show(client, match, output, keyboard=keyboard if keyboard.interactive else None, viewer=viewer)
    finally:
        output.exit_message = await ways_to_see(connected, viewer.state)


async def show(
    source: NetworkClient | MessageSource,
    match: str,
    output: Output,
    *,
    follow: bool = False,
    keyboard: Keyboard | None = None,
    viewer: Viewer | None = None,
) -> None:
    """Show a followed match, and the next games of its series, until the end.

    Args:
        follow: Whether to go on with rematches, until the user ends the program.
        keyboard: Source of chat and offers, which only a `NetworkClient` can send.
        viewer: Shows it; without one, a new one.
    """
    viewer = viewer or Viewer(output)
    async with Inbox(source, keyboard) as inbox:
        while viewer.state is None or not viewer.state.over or _goes_on(viewer.state) or follow:
            # A running clock is redrawn each second.
            message = await inbox.next(timeout_s=1.0 if output.in_place else None)
            if follow and isinstance(message, Snapshot) and message.match != match:
                # After a reconnection, TV shows another match.
                match = message.match
                viewer.next_match()
            if isinstance(message, str) and isinstance(source, NetworkClient):
                await _process(source, match, message, output, viewer.state)
            elif getattr(message, "match", match) == match and not isinstance(message, str | EndOfInput):
                viewer.receive(message)
                if isinstance(message, Next) and message.next is not None:
                    match = message.next
                    viewer.next_match()
            if output.in_place and inbox.empty:
                viewer.draw()
        viewer.conclude()
        if isinstance(source, NetworkClient) and viewer.state is not None and _is_duel(viewer.state):
            await _show_strength(source, match, output)


def _is_duel(state: MatchState) -> bool:
    """Return whether a match ended a series of engines."""
    return state.series is not None and state.series_over and all(view.kind == "engine" for view in state.seats)


async def _show_strength(client: NetworkClient, match: str, output: Output) -> None:
    """Say what a series says about the strength of two engines. A server that no longer answers changes no result."""
    with contextlib.suppress(ClientError, TimeoutError):
        async with asyncio.timeout(STRENGTH_S):
            table = await client.ask(build(ShowSeries, match=match))
        if table.score is not None:
            output.say(*strength_lines(table.score))


def _goes_on(state: MatchState) -> bool:
    """Return whether a message about a match that is over is still to come."""
    return state.continues or state.awaits_seed


async def _process(client: NetworkClient, match: str, line: str, output: Output, state: MatchState | None) -> None:
    """Carry out a line that was typed below the picture. The next picture is drawn below the line."""
    word, _, rest = line.strip().partition(" ")
    try:
        word, rest = word.lower().removeprefix("/"), rest.strip()
        if talk := talk_command(word, rest, match):
            await client.ask(talk)
        elif command := offer_command(word, rest, match):
            await client.ask(command)
        elif state is not None and (pace := pace_command(word, rest, state)):
            await client.ask(pace)
        elif word:
            hint = "type chat TEXT or mute NAME; the host of a match of engines: pause, resume, step, pace 2 or abort"
            raise UsageError(f"{word!r} is not a command here", hint)
    except (RefusedError, UsageError) as refusal:
        output.say(*refusal.lines)
    else:
        output.say()
