"""Taking a seat: hosting a match, joining one, playing against an engine, and coming back to a seat."""

import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from kibitz_client.commands.watch import direct
from kibitz_client.errors import RefusedError, UsageError
from kibitz_client.match.state import MatchState
from kibitz_client.network.connect import Connected, connect, connect_or_start
from kibitz_client.network.invitation import invitation
from kibitz_client.parsing.arguments import MatchSetup, create, seek
from kibitz_client.requests import build
from kibitz_client.settings import Settings, is_loopback
from kibitz_client.storage.passwords import given_key
from kibitz_client.storage.seats import KeptSeat, SeatMemory, default_path
from kibitz_client.terminal.keyboard import Keyboard
from kibitz_client.terminal.line_player import LineMode
from kibitz_client.terminal.match_key import enter
from kibitz_client.terminal.output import Output
from kibitz_client.text.leaving import farewell
from kibitz_client.text.qr import picture
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Entered, Notice, Paired
from kibitz_protocol.to_server import Create, Join, Watch
from kibitz_protocol.values import Bot, Invite, Open

MAY_BE_OURS = (Code.MATCH_FULL, Code.NOT_OPEN, Code.SEAT_TAKEN, Code.SEAT_KEPT, Code.WRONG_KEY)


async def play(settings: Settings, output: Output, arrangement: MatchSetup) -> None:
    """Make a match against an engine and play it."""
    command = create(arrangement)
    async with connect_or_start(settings, output) as connected:
        entered = await connected.client.ask(command)
        await sit(connected, entered, output)


async def host(settings: Settings, output: Output, arrangement: MatchSetup, *, qr: bool = False) -> None:
    """Make a match, say how to join it, with `qr` also as a picture for a phone, and play or watch it."""
    command = create(arrangement)
    async with connect(settings, output) as connected:
        entered = await connected.client.ask(command)
        output.emit(entered)
        _announce(command, entered, connected.client.url, output)
        if qr:
            output.say(*picture(await invitation(connected.client.url, entered.code), output.style))
        if entered.seat is None and command.autostart:
            await direct(connected.client, entered.match, output)
        else:
            await sit(connected, entered, output, can_start=not command.autostart)


async def join(settings: Settings, output: Output, code: str, seat: int | None, key_file: Path | None = None) -> None:
    """Take an open seat, or come back to one that was taken from this machine, and play."""
    settings, code = settings.invited(code)
    command, key = build(Join, match=code, seat=seat), given_key(key_file)
    async with contextlib.AsyncExitStack() as stack:
        connected = await stack.enter_async_context(connect(settings, output))
        try:
            entered = await enter(connected.client, lambda key: build(Join, match=code, seat=seat, key=key), key)
        except RefusedError as refusal:
            connected, entered = await _come_back(stack, connected, settings, output, command, refusal)
            output.warn(f"back in match {entered.code}")
            await sit(connected, entered, output, back=True)
        else:
            await sit(connected, entered, output)


async def _come_back(
    stack: contextlib.AsyncExitStack,
    connected: Connected,
    settings: Settings,
    output: Output,
    command: Join,
    refusal: RefusedError,
) -> tuple[Connected, Entered]:
    """The seat that is ours already. Raises the refusal when there is none."""
    if refusal.refused.code == Code.ALREADY_SEATED:
        return connected, await connected.client.ask(build(Watch, match=command.match))
    if refusal.refused.code in MAY_BE_OURS:
        for kept in _memory(output).recall(settings.server, command.match, command.seat):
            # The player that we came as is not needed any more.
            await stack.aclose()
            with contextlib.suppress(RefusedError):
                back = await stack.enter_async_context(connect(settings, output, kept.token))
                entered = await back.client.ask(build(Watch, match=kept.match))
                if entered.seat is not None:
                    return back, entered
    raise refusal


def _announce(command: Create, entered: Entered, url: str, output: Output) -> None:
    output.say(f"match {entered.code}")
    if entered.key is not None:
        output.say(f"key {entered.key}", "who joins or watches is asked for the key; it is told this once")
    if any(isinstance(seat, Open | Invite | Bot) for seat in command.seats):
        output.say(f"to join it:   kibitz join {entered.code} --server {url}")
    if command.watchable:
        output.say(f"to watch it:  kibitz watch {entered.code} --server {url}")
    if is_loopback(url):
        output.say("(from another machine: with this one's address for the loopback one)")


async def sit(
    connected: Connected, entered: Entered, output: Output, *, can_start: bool = False, back: bool = False
) -> None:
    """Play at a seat (or hold a match for others) to the end, and see to it that one can come back."""
    memory = None if connected.private or entered.seat is None else _memory(output)
    client = connected.client
    keeper = _Keeper(connected, output, memory)
    conversation = LineMode(
        client,
        entered.match,
        output,
        Keyboard(sys.stdin),
        can_start=can_start,
        again=True,
        back=back,
        note=keeper.note,
    )
    await conversation.run()


class _Keeper:
    """Sees to it that one can come back to the match that is played, until it is over."""

    def __init__(self, connected: Connected, output: Output, memory: SeatMemory | None) -> None:
        self._reached = connected
        self._output = output
        self._memory = memory
        self._kept: KeptSeat | None = None

    def note(self, state: MatchState) -> None:
        """Another match has begun, or the one before is over."""
        self._let_go()
        if state.over:
            return
        client = self._reached.client
        # It holds until the match is over, also for Ctrl-C and for a network that is gone.
        self._output.farewell = farewell(state, client.url, private=self._reached.private)
        if self._memory is not None and state.you is not None and client.token is not None:
            self._kept = KeptSeat(client.url, state.match, state.code, state.you, client.token, os.getpid())
            self._memory.remember(self._kept)

    def _let_go(self) -> None:
        self._output.farewell = []
        if self._memory is not None and self._kept is not None:
            self._memory.forget(self._kept.server, self._kept.match, self._kept.seat)
            self._kept = None


def _memory(output: Output) -> SeatMemory:
    return SeatMemory(default_path(os.environ), lambda text: output.warn(f"warning: {text}"))


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
    """Look for an opponent until there is one, then play to the end."""
    if (game is None) != anyone:
        raise UsageError("name a game, or say --anyone", "kibitz pair connect4, or kibitz pair --anyone")
    command = seek(game, options, clock, rated=rated)
    async with connect(settings, output) as connected:
        found = await connected.client.ask(command)
        if not isinstance(found, Entered):
            output.emit(found)
            others = {0: "nobody else looks", 1: "one other looks"}.get(found.others, f"{found.others} others look")
            output.say(f"looking for an opponent ({others} at the moment); Ctrl-C to stop")
            async for message in connected.client.messages():
                output.emit(message)
                if isinstance(message, Notice):
                    output.say(f"server: {message.text}")
                if isinstance(message, Paired):
                    found = Entered(match=message.match, code=message.code, seat=message.seat)
                    output.say(f"you play {message.opponent}, match {message.code}")
                    break
        assert isinstance(found, Entered), "the messages end with an error"
        await sit(connected, found, output)
