"""Playing a match line by line: events are printed as lines, and moves and commands are read as lines.

It works on a terminal, through a pipe and with a screen reader. On a terminal, each line is processed at once. The
lines of a pipe are all there from the start, so each waits until it applies: a move or command is processed on the
player's turn, and the end of the input counts only when another line is needed. A plain output has a line for each
event, and boards in words on request.
"""

import contextlib
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from kibitz_client.errors import ClientError, RefusedError, UsageError
from kibitz_client.match.state import MatchState, advance, can_claim
from kibitz_client.match.stopwatch import Stopwatch
from kibitz_client.match.table.number_moves import named_move, typed_words
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.subscriptions import Message
from kibitz_client.parsing.match_commands import (
    ANSWERS,
    OFFERS,
    TALK,
    agreement,
    claim_command,
    offer_command,
    settle_command,
    talk_command,
)
from kibitz_client.requests import build
from kibitz_client.terminal.hints import Hints
from kibitz_client.terminal.inbox import EndOfInput, Inbox, typed
from kibitz_client.terminal.keyboard import Keyboard
from kibitz_client.terminal.match_texts import MatchTexts
from kibitz_client.terminal.output import Output
from kibitz_client.text.events import QUERIES, paused_line
from kibitz_client.text.match_view import (
    side_to_move,
)
from kibitz_protocol.to_client import (
    Agreed,
    Event,
    Next,
    Notice,
    Offered,
    RematchAgreed,
    Rematched,
    Resumed,
    Settled,
    TakenBack,
)
from kibitz_protocol.to_server import Accept, Decline, GoBerserk, Move, Offer, Resign, Start, Withdraw

PROMPT = "move> "
LEAVING = ("", "quit", "no", "n")
"""The lines that leave a match that is over."""
NO_MOVE = {
    "open": "the match waits to start",
    "running": "it is not your turn",
}
"""Why no move is possible, by the phase of the match."""


