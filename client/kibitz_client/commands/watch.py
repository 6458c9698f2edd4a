"""Watching a match: a picture redrawn in place on a terminal, a line a move elsewhere, the messages under `--json`."""

import sys
from pathlib import Path

from kibitz_client.errors import RefusedError, UsageError
from kibitz_client.network.client import Client
from kibitz_client.network.connect import connect, connect_or_start, start
from kibitz_client.network.resume import is_tv
from kibitz_client.network.subscriptions import MessageSource
from kibitz_client.parsing.arguments import MatchSetup, create
from kibitz_client.parsing.match_commands import offer_command, talk_command
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.storage.passwords import given_key
from kibitz_client.terminal.inbox import EndOfInput, Inbox
from kibitz_client.terminal.keyboard import Keyboard
from kibitz_client.terminal.match_key import enter
from kibitz_client.terminal.output import Output
from kibitz_client.terminal.viewer import Viewer
from kibitz_protocol.to_client import Next, Snapshot
from kibitz_protocol.to_server import Watch


async def watch(
    settings: Settings, output: Output, code: str, *, follow: bool = False, key_file: Path | None = None
) -> None:
    """Watch a match of the server until it ends; to `follow` is to go on with its rematch. TV has no end."""
    settings, code = settings.invited(code)
    key = given_key(key_file)
    async with connect(settings, output) as connected:
        entered = await enter(connected.client, lambda key: build(Watch, match=code, key=key), key)
        keyboard = Keyboard(sys.stdin)
        if keyboard.interactive:
            output.say("you may type chat TEXT, which other watchers hear, or mute NAME")
        typed = keyboard if keyboard.interactive else None
        await show(connected.client, entered.match, output, follow=follow or is_tv(code), keyboard=typed)


async def duel(settings: Settings, output: Output, arrangement: MatchSetup) -> None:
    """Let two engines play, and watch them."""
    command = create(arrangement)
    async with connect_or_start(settings, output) as connected:
        entered = await connected.client.ask(command)
        await direct(connected.client, entered.match, output)


async def direct(client: Client, match: str, output: Output) -> None:
    """Show a match to its host, who on a terminal may type what only a host of engines may do alone."""
    keyboard = Keyboard(sys.stdin)
    if keyboard.interactive:
        output.say("you may type pause, resume or abort")
    await show(client, match, output, keyboard=keyboard if keyboard.interactive else None)


async def show(
    client: Client | MessageSource,
    match: str,
    output: Output,
    *,
    every_board: bool = True,
    follow: bool = False,
    keyboard: Keyboard | None = None,
) -> None:
    """Show a match that is followed already until it ends. `every_board`: not only the last, where lines are shown.

    The games of a series are one show; with `follow` a rematch belongs to it too, and only the viewer ends it. Lines of
    a `keyboard` are talk or offers, for which it takes a `Link`.
    """
    viewer = Viewer(output, every_board=every_board)
    async with Inbox(client, keyboard) as inbox:
        while viewer.state is None or not viewer.state.over or viewer.state.goes_on or follow:
            # A clock is redrawn each second.
            message = await inbox.next(timeout_s=1.0 if output.in_place else None)
            if follow and isinstance(message, Snapshot) and message.match != match:
                # Back after a break, something else is on.
                match = message.match
                viewer.turn_over()
            if isinstance(message, str) and isinstance(client, Client):
                await _do(client, match, message, output)
            elif getattr(message, "match", match) == match and not isinstance(message, str | EndOfInput):
                viewer.receive(message)
                if isinstance(message, Next) and message.next is not None:
                    match = message.next
                    viewer.turn_over()
            if output.in_place and inbox.empty:
                viewer.draw()
        viewer.conclude()


async def _do(client: Client, match: str, line: str, output: Output) -> None:
    """Do what was typed under a picture, which is then drawn anew below."""
    word, _, rest = line.strip().partition(" ")
    try:
        word, rest = word.lower().removeprefix("/"), rest.strip()
        if talk := talk_command(word, rest, match):
            await client.ask(talk)
        elif command := offer_command(word, rest, match):
            await client.ask(command)
        elif word:
            hint = "type chat TEXT or mute NAME; who made a match of engines: pause, resume or abort"
            raise UsageError(f"{word!r} is nothing that can be done here", hint)
    except (RefusedError, UsageError) as refusal:
        output.say(str(refusal), *([f"hint: {refusal.hint}"] if refusal.hint else []))
    else:
        output.say()


# At half a second a move the longest game, 42 plies, stays well under a minute even on a slow machine.
PATIENT = "alphabeta:seconds=0.5"


HASTY = "alphabeta:seconds=0.5,depth=6"


async def demo(settings: Settings, output: Output) -> None:
    """Host the match, watch it to its end, and leave nothing behind."""
    output.warn("starting a private server")
    async with start(settings, output) as connected:
        command = create(MatchSetup("connect4", seats=(PATIENT, HASTY), show_thinking=True))
        entered = await connected.client.ask(command)
        await show(connected.client, entered.match, output, every_board=False)
