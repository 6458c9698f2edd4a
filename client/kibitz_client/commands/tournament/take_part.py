"""`kibitz play CODE` with the code of a tournament: enter it, be led to each game, and come back to the standings."""

from collections.abc import Awaitable, Callable
from typing import Any

from kibitz_client.commands.records.kept import ways_to_see
from kibitz_client.commands.tournament.ask import action, ask, view_of
from kibitz_client.commands.tournament.show import own_lines, standings_text
from kibitz_client.errors import RefusedError, UsageError
from kibitz_client.match.tournament import advance, concerns, is_over
from kibitz_client.network.servers.connect import Connected, connect
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.terminal.inbox import EndOfInput, Inbox, typed
from kibitz_client.terminal.keyboard import KeptKeyboard, Keyboard
from kibitz_client.terminal.line_editor import keyboard_for
from kibitz_client.terminal.line_player import LineMode
from kibitz_client.terminal.match_key import with_key
from kibitz_client.terminal.output import Output
from kibitz_client.text.tournaments.news import news_lines
from kibitz_client.text.tournaments.tables import headline, status_text
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Notice, Paired, Standings, TournamentEvent
from kibitz_protocol.to_server import Watch
from kibitz_protocol.tournaments.commands import (
    EnterTournament,
    ExplainRow,
    LeaveTournament,
    OfTournament,
    Ready,
    Rest,
)
from kibitz_protocol.tournaments.messages import GameChanged, RoundEnded
from kibitz_protocol.tournaments.views import ExplanationView, TournamentDone, TournamentView

TAKES_PART = (Code.ALREADY_ENTERED, Code.ENTRY_CLOSED)
"""Refusals to enter of an entrant that has entered before."""
WORDS = ("standings", "why", "rest", "ready", "leave", "quit")
"""What can be typed between two games."""
BETWEEN = f"between two games you can type {', '.join(WORDS)}"
REST_ENDS = "you rest; type ready to be paired again"


async def take_part(settings: Settings, output: Output, code: str, key: str | None) -> None:
    """Enter a tournament, and play its games until it ends or the user leaves.

    Raises:
        RefusedError: The tournament does not admit the player.
    """
    settings, code = settings.invited(code)
    async with connect(settings, output) as connected:
        client = connected.client
        used = key

        async def enter(key: str | None) -> None:
            nonlocal used
            used = key
            await ask(client, action(EnterTournament, code, key), TournamentDone)

        entering: RefusedError | None = None
        try:
            await with_key(enter, key)
        except RefusedError as refusal:
            if refusal.refused.code not in TAKES_PART:
                raise
            entering = refusal
        view = await view_of(client, code, used, follow=True)
        if entering is not None and view.own is None:
            raise entering
        await EventPlayer(connected, output, view, used).run()