class LineMode:
    """Line mode of a player or a host, for one match and the next matches of its series."""

    def __init__(
        self,
        client: NetworkClient,
        match: str,
        output: Output,
        keyboard: Keyboard,
        *,
        can_start: bool = False,
        ask_rematch: bool = False,
        resume_adjourned: bool = False,
        first_line: str | None = None,
        on_match: Callable[[MatchState], None] = lambda _state: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare line mode.

        Args:
            can_start: Whether the player hosts a match that waits for `start`.
            ask_rematch: Whether to ask a player on a terminal for a rematch at the end.
            resume_adjourned: Whether to offer `resume` at once if the match is adjourned.
            first_line: A line that is carried out as if the player had typed it at the start.
            on_match: Called from the event loop with the first state of each match, and when a match is over.
            clock: Returns monotonic seconds. Replaceable for tests.
        """
        self._client = client
        self._match = match
        self._output = output
        self._can_start = can_start
        self._ask_rematch = ask_rematch and keyboard.interactive
        self._resume_adjourned = resume_adjourned
        self._on_match = on_match
        self._keyboard = keyboard
        self._interactive = keyboard.interactive
        self._texts = MatchTexts(output.style, plain=output.plain, ask_rematch=self._ask_rematch)
        self._lines: deque[str | EndOfInput] = deque([first_line] if first_line is not None else [])
        self._left = False
        # The command that ends the match once it is typed again.
        self._ending = ""
        # The player's open offer: the next line of a pipe waits for its answer.
        self._offered: str | None = None
        self._played_ply = -1
        self._shown_ply = -1
        self._clock = clock
        self._stopwatch = Stopwatch(clock())
        self._hints = Hints(client, self._say_hint, lambda: self.state)
        self._commands: dict[str, Callable[[str], Awaitable[None]]] = {
            "hint": self._hint,
            "settle": self._settle,
            "start": self._start,
            "berserk": self._berserk,
            "board": self._board,
            "claim": self._claim,
            "quit": self._quit,
        }
        self.state: MatchState | None = None

    async def run(self) -> bool:
        """Play until the match is over or the player leaves, and return whether it is over."""
        async with Inbox(self._client, self._keyboard) as inbox:
            while not self._done:
                item = await inbox.next()
                if isinstance(item, str | EndOfInput):
                    self._lines.append(item)
                elif item is not None:
                    self._receive(item)
                while self._lines and self._takes_lines():
                    await self._process(self._lines.popleft())
        self._hints.cancel()
        self._keyboard.unread([typed(line) for line in self._lines])
        return self.state is not None and self.state.over

    def words(self) -> list[str]:
        """Return what the player can type at the moment: the legal moves on their turn, and the commands."""
        moves = typed_words(self.state.position) if self.state is not None and self._our_turn else []
        return [*moves, *dict.fromkeys((*QUERIES, *self._commands, *TALK, *OFFERS, *ANSWERS, "resign"))]

    @property
    def _our_turn(self) -> bool:
        """Whether the player is to move. An accepted move counts as played before its event arrives."""
        state = self.state
        return state is not None and state.your_turn and state.position.ply != self._played_ply

    @property
    def _done(self) -> bool:
        """Whether the player left, or neither the next match of a series nor a rematch can follow."""
        state = self.state
        if self._left or state is None or not state.over or state.continues or state.awaits_seed:
            return self._left
        return not state.plays or not (self._ask_rematch or self._offered or self._next_word == "rematch")

    @property
    def _next_word(self) -> str:
        """The first word of the next line, or an empty string."""
        line = self._lines[0] if self._lines else ""
        return "" if isinstance(line, EndOfInput) else line.strip().partition(" ")[0].lower().removeprefix("/")

    def _takes_lines(self) -> bool:
        state = self.state
        if state is None or self._left or state.continues:
            return False
        if self._interactive:
            return True
        if self._offered or state.over:
            return state.over and not self._offered and self._next_word == "rematch"
        if isinstance(self._lines[0], EndOfInput) and self._waits_for_others(state):
            return True
        if state.settling and (self._next_word == "accept" or isinstance(self._lines[0], EndOfInput)):
            return agreement(state) is not None
        answers = state.offered is not None and self._next_word in ANSWERS
        waits_for_start = self._can_start and state.phase == "open" and not state.empty_seats
        claims = self._next_word == "claim" and can_claim(state)
        return self._our_turn or waits_for_start or answers or claims or state.phase == "paused" or not state.plays

    def _receive(self, message: Message) -> None:
        """Update the state after a message, and show the message."""
        if getattr(message, "match", self._match) != self._match:
            return
        before = self.state
        first, was_over = before is None, before is not None and before.over
        self.state = advance(self.state, message)
        self._output.emit(message)
        if isinstance(message, Next) and message.next is not None:
            self._switch_to(message.next)
        if self.state is None:
            return
        if first or self.state.over is not was_over:
            self._on_match(self.state)
        if first:
            if self._resume_adjourned and self.state.adjourned:
                self._lines.appendleft("resume")
            self._resume_adjourned = False
        if before is None or before.position is not self.state.position:
            self._stopwatch.begin(self._clock())
        if isinstance(message, Event):
            self._update_waiting(message.event)
        if isinstance(message, Notice) and message.halted is not None:
            self._stopwatch.halt(self._clock(), halted=message.halted)
        if lines := self._texts.about(message, self.state, before, can_start=self._can_start):
            self._output.say(*lines)
            self._prompt_again()
        if self._our_turn and self.state.position.ply != self._shown_ply:
            self._show_turn(self.state, times=not first)

    def _switch_to(self, match: str) -> None:
        """Switch to the next match, whose snapshot is still to come."""
        self._match = match
        self.state = None
        self._offered = None
        self._played_ply = self._shown_ply = -1

    def _update_waiting(self, fact: Any) -> None:
        """Update what the next line waits for."""
        if not isinstance(fact, Offered | Agreed | Settled | RematchAgreed | Rematched):
            self._offered = None
        if isinstance(fact, TakenBack | Resumed):
            # The ply can be the same as before, but the player is to move again.
            self._played_ply = self._shown_ply = -1

    def _show_turn(self, state: MatchState, *, times: bool) -> None:
        self._shown_ply = state.position.ply
        self._output.say(*self._texts.turn(state, times=times))
        self._output.prompt(PROMPT)

    def _prompt_again(self) -> None:
        state = self.state
        waits = self._offered is not None and not self._interactive
        if self._our_turn and not (self._left or waits) and state and state.position.ply == self._shown_ply:
            self._output.prompt(PROMPT)

    async def _end_input(self) -> None:
        """Leave, and do not keep a seat in a match that waits for others: they would join one whose player is gone."""
        self._left = True
        if self.state is not None and self._waits_for_others(self.state):
            with contextlib.suppress(ClientError):
                await self._client.ask(build(Resign, match=self._match))
            self._output.exit_message = []
            self._output.warn("there is no more input, so the match does not wait for other players any more")
        else:
            self._output.warn("there is no more input")

    def _waits_for_others(self, state: MatchState) -> bool:
        return state.phase == "open" and state.empty_seats > 0 and (state.plays or self._can_start)

    async def _process(self, line: str | EndOfInput) -> None:
        """Carry out a line, and show a refusal."""
        if isinstance(line, EndOfInput):
            await self._end_input()
            return
        text = line.strip()
        self._output.answered(None if self._interactive else text)
        word, _, rest = text.partition(" ")
        word = word.lower().removeprefix("/")
        confirmed, self._ending = self._ending == word, ""
        try:
            if self.state is not None and self.state.over and word in LEAVING:
                self._left = True
            elif not text:
                pass
            elif (move := self._legal_move(text)) is not None:
                await self._play(move)
            elif word in ("resign", "resign!"):
                await self._resign(sure=confirmed or word == "resign!" or not self._interactive)
            elif word in QUERIES and not rest.strip() and self.state is not None:
                self._output.say(*self._texts.answer(word, self.state, self._stopwatch.elapsed_ms(self._clock())))
            elif talk := talk_command(word, rest.strip(), self._match):
                await self._client.ask(talk)
            elif word == "accept" and self.state is not None and (agreed := agreement(self.state)) is not None:
                await self._send_offer(agreed)
            elif word in self._commands:
                await self._commands[word](rest.strip())
            elif command := offer_command(word, rest.strip(), self._match):
                await self._make_offer(command, sure=confirmed)
            else:
                await self._play(text)
        except (RefusedError, UsageError) as refusal:
            self._output.say(*refusal.lines)
        self._prompt_again()

    def _legal_move(self, text: str) -> str | None:
        """Return the legal move that a text stands for without the help of the server; None if there is none."""
        if self.state is None:
            return None
        move = named_move(self.state.position, text, self.state.game.seats)
        return move if move in self.state.position.legal else None

    async def _play(self, text: str) -> None:
        state = self.state
        if state is not None and state.phase == "paused":
            self._output.say(paused_line(state))
            return
        if state is None or not self._our_turn:
            self._output.say(NO_MOVE.get(state.phase if state else "open", "the match is over"))
            return
        ply = state.position.ply
        await self._client.ask(build(Move, match=self._match, ply=ply, move=text, position=state.position.position))
        self._played_ply = ply

    async def _board(self, rest: str) -> None:
        self._output.say(self._texts.turn_boards(rest))

    async def _settle(self, rest: str) -> None:
        """Propose what is dead, or agree to it."""
        if self.state is not None:
            await self._client.ask(settle_command(self.state, rest))

    async def _hint(self, _rest: str) -> None:
        """Request a hint. On a terminal, the player can type while the engine searches."""
        request = self._hints.ask(self._match)
        if not self._interactive:
            await request

    def _say_hint(self, *lines: str) -> None:
        self._output.say(*lines)
        self._prompt_again()

    async def _start(self, _rest: str) -> None:
        await self._client.ask(build(Start, match=self._match))
        # The next line of a pipe is a move, so it must wait for the player's turn.
        self._can_start = False

    async def _berserk(self, _rest: str) -> None:
        await self._client.ask(build(GoBerserk, match=self._match))

    async def _make_offer(self, command: Offer | Accept | Decline | Withdraw, *, sure: bool) -> None:
        """Send an offer, or ask first for a draw that no other client has to accept."""
        alone = self._interactive and self.state is not None and self.state.local
        if alone and not sure and isinstance(command, Offer) and command.offer == "draw":
            self._ending = "draw"
            self._output.say("do both sides agree on a draw? type draw again to end the match")
        else:
            await self._send_offer(command)

    async def _send_offer(self, command: Offer | Accept | Decline | Withdraw) -> None:
        # After a draw offer, a pipe plays on; the answer to any other offer decides whether the next line applies. A
        # player of both sides needs no answer: the draw ends the match.
        local = self.state is not None and self.state.local
        if isinstance(command, Offer) and (local or command.offer != "draw"):
            self._offered = command.offer
        try:
            await self._client.ask(command)
        except ClientError:
            self._offered = None
            raise

    async def _resign(self, *, sure: bool) -> None:
        if sure:
            await self._client.ask(build(Resign, match=self._match))
            self._await_end()
        else:
            self._ending = "resign"
            side = f" for {side_to_move(self.state)}" if self.state is not None and self.state.local else ""
            self._output.say(f"give up{side}? type resign again to do so")

    async def _claim(self, rest: str) -> None:
        await self._client.ask(claim_command(rest, self._match))
        self._await_end()

    def _await_end(self) -> None:
        """Suppress the prompt until the end of the match arrives."""
        self._played_ply = self.state.position.ply if self.state else -1

    async def _quit(self, _rest: str) -> None:
        self._left = True
