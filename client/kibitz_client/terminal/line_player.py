"""Playing a match line by line: what happens is told in lines, and what to do is read from lines.

It works alike on a terminal, through a pipe and with a screen reader. On a terminal each line is acted upon at once.
The lines of a pipe are all there from the start, so each waits until it can be meant: a move or command is taken when
it is our turn, and the end of the lines counts only when another one is needed.
"""

import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from kibitz_client.errors import ClientError, RefusedError, UsageError
from kibitz_client.match.state import MatchState, advance, may_claim
from kibitz_client.match.stopwatch import Stopwatch
from kibitz_client.network.client import Client
from kibitz_client.network.subscriptions import Message
from kibitz_client.parsing.match_commands import ANSWERS as AGREEING
from kibitz_client.parsing.match_commands import claim_command, offer_command, talk_command
from kibitz_client.requests import build
from kibitz_client.terminal.hints import Hints
from kibitz_client.terminal.inbox import EndOfInput, Inbox
from kibitz_client.terminal.keyboard import Keyboard
from kibitz_client.terminal.output import Output
from kibitz_client.text.board import board_lines
from kibitz_client.text.events import ANSWERS, READY, introduction, told
from kibitz_client.text.match_view import legal_line, player_lines, result_line
from kibitz_protocol.to_client import (
    Aborted,
    Agreed,
    Event,
    Finished,
    Moved,
    Next,
    Notice,
    Offered,
    RematchAgreed,
    Rematched,
    Resumed,
    Seated,
    Snapshot,
    TakenBack,
)
from kibitz_protocol.to_server import Accept, Decline, Move, Offer, Resign, Start, Withdraw

PROMPT = "move> "
AGAIN = "rematch? type rematch, or just Enter to leave"
LEAVING = ("", "quit", "no", "n")
"""What ends the conversation when the match is over."""
NO_MOVES = {
    "open": "the match waits to start",
    "running": "it is not your turn",
    "paused": "the match is paused; type resume to go on",
}
"""Why a move is not taken, by the phase of the match."""
LEGAL_SHOWN = 30


