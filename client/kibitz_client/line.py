"""Playing a match line by line: what happens is told in lines, and what to do is read from lines.

It works alike on a terminal, through a pipe and with a screen reader. On a terminal each line is acted upon at once.
The lines of a pipe are all there from the start, so each waits until it can be meant: a move or command is taken when
it is our turn, and the end of the lines counts only when another one is needed.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from kibitz_client.asking import build
from kibitz_client.boards import board_lines
from kibitz_client.errors import ClientError, Misuse, RefusedError
from kibitz_client.inbox import EndOfInput, Inbox
from kibitz_client.link import Link
from kibitz_client.render import legal_line, player_lines, result_line, title_line
from kibitz_client.state import MatchState, advance
from kibitz_client.subscriptions import Message
from kibitz_client.telling import ANSWERS, told
from kibitz_client.terminal import Keyboard, Output
from kibitz_client.words import search_text
from kibitz_protocol.to_client import Event, Moved, Seated, Snapshot
from kibitz_protocol.to_server import Chat, Hint, Move, Resign, Start

PROMPT = "move> "
READY = "all seats are taken; type start"
LEGAL_SHOWN = 30


class LineMode:
    """A player's, or a host's, conversation with a match."""

    def __init__(self, link: Link, match: str, output: Output, keyboard: Keyboard, *, can_start: bool = False) -> None:
        self._link = link
        self._match = match
        self._output = output
        self._can_start = can_start
        self._keyboard = keyboard
        self._interactive = keyboard.interactive
        self._lines: deque[str | EndOfInput] = deque()
        self._left = False
        self._resigning = False
        self._played_ply = -1
        self._shown_ply = -1
        self._position_at = 0.0
        self._hint: asyncio.Task[None] | None = None
        self._commands: dict[str, Callable[[str], Awaitable[None]]] = {
            "hint": self._ask_hint,
            "chat": self._chat,
            "start": self._start,
            "quit": self._quit,
        }
        self.state: MatchState | None = None

    async def run(self) -> bool:
        """Play until the match is over, or until the player leaves. Returns whether it is over."""
        async with Inbox(self._link, self._keyboard) as inbox:
            while not (self._left or (self.state and self.state.over)):
                happening = await inbox.next()
                if isinstance(happening, str | EndOfInput):
                    self._lines.append(happening)
                elif happening is not None:
                    self._receive(happening)
                while self._lines and self._takes_lines():
                    await self._take(self._lines.popleft())
        if self._hint is not None:
            self._hint.cancel()
        return self.state is not None and self.state.over

    @property
    def _our_turn(self) -> bool:
        """Whether a move of ours is wanted. A move that was accepted counts as played before its event comes."""
        state = self.state
        return state is not None and state.your_turn and state.position.ply != self._played_ply

    def _takes_lines(self) -> bool:
        state = self.state
        if state is None or state.over or self._left:
            return False
        waits_for_start = self._can_start and state.phase == "open" and not state.empty_seats
        return self._interactive or self._our_turn or waits_for_start or state.you is None

    def _receive(self, message: Message) -> None:
        """Tell what happened."""
        if getattr(message, "match", self._match) != self._match:
            return
        first = self.state is None
        self.state = advance(self.state, message)
        self._output.emit(message)
        if self.state is None:
            return
        if isinstance(message, Snapshot | Event):
            self._position_at = asyncio.get_running_loop().time()
        if lines := self._told(message, self.state, first=first):
            self._output.say(*lines)
            self._prompt_again()
        if self._our_turn and self.state.position.ply != self._shown_ply:
            self._show_turn(self.state)

    def _told(self, message: Message, state: MatchState, *, first: bool) -> list[str]:
        if isinstance(message, Snapshot) and first:
            return self._introduction(state)
        board = board_lines(state.board, state.position, self._output.style)
        if state.over:
            return ["", *board, "", result_line(state)]
        lines = told(message, state)
        match message:
            case Event(event=Seated()) if self._can_start and not state.empty_seats:
                lines.append(READY)
            case Event(event=Moved()) if state.you is None:
                lines += board
        return lines

    def _introduction(self, state: MatchState) -> list[str]:
        lines = [title_line(state), *player_lines(state, self._output.style)]
        if state.phase == "open":
            waiting = f"waiting for {state.empty_seats} more to join" if state.empty_seats else READY
            return [*lines, waiting]
        if state.your_turn:
            return lines
        lines += ["", *board_lines(state.board, state.position, self._output.style)]
        return [*lines, "", result_line(state)] if state.over else lines

    def _show_turn(self, state: MatchState) -> None:
        self._shown_ply = state.position.ply
        lines = ["", *board_lines(state.board, state.position, self._output.style), ""]
        lines += player_lines(state, self._output.style) if state.clock is not None else []
        self._output.say(*lines, legal_line(state.position, LEGAL_SHOWN))
        self._output.prompt(PROMPT)

    def _prompt_again(self) -> None:
        state = self.state
        if self._our_turn and not self._left and state is not None and state.position.ply == self._shown_ply:
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
            if not text:
                pass
            elif self.state is not None and text in self.state.position.legal:
                await self._play(text)
            elif word in ("resign", "resign!"):
                await self._resign(sure=confirmed or word == "resign!" or not self._interactive)
            elif word in ANSWERS and self.state is not None:
                elapsed_ms = int(1000 * (asyncio.get_running_loop().time() - self._position_at))
                self._output.say(*ANSWERS[word](self.state, self._output.style, elapsed_ms))
            elif word in self._commands:
                await self._commands[word](rest.strip())
            else:
                await self._play(text)
        except (RefusedError, Misuse) as refusal:
            self._output.say(str(refusal), *([f"hint: {refusal.hint}"] if refusal.hint else []))
        self._prompt_again()

    async def _play(self, text: str) -> None:
        state = self.state
        if state is None or not self._our_turn:
            self._output.say(
                "it is not your turn" if state and state.phase == "running" else "the match waits to start"
            )
            return
        ply = state.position.ply
        await self._link.ask(build(Move, match=self._match, ply=ply, move=text, position=state.position.position))
        self._played_ply = ply

    async def _ask_hint(self, _rest: str) -> None:
        """Ask an engine. On a terminal the player may go on typing while it searches."""
        if self._hint is not None:
            self._hint.cancel()
        self._hint = asyncio.create_task(self._tell_hint())
        if not self._interactive:
            await self._hint

    async def _tell_hint(self) -> None:
        try:
            hinted = await self._link.ask(build(Hint, match=self._match))
        except ClientError as error:
            self._output.say(str(error), *([f"hint: {error.hint}"] if error.hint else []))
        else:
            search = hinted.search
            spent = f"{search.nodes} nodes in {search.seconds:.1f} s"
            self._output.say(f"hint: {hinted.move}  {search_text(search)}  {spent}")
        self._prompt_again()

    async def _chat(self, text: str) -> None:
        await self._link.ask(build(Chat, match=self._match, text=text))

    async def _start(self, _rest: str) -> None:
        await self._link.ask(build(Start, match=self._match))
        # The next line of a pipe is a move, and waits for its turn.
        self._can_start = False

    async def _resign(self, *, sure: bool) -> None:
        if sure:
            await self._link.ask(build(Resign, match=self._match))
            # The prompt must not come again before the end of the match is told.
            self._played_ply = self.state.position.ply if self.state else -1
        else:
            self._resigning = True
            self._output.say("give up? type resign again to do so")

    async def _quit(self, _rest: str) -> None:
        self._left = True
