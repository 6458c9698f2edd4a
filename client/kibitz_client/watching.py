"""Watching a match: a picture redrawn in place on a terminal, a line a move elsewhere, the messages under `--json`."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kibitz_client.agreements import offer_command, standing_lines
from kibitz_client.asking import Arrangement, build, create
from kibitz_client.boards import board_lines
from kibitz_client.errors import Misuse, RefusedError
from kibitz_client.inbox import EndOfInput, Inbox, Teller
from kibitz_client.keys import enter, given_key
from kibitz_client.lasting import is_tv
from kibitz_client.link import Link
from kibitz_client.reach import reach, reach_or_start
from kibitz_client.render import player_lines, result_line, title_line, view_lines
from kibitz_client.settings import Settings
from kibitz_client.state import MatchState, advance
from kibitz_client.stopwatch import Stopwatch
from kibitz_client.talk import talk_command
from kibitz_client.telling import told
from kibitz_client.terminal import Keyboard, Output
from kibitz_client.words import series_result
from kibitz_protocol.to_client import Event, Moved, Next, Notice, Snapshot, TakenBack
from kibitz_protocol.to_server import Watch

CHAT_SHOWN = 4


async def watch(
    settings: Settings, output: Output, code: str, *, follow: bool = False, key_file: Path | None = None
) -> None:
    """Watch a match of the server until it ends; to `follow` is to go on with its rematch. TV has no end."""
    settings, code = settings.invited(code)
    key = given_key(key_file)
    async with reach(settings, output) as reached:
        entered = await enter(reached.link, lambda key: build(Watch, match=code, key=key), key)
        keyboard = Keyboard(sys.stdin)
        if keyboard.interactive:
            output.say("you may type chat TEXT, which other watchers hear, or mute NAME")
        typed = keyboard if keyboard.interactive else None
        await show(reached.link, entered.match, output, follow=follow or is_tv(code), keyboard=typed)


async def duel(settings: Settings, output: Output, arrangement: Arrangement) -> None:
    """Let two engines play, and watch them."""
    command = create(arrangement)
    async with reach_or_start(settings, output) as reached:
        entered = await reached.link.ask(command)
        await direct(reached.link, entered.match, output)


async def direct(link: Link, match: str, output: Output) -> None:
    """Show a match to its host, who on a terminal may type what only a host of engines may do alone."""
    keyboard = Keyboard(sys.stdin)
    if keyboard.interactive:
        output.say("you may type pause, resume or abort")
    await show(link, match, output, keyboard=keyboard if keyboard.interactive else None)


async def show(
    link: Link | Teller,
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
    async with Inbox(link, keyboard) as inbox:
        while viewer.state is None or not viewer.state.over or viewer.state.goes_on or follow:
            # A clock is redrawn each second.
            message = await inbox.next(timeout_s=1.0 if output.in_place else None)
            if follow and isinstance(message, Snapshot) and message.match != match:
                # Back after a break, something else is on.
                match = message.match
                viewer.turn_over()
            if isinstance(message, str) and isinstance(link, Link):
                await _do(link, match, message, output)
            elif getattr(message, "match", match) == match and not isinstance(message, str | EndOfInput):
                viewer.receive(message)
                if isinstance(message, Next) and message.next is not None:
                    match = message.next
                    viewer.turn_over()
            if output.in_place and inbox.empty:
                viewer.draw()
        viewer.conclude()


async def _do(link: Link, match: str, line: str, output: Output) -> None:
    """Do what was typed under a picture, which is then drawn anew below."""
    word, _, rest = line.strip().partition(" ")
    try:
        word, rest = word.lower().removeprefix("/"), rest.strip()
        if talk := talk_command(word, rest, match):
            await link.ask(talk)
        elif command := offer_command(word, rest, match):
            await link.ask(command)
        elif word:
            hint = "type chat TEXT or mute NAME; who made a match of engines: pause, resume or abort"
            raise Misuse(f"{word!r} is nothing that can be done here", hint)
    except (RefusedError, Misuse) as refusal:
        output.say(str(refusal), *([f"hint: {refusal.hint}"] if refusal.hint else []))
    else:
        output.say()


class Viewer:
    """The state of a match, and how it is shown as it changes."""

    def __init__(
        self, output: Output, *, every_board: bool = True, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.state: MatchState | None = None
        self._output = output
        self._every_board = every_board
        self._clock = clock
        self._watch = Stopwatch(clock())

    def receive(self, message: Any) -> None:
        """Take note of a message and, unless a picture is drawn, tell it."""
        before, self.state = self.state, advance(self.state, message)
        if message is not None:
            self._output.emit(message)
        if isinstance(message, Snapshot | Event):
            self._output.status_text = ""
            if before is None or self.state is None or before.position is not self.state.position:
                self._watch.begin(self._clock())
        if isinstance(message, Notice) and message.halted is not None:
            self._watch.halt(self._clock(), halted=message.halted)
        if self.state is not None and not self._output.in_place and not self._output.json:
            self._output.say(*self._lines(message, self.state, before))

    def turn_over(self) -> None:
        """Another match comes after this one, whose last picture stays."""
        self.conclude()
        self._output.say("")
        self.state = None

    def conclude(self) -> None:
        """See to it that the result is seen, also on a terminal that is too small for the whole picture."""
        state = self.state
        if state is None or not self._output.in_place:
            return
        if not self.draw():
            self._output.say(result_line(state))
        if state.series is not None and state.series_over:
            self._output.say(f"the series is over: {series_result(state.series, state.seats)}")

    def draw(self) -> bool:
        """Redraw the picture. Returns whether all of it is seen."""
        if self.state is None:
            return True
        lines = view_lines(self.state, self._output.style, self._watch.elapsed_ms(self._clock()))
        lines += standing_lines(self.state)
        lines += [f"{said.name}: {said.text}" for said in self.state.chat[-CHAT_SHOWN:]]
        return self._output.draw(lines)

    def _lines(self, message: Any, state: MatchState, before: MatchState | None) -> list[str]:
        style = self._output.style
        board = board_lines(state.board, state.position, style)
        lines = told(message, state, before)
        match message:
            case Snapshot():
                lines = [title_line(state), *player_lines(state, style), *board]
                return [*lines, result_line(state)] if state.over else lines
            case Event(event=Moved() | TakenBack()) if self._every_board:
                return [*lines, *board]
            case Event() if state.over and not self._every_board:
                return [*board, *lines]
        return lines
