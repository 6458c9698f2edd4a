"""Playing a match: moves by mouse, by cursor and as text; offers, chat, hints and premoves."""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.widgets import Input

from kibitz_client.errors import RefusedError
from kibitz_client.match.state import MatchState, can_claim
from kibitz_client.parsing.match_commands import claim_command, offer_command, talk_command
from kibitz_client.requests import build
from kibitz_client.text.formatting import search_text
from kibitz_client.tui import strings
from kibitz_client.tui.screens.dialogs import Confirm, Pick
from kibitz_client.tui.screens.match.live import LiveScreen
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.prompt import Prompt
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_protocol.to_server import Chat, Hint, Move, Resign, Start

if TYPE_CHECKING:
    from kibitz_client.tui.palette import PaletteAction

COMMANDS = (
    "accept", "abort", "adjourn", "chat ", "claim", "copy", "decline", "draw", "explain", "flip", "help", "hint",
    "invite", "mute ", "pause", "premove", "rematch", "replay", "resign", "resume", "series", "start", "takeback",
    "undo", "unmute ", "who", "withdraw", "zen",
)  # fmt: skip


class PlayScreen(LiveScreen):
    """A player's, or a host's, side of a match."""

    playable = True
    AUTO_FOCUS = "#prompt"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", show=False)]

    def __init__(self, match: str) -> None:
        super().__init__(match)
        self._played_ply = -1
        self._told_turn = -1

    def compose_foot(self) -> ComposeResult:
        """What is told, the prompt and the keys."""
        yield TextLine(id="say", classes="say foot")
        yield Prompt(self._words, strings.WAIT_HINT, id="prompt").add_class("foot")
        yield TextLine(strings.MATCH_KEYS, classes="keys foot", id="keys")

    def show_state(self) -> None:
        """Also what hurries: a pass, a full table that may start, a claim."""
        super().show_state()
        state = self.state
        if state is None:
            return
        hint = strings.OVER_HINT if state.over else strings.MOVE_HINT if state.your_turn else strings.WAIT_HINT
        self.query_one(Prompt).placeholder = hint
        if state.over:
            return
        if state.phase == "open":
            self.say(strings.TO_JOIN.format(code=state.code) if state.empty_seats else strings.MAY_START)
        elif state.your_turn and len(state.position.legal) == 1 and not state.position.paths[0]:
            self.say(strings.PASS.format(move=state.position.legal[0]))
        elif can_claim(state):
            self.say(strings.MAY_CLAIM)
        elif self._premoves:
            self.say(strings.PREMOVED.format(moves=" ".join(self._premoves)))
        if state.your_turn and state.position.ply != self._played_ply:
            self._play_premove(state)
            if state.position.ply != self._told_turn:
                self._told_turn = state.position.ply
                self.kibitz.your_turn(strings.YOUR_TURN.format(title=state.game.title, code=state.code))

    def _words(self) -> Iterable[str]:
        state = self.state
        legal = state.position.legal if state is not None else []
        return [*legal, *(f"/{word}" for word in COMMANDS)]

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A move, a command behind `/`, or talk behind a quote mark."""
        event.stop()
        prompt = self.query_one(Prompt)
        line = prompt.taken()
        if not line:
            return
        if line.startswith(("'", '"')):
            self.ask(self.session.link.ask(build(Chat, match=self.match, text=line[1:])))
        elif line.startswith("/"):
            word, _, rest = line[1:].partition(" ")
            self.ask(self._command(word.lower(), rest.strip()))
        else:
            self.play(line)

    def on_board_widget_picked(self, event: BoardWidget.Picked) -> None:
        """A move by mouse or cursor; where several begin alike, one is asked for."""
        if len(event.moves) == 1:
            self.play(event.moves[0])
            return

        def chosen(move: str | None) -> None:
            if move is not None:
                self.play(move)

        self.app.push_screen(Pick(strings.WHICH_MOVE, event.moves), chosen)

    def on_click(self, event: object) -> None:
        """A pass is played by a click on the line that tells of it."""
        widget = getattr(event, "widget", None)
        state = self.state
        if (
            widget is self.query_one("#say")
            and state is not None
            and state.your_turn
            and len(state.position.legal) == 1
        ):
            self.play(state.position.legal[0])

    def play(self, text: str, *, sure: bool = False) -> None:
        """Play a move now, or when it is our turn."""
        state = self.state
        if state is None or state.over:
            return
        if state.your_turn and state.position.ply != self._played_ply:
            if self.kibitz.prefs.confirm and not sure:
                self.app.push_screen(
                    Confirm(strings.PLAY_SURE.format(move=text)),
                    lambda yes: self.play(text, sure=True) if yes else None,
                )
                return
            self._played_ply = state.position.ply
            self.ask(self._send(state, text))
        elif state.phase == "running" and state.you is not None:
            self._premoves.append(text)
            self.show_state()
        else:
            self.say(strings.NOT_RUNNING)

    async def _send(self, state: MatchState, text: str) -> None:
        self.say(f"{text} {strings.SENT}")
        move = build(Move, match=self.match, ply=state.position.ply, move=text, position=state.position.position)
        try:
            await self.session.link.ask(move)
        except RefusedError:
            self._played_ply = -1
            self._premoves = []
            raise
        if self.state is None or not self.state.over:
            self.say(f"{text} {strings.SAVED}")

    def _play_premove(self, state: MatchState) -> None:
        if not self._premoves:
            return
        move, *self._premoves = self._premoves
        if move in state.position.legal:
            self.play(move, sure=True)
        else:
            self._premoves = []
            self.say(strings.PREMOVE_DROPPED.format(move=move))

    async def _command(self, word: str, rest: str) -> None:
        """Do what was typed behind a `/`. Raises ClientError."""
        link, match = self.session.link, self.match
        word = {"undo": "takeback"}.get(word, word)
        if word == "resign":
            self.app.push_screen(Confirm(strings.RESIGN_SURE), self._resign)
        elif word in ("flip", "help"):
            self.action_flip() if word == "flip" else self.action_help()
        elif word == "zen":
            self.query_one("#panel").display = not self.query_one("#panel").display
        elif word == "premove":
            self._premoves = []
            self.say(strings.PREMOVES_CLEARED)
            self.show_state()
        elif word == "replay":
            self.action_past()
        elif word == "who":
            await self._who()
        elif word == "series":
            self.action_series()
        elif word == "explain":
            self.action_explain()
        elif word == "invite":
            self.kibitz.action_invite()
        elif word == "copy":
            self.kibitz.action_copy(rest.lower())
        elif word == "start":
            await link.ask(build(Start, match=match))
        elif word == "claim":
            await link.ask(claim_command(rest, match))
        elif word == "hint":
            hinted = await link.ask(build(Hint, match=match))
            self.say(f"hint: {hinted.move}  {search_text(hinted.search)}")
        elif talk := talk_command(word, rest, match):
            await link.ask(talk)
        elif command := offer_command(word, rest, match):
            await link.ask(command)
        else:
            self.say(strings.NO_SUCH_COMMAND.format(word=word))

    def deeds(self) -> "Iterable[PaletteAction]":
        """The words behind a `/`, for the palette; those that want more are put into the prompt."""
        from kibitz_client.tui.palette import PaletteAction

        for word in COMMANDS:
            title, words = strings.WORDS.get(word.strip(), (word.strip().capitalize(), ""))
            yield PaletteAction(title, f"/{word.strip()}   {words}".strip(), partial(self._say_word, word))
        yield PaletteAction(*strings.DEEDS["leave"], self.action_leave)

    def _say_word(self, word: str) -> None:
        if word.endswith(" "):
            prompt = self.query_one(Prompt)
            prompt.value = f"/{word}"
            prompt.focus()
            prompt.cursor_position = len(prompt.value)
        else:
            self.ask(self._command(word, ""))

    def _resign(self, sure: bool | None) -> None:
        if sure:
            self.ask(self.session.link.ask(build(Resign, match=self.match)))

    def action_back(self) -> None:
        """From the prompt to the board, from the board to the lobby."""
        if isinstance(self.focused, Prompt):
            self.board.focus()
        else:
            self.action_leave()

    def on_key(self, event: Key) -> None:
        """What is typed on the board, and is no key of its own, goes to the prompt."""
        elsewhere = event.key in self.active_bindings or not event.is_printable or not event.character
        if isinstance(self.focused, BoardWidget) and not elsewhere:
            event.stop()
            prompt = self.query_one(Prompt)
            prompt.focus()
            prompt.insert_text_at_cursor(event.character or "")

    def on_descendant_focus(self) -> None:
        """The keys are those of what has the focus."""
        self.show_keys()

    def keys(self, state: MatchState | None) -> str:
        """Those of what has the focus, in a match that belongs to a series or in another."""
        in_series = state is not None and state.series is not None
        if isinstance(self.focused, Prompt):
            return strings.MATCH_SERIES_KEYS if in_series else strings.MATCH_KEYS
        return strings.BOARD_SERIES_KEYS if in_series else strings.BOARD_KEYS

    def _follow(self, match: str) -> None:
        super()._follow(match)
        self._played_ply = -1