class EventPlayer:
    """An entrant between and in the games of a tournament, in line mode."""

    def __init__(
        self,
        connected: Connected,
        output: Output,
        view: TournamentView,
        key: str | None,
        keyboard: Keyboard | None = None,
    ) -> None:
        self._connected = connected
        self._client = connected.client
        self._output = output
        self._view = view
        self._key = key
        self._played: set[str] = set()
        self._why = ""
        self._left = False
        self._round_over = False
        """Whether the standings after a round are still to come."""
        # One reader for all games: a second one would lose lines to the first.
        keyboard = keyboard or keyboard_for(output, lambda: WORDS)
        self._keyboard = keyboard if keyboard.reopens else KeptKeyboard(keyboard)
        self._commands: dict[str, Callable[[], Awaitable[None]]] = {
            "standings": self._standings,
            "why": self._explain,
            "rest": lambda: self._act(Rest),
            "ready": lambda: self._act(Ready),
            "leave": lambda: self._act(LeaveTournament),
        }

    async def run(self) -> None:
        """Play the games until the tournament ends or the user leaves."""
        self._output.emit(self._view)
        if not self._output.json:
            self._output.say(*headline(self._view), "", *standings_text(self._view, self._output))
            if self._keyboard.interactive:
                self._output.say(BETWEEN)
        self._say_why()
        while not is_over(self._view) and not self._left:
            match = self._waiting or await self._wait()
            if match is not None:
                await self._play(match)
        if is_over(self._view):
            # The last standings come up to a second after the last event.
            self._view = await view_of(self._client, self._view.tournament, self._key)
            self._output.emit(self._view)
            if not self._output.json:
                self._output.say("", status_text(self._view), *standings_text(self._view, self._output))

    @property
    def _waiting(self) -> str | None:
        """The match that waits for the player, as the server last said."""
        own = self._view.own
        return own.game if own is not None and own.game not in self._played else None

    async def _wait(self) -> str | None:
        """Show what happens until a game begins, and return its match; None at the end or if the user leaves."""
        held: list[str | EndOfInput] = []
        try:
            async with Inbox(self._client, self._keyboard) as inbox:
                while not is_over(self._view) and not self._left:
                    item = await inbox.next()
                    if isinstance(item, str | EndOfInput):
                        if not await self._typed(item):
                            held.append(item)
                    elif (match := self._receive(item)) is not None:
                        return match
                return None
        finally:
            # Before the lines that the inbox has given back unread.
            self._keyboard.unread([typed(line) for line in held])

    def _receive(self, message: Any) -> str | None:
        """Update the tournament, show the message, and return the match that it leads to."""
        id = self._view.tournament
        if isinstance(message, Paired) and message.tournament is not None and message.tournament.tournament == id:
            self._output.emit(message)
            self._output.say(f"you play {message.opponent}, match {message.code}")
            return message.match if message.match not in self._played else None
        if isinstance(message, Notice):
            self._output.say(f"server: {message.text}")
        if not concerns(message, id):
            return None
        self._output.emit(message)
        self._view = advance(self._view, message) or self._view
        if isinstance(message, TournamentEvent) and not self._output.json:
            if not isinstance(message.event, GameChanged):
                self._output.say(*news_lines(message))
            self._round_over = self._round_over or isinstance(message.event, RoundEnded)
        if isinstance(message, Standings) and self._round_over:
            self._round_over = False
            if not self._output.json:
                self._output.say(*standings_text(self._view, self._output))
        self._say_why()
        return self._waiting

    def _say_why(self) -> None:
        """Say what happens next, if that has changed."""
        own = self._view.own
        if own is not None and own.why != self._why and not self._output.json:
            self._why = own.why
            self._output.say(*own_lines(self._view), *([REST_ENDS] if own.row.state == "resting" else []))

    async def _typed(self, line: str | EndOfInput) -> bool:
        """Carry out a line, and return whether it belonged here: those of a pipe wait for the next game."""
        if isinstance(line, EndOfInput):
            self._left = self._left or self._keyboard.interactive
            return self._left
        word = line.strip().lower().removeprefix("/")
        if word == "quit":
            self._left = True
            return True
        if word not in self._commands:
            if self._keyboard.interactive and word:
                self._output.say(BETWEEN)
            return self._keyboard.interactive or not word
        try:
            await self._commands[word]()
        except (RefusedError, UsageError) as refusal:
            self._output.say(*refusal.lines)
        return True

    async def _act(self, kind: type[OfTournament]) -> None:
        await ask(self._client, action(kind, self._view.tournament, self._key), TournamentDone)

    async def _standings(self) -> None:
        self._output.say(*standings_text(self._view, self._output))

    async def _explain(self) -> None:
        own = self._view.own
        if own is not None:
            do = action(ExplainRow, self._view.tournament, self._key, entrant=own.row.entrant.name)
            self._output.say(*(await ask(self._client, do, ExplanationView)).lines)

    async def _play(self, match: str) -> None:
        """Play a game, and read the tournament again: its messages during the game are not kept."""
        entered = await self._client.ask(build(Watch, match=match))
        if entered.seat is not None:
            words = LineMode.words
            keyboard: Keyboard = self._keyboard
            if self._keyboard.reopens:
                keyboard = keyboard_for(self._output, lambda: words(line_mode))
            line_mode = LineMode(self._client, entered.match, self._output, keyboard)
            over = await line_mode.run()
            self._output.exit_message = await ways_to_see(self._connected, line_mode.state)
            self._left = not over
        self._played.add(match)
        if not self._left:
            self._view = await view_of(self._client, self._view.tournament, self._key, follow=True)
            self._output.emit(self._view)
            if not self._output.json:
                self._output.say("", *standings_text(self._view, self._output))
            self._why = ""
            self._say_why()