class LineMode:
    """A player's, or a host's, conversation with a match, and with those that come after it.

    With `again` a player on a terminal is asked for a rematch at the end; with `back` who comes back to an adjourned
    match wants it to go on. `note` hears of each match when its first snapshot comes, and when it is over.
    """

    def __init__(
        self,
        client: Client,
        match: str,
        output: Output,
        keyboard: Keyboard,
        *,
        can_start: bool = False,
        again: bool = False,
        back: bool = False,
        note: Callable[[MatchState], None] = lambda _state: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._match = match
        self._output = output
        self._can_start = can_start
        self._again = again and keyboard.interactive
        self._back = back
        self._note_match = note
        self._keyboard = keyboard
        self._interactive = keyboard.interactive
        self._lines: deque[str | EndOfInput] = deque()
        self._left = False
        self._resigning = False
        # What we have offered and what a pipe waits to see the end of, before its next line can be meant.
        self._offered: str | None = None
        self._played_ply = -1
        self._shown_ply = -1
        self._clock = clock
        self._watch = Stopwatch(clock())
        self._hints = Hints(client, self._say_hint)
        self._commands: dict[str, Callable[[str], Awaitable[None]]] = {
            "hint": self._ask_hint,
            "start": self._start,
            "claim": self._claim,
            "quit": self._quit,
        }
        self.state: MatchState | None = None

    async def run(self) -> bool:
        """Play until the match is over, or until the player leaves. Returns whether it is over."""
        async with Inbox(self._client, self._keyboard) as inbox:
            while not self._done:
                happening = await inbox.next()
                if isinstance(happening, str | EndOfInput):
                    self._lines.append(happening)
                elif happening is not None:
                    self._receive(happening)
                while self._lines and self._takes_lines():
                    await self._take(self._lines.popleft())
        self._hints.cancel()
        return self.state is not None and self.state.over

    @property
    def _our_turn(self) -> bool:
        """Whether a move of ours is wanted. A move that was accepted counts as played before its event comes."""
        state = self.state
        return state is not None and state.your_turn and state.position.ply != self._played_ply

    @property
    def _done(self) -> bool:
        """Whether nothing more is to come: neither another match by itself nor, perhaps, a rematch."""
        state = self.state
        if self._left or state is None or not state.over or state.goes_on:
            return self._left
        return state.you is None or not (self._again or self._offered or self._next_word == "rematch")

    @property
    def _next_word(self) -> str:
        """What the next line begins with, as far as there is one."""
        line = self._lines[0] if self._lines else ""
        return "" if isinstance(line, EndOfInput) else line.strip().partition(" ")[0].lower().removeprefix("/")

    def _takes_lines(self) -> bool:
        state = self.state
        if state is None or self._left or state.goes_on:
            return False
        if self._interactive:
            return True
        if self._offered or state.over:
            return state.over and not self._offered and self._next_word == "rematch"
        answers = state.offered is not None and self._next_word in AGREEING
        waits_for_start = self._can_start and state.phase == "open" and not state.empty_seats
        claims = self._next_word == "claim" and may_claim(state)
        return self._our_turn or waits_for_start or answers or claims or state.phase == "paused" or state.you is None

    def _receive(self, message: Message) -> None:
        """Tell what happened."""
        if getattr(message, "match", self._match) != self._match:
            return
        before = self.state
        first, was_over = before is None, before is not None and before.over
        self.state = advance(self.state, message)
        self._output.emit(message)
        if isinstance(message, Next) and message.next is not None:
            self._follow(message.next)
        if self.state is None:
            return
        if first or self.state.over is not was_over:
            self._note_match(self.state)
        if first:
            if self._back and self.state.adjourned:
                self._lines.appendleft("resume")
            self._back = False
        if before is None or before.position is not self.state.position:
            self._watch.begin(self._clock())
        if isinstance(message, Event):
            self._note(message.event)
        if isinstance(message, Notice) and message.halted is not None:
            self._watch.halt(self._clock(), halted=message.halted)
        if lines := self._told(message, self.state, before):
            self._output.say(*lines)
            self._prompt_again()
        if self._our_turn and self.state.position.ply != self._shown_ply:
            self._show_turn(self.state, times=not first)

    def _follow(self, match: str) -> None:
        """Go on with the match that comes after this one; its snapshot is on its way."""
        self._match = match
        self.state = None
        self._offered = None
        self._played_ply = self._shown_ply = -1

    def _note(self, fact: Any) -> None:
        """What a fact means for what we wait for."""
        if not isinstance(fact, Offered | Agreed | RematchAgreed | Rematched):
            self._offered = None
        if isinstance(fact, TakenBack | Resumed):
            # The same ply, but another turn.
            self._played_ply = self._shown_ply = -1

    def _told(self, message: Message, state: MatchState, before: MatchState | None) -> list[str]:
        if isinstance(message, Snapshot) and before is None:
            return introduction(state, self._output.style)
        board = board_lines(state.board, state.position, self._output.style)
        lines = told(message, state, before)
        match message:
            case Event(event=Finished() | Aborted()) | Snapshot() if state.over:
                return ["", *board, "", result_line(state), *([AGAIN] if self._again and not state.goes_on else [])]
            case Event(event=Seated()) if self._can_start and not state.empty_seats:
                lines.append(READY)
            case Event(event=Moved()) if state.you is None:
                lines += board
            case Event(event=TakenBack()) if not state.your_turn:
                lines += board
        return lines

    def _show_turn(self, state: MatchState, *, times: bool) -> None:
        self._shown_ply = state.position.ply
        lines = ["", *board_lines(state.board, state.position, self._output.style), ""]
        lines += player_lines(state, self._output.style) if times and state.clock is not None else []
        self._output.say(*lines, legal_line(state.position, LEGAL_SHOWN))
        self._output.prompt(PROMPT)

    def _prompt_again(self) -> None:
        state = self.state
        waits = self._offered is not None and not self._interactive
        if self._our_turn and not (self._left or waits) and state and state.position.ply == self._shown_ply:
            self._output.prompt(PROMPT)

    async def _take(self, line: str | EndOfInput) -> None:
        """Act upon a line. A refusal is told, and nothing else happens."""
        if isinstance(line, EndOfInput):
            self._output.warn("there is no more input")
            self._left = True
            return
        text = line.strip()
        self._output.answered(None if self._interactive else text)
        word, _, rest = text.partition(" ")
        word = word.lower().removeprefix("/")
        confirmed, self._resigning = self._resigning, False
        try:
            if self.state is not None and self.state.over and word in LEAVING:
                self._left = True
            elif not text:
                pass
            elif self.state is not None and text in self.state.position.legal:
                await self._play(text)
            elif word in ("resign", "resign!"):
                await self._resign(sure=confirmed or word == "resign!" or not self._interactive)
            elif word in ANSWERS and self.state is not None:
                elapsed_ms = self._watch.elapsed_ms(self._clock())
                self._output.say(*ANSWERS[word](self.state, self._output.style, elapsed_ms))
            elif talk := talk_command(word, rest.strip(), self._match):
                await self._client.ask(talk)
            elif word in self._commands:
                await self._commands[word](rest.strip())
            elif command := offer_command(word, rest.strip(), self._match):
                await self._agree(command)
            else:
                await self._play(text)
        except (RefusedError, UsageError) as refusal:
            self._output.say(str(refusal), *([f"hint: {refusal.hint}"] if refusal.hint else []))
        self._prompt_again()

    async def _play(self, text: str) -> None:
        state = self.state
        if state is None or not self._our_turn:
            self._output.say(NO_MOVES.get(state.phase if state else "open", "the match is over"))
            return
        ply = state.position.ply
        await self._client.ask(build(Move, match=self._match, ply=ply, move=text, position=state.position.position))
        self._played_ply = ply

    async def _ask_hint(self, _rest: str) -> None:
        """Ask an engine. On a terminal the player may go on typing while it searches."""
        asked = self._hints.ask(self._match)
        if not self._interactive:
            await asked

    def _say_hint(self, *lines: str) -> None:
        self._output.say(*lines)
        self._prompt_again()

    async def _start(self, _rest: str) -> None:
        await self._client.ask(build(Start, match=self._match))
        # The next line of a pipe is a move, and waits for its turn.
        self._can_start = False

    async def _agree(self, command: Offer | Accept | Decline | Withdraw) -> None:
        # After a draw offer a pipe plays on; all else changes what its next line is for.
        if isinstance(command, Offer) and command.offer != "draw":
            self._offered = command.offer
        try:
            await self._client.ask(command)
        except ClientError:
            self._offered = None
            raise

    async def _resign(self, *, sure: bool) -> None:
        if sure:
            await self._client.ask(build(Resign, match=self._match))
            self._end_awaited()
        else:
            self._resigning = True
            self._output.say("give up? type resign again to do so")

    async def _claim(self, rest: str) -> None:
        await self._client.ask(claim_command(rest, self._match))
        self._end_awaited()

    def _end_awaited(self) -> None:
        """The prompt must not come again before the end of the match is told."""
        self._played_ply = self.state.position.ply if self.state else -1

    async def _quit(self, _rest: str) -> None:
        self._left = True
