"""The screen of a player: moves by mouse, cursor and text; offers, chat, hints and premoves."""

from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Click, Key
from textual.widgets import Input

from kibitz_client.board.move_picker import could_be_move
from kibitz_client.board.roles import is_numbered_by_side
from kibitz_client.errors import RefusedError
from kibitz_client.match.moves.legal import written_moves
from kibitz_client.match.settling import dead_text, toggled
from kibitz_client.match.state import MatchState, can_claim, can_go_berserk, legal_text
from kibitz_client.match.table.move_keys import WORDS, keys_text, move_keys
from kibitz_client.match.table.number_moves import named_move, typed_words
from kibitz_client.parsing.match_commands import agreement, claim_command, offer_command, settle_command, talk_command
from kibitz_client.parsing.move_list import moves_text
from kibitz_client.requests import build
from kibitz_client.text.events import fairness_lines
from kibitz_client.text.formatting import REASONS
from kibitz_client.text.match_view import hint_text, natural, pass_line, side_to_move
from kibitz_client.tui import palette_texts, strings
from kibitz_client.tui.help_pages import described
from kibitz_client.tui.models.match_commands import COMMANDS, possible_commands
from kibitz_client.tui.models.next_game import next_game
from kibitz_client.tui.screens.dialogs import Confirm, Findings, Pick
from kibitz_client.tui.screens.match.base import cards_note
from kibitz_client.tui.screens.match.event_game import EventGameScreen, ended_in
from kibitz_client.tui.screens.match.live import LiveScreen
from kibitz_client.tui.screens.match.move_buttons import MoveButtons
from kibitz_client.tui.screens.match.number_fields import NumberFields, NumberInput
from kibitz_client.tui.screens.match.typed_moves import TypedMovesScreen
from kibitz_client.tui.services import PaletteAction
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.key_line import KeyLine
from kibitz_client.tui.widgets.player_bar import bottom_seat
from kibitz_client.tui.widgets.prompt import Prompt, candidates_text
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_protocol.to_server import Chat, GoBerserk, Hint, Move, Offer, Resign, Start
from kibitz_protocol.values.boards import Points, Table
from kibitz_protocol.values.matches import OfferView


class PlayScreen(TypedMovesScreen, EventGameScreen):
    """Screen of a match for its player or host."""

    playable = True
    live_key = "Esc"
    AUTO_FOCUS = "#prompt"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        *(Binding(key, f"move_key({key!r})", show=False) for key in WORDS),
        Binding("f4", "berserk", show=False),
        Binding("r", "rematch", show=False),
        Binding("n", "next_game", show=False),
    ]
    AFTER_END: ClassVar[frozenset[str]] = LiveScreen.AFTER_END | {"rematch", "next_game"}

    def __init__(self, match: str) -> None:
        super().__init__(match)
        self._marked: tuple[OfferView | None, frozenset[int]] = None, frozenset()
        """What this player marks as dead, and the proposal after which it began to."""
        self._played_ply = -1
        self._alerted_ply = -1
        self._was_open = False
        self._listed = ""
        self._was_over = False

    def compose_foot(self) -> ComposeResult:
        """Lay out the message line, the prompt and the keys."""
        yield NumberFields()
        with Horizontal(classes="said foot"):
            yield MoveButtons()
            yield TextLine(id="say", classes="say")
        yield Prompt(self._completions, strings.WAIT_HINT, id="prompt").add_class("foot")
        yield KeyLine(strings.MATCH_KEYS, strings.PROMPT_KEYS, classes="foot", id="keys")

    def show_state(self) -> None:
        """Draw the match and what needs attention: a pass, a match that may start, a claim, premoves."""
        state = self.state
        if state is not None and state.local and state.position.to_move is not None and self._turns(state):
            self._flipped = state.position.to_move != bottom_seat(state)
        if state is not None:
            if self._was_open and state.phase != "open" and not state.over:
                self.say("")
            self._was_open = state.phase == "open"
        super().show_state()
        if state is None:
            return
        self.query_one(Prompt).placeholder = self._prompt_hint(state)
        if state.position.ply != self._played_ply:
            # The move has arrived. After a takeback, the same ply is played again.
            self._played_ply = -1
        if state.over:
            self._leave_prompt()
            return
        self._was_over = False
        if state.phase == "open":
            self.say(strings.TO_JOIN.format(code=state.code) if state.empty_seats else strings.MAY_START)
        elif state.settling:
            self.say(strings.SETTLE.format(dead=dead_text(state, self.dead(state))))
        elif (move := _only_pass(state)) is not None:
            self.say(strings.PASS.format(move=move))
        elif state.your_turn and (told := pass_line(state)):
            self.say(told)
        elif can_claim(state):
            self.say(strings.MAY_CLAIM)
        elif can_go_berserk(state):
            self.say(strings.MAY_BERSERK)
        elif self.query_one("#say", TextLine).shown == strings.MAY_BERSERK:
            self.say("")
        elif state.draw_claim:
            reason = REASONS.get(state.draw_claim, state.draw_claim)
            self.say(strings.MAY_CLAIM_DRAW.format(reason=reason))
        elif self._premoves:
            self.say(strings.PREMOVED.format(moves=moves_text(self._premoves)))
        if state.your_turn and state.position.ply != self._played_ply:
            self._play_premove(state)
            if state.position.ply != self._alerted_ply:
                self._alerted_ply = state.position.ply
                if not state.local:
                    self.services.alert(strings.YOUR_TURN.format(title=state.game.title, code=state.code))

    def dead(self, state: MatchState) -> frozenset[int]:
        """Return what this player has marked as dead since the latest proposal, otherwise that."""
        proposal, marked = self._marked
        return marked if state.settling and marked and proposal == state.proposal else super().dead(state)

    def on_board_widget_marked(self, event: BoardWidget.Marked) -> None:
        """Mark a group as dead, or no longer."""
        state = self.state
        if state is None or not state.settling or not state.plays:
            return
        marked = toggled(state, self.dead(state), event.cell)
        if marked is not None:
            self._marked = state.proposal, marked
            self.show_state()

    def _turns(self, state: MatchState) -> bool:
        """Return whether the board of two players at one keyboard turns to the side to move."""
        return self.preferences.turn_board or is_numbered_by_side(state.board)

    def _prompt_hint(self, state: MatchState) -> str:
        if state.settling:
            return strings.SETTLE_HINT
        if ended_in(state) is not None:
            return strings.EVENT_OVER_HINT
        if state.over:
            return strings.CARDS_OVER_HINT if state.game.hidden else strings.OVER_HINT
        if state.local and state.your_turn:
            return strings.SIDE_TO_MOVE.format(side=side_to_move(state))
        if state.your_turn and (keys := self.move_keys(state)):
            return strings.KEYS_HINT.format(keys=keys_text(keys))
        return strings.MOVE_HINT if state.your_turn else strings.WAIT_HINT

    def move_keys(self, state: MatchState | None) -> dict[str, str]:
        """Return the moves at a table of cards that have keys of their own, by key."""
        return move_keys(state.board, state.position) if state is not None and state.your_turn else {}

    def action_move_key(self, key: str) -> None:
        """Play the move of a key, or focus the field of moves with a number."""
        if move := self.move_keys(self.state).get(key):
            self.choose(move)

    def _completions(self) -> Iterable[str]:
        state = self.state
        legal = sorted(typed_words(state.position), key=natural) if state is not None else []
        return [*legal, *(f"/{word}" for word in possible_commands(state, premoves=bool(self._premoves)))]

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Play a move, run a command after `/`, or send chat after a quote mark."""
        event.stop()
        line = event.value
        if not line:
            return
        # The answer to an earlier line must not seem to be that to this one.
        self.say("")
        if line.startswith(("'", '"')):
            self.request(self.session.client.ask(build(Chat, match=self.match, text=line[1:])))
        elif line.startswith("/"):
            word, _, rest = line[1:].partition(" ")
            self.request(self._command(word.lower(), rest.strip()))
        else:
            self._move_or_command(line)

    def _move_or_command(self, line: str) -> None:
        """Play a move, or run a command that was typed without its `/`, such as the answer to an offer."""
        word, _, rest = line.partition(" ")
        if word.lower() in {command.strip() for command in COMMANDS}:
            self.request(self._command(word.lower(), rest.strip()))
        elif move := self.move_keys(self.state).get(line.lower()):
            self.choose(move)
        else:
            self.play(self._named(line))

    def _named(self, line: str) -> str:
        """Return the move that a number or a name such as `pot` stands for on our turn, or the text itself."""
        state = self.state
        return named_move(state.position, line, state.game.seats) if state is not None and state.your_turn else line

    def on_click(self, event: Click) -> None:
        """Play the only move, a pass, by a click on the message line that shows it."""
        state = self.state
        if event.widget is self.query_one("#say") and state is not None and (move := _only_pass(state)) is not None:
            self.play(move)

    def play(self, text: str, *, confirmed: bool = False, ahead: bool = False) -> None:
        """Play a move now, or queue it as a premove.

        Args:
            confirmed: Whether the user was asked already, if the preferences say so.
            ahead: Whether it is a premove whose turn has come.
        """
        self.action_live()
        state = self.state
        if state is None or state.over:
            return
        if state.your_turn and state.position.ply != self._played_ply:
            if self.preferences.confirm and not confirmed:
                self.app.push_screen(
                    Confirm(strings.PLAY_SURE.format(move=text)),
                    lambda yes: self.play(text, confirmed=True) if yes else None,
                )
                return
            self._played_ply = state.position.ply
            self.request(self._send(state, text, ahead=ahead))
        elif state.phase == "running" and state.plays:
            if not could_be_move(state.board, state.position, text):
                self.say(strings.NO_PREMOVE.format(text=text))
                return
            self._premoves.append(text)
            self.show_state()
        else:
            self.say(strings.NOT_RUNNING)

    async def _send(self, state: MatchState, text: str, *, ahead: bool) -> None:
        self.say(f"{text} {strings.SENT}")
        move = build(Move, match=self.match, ply=state.position.ply, move=text, position=state.position.position)
        try:
            await self.session.client.ask(move)
        except RefusedError:
            self._played_ply = -1
            self._premoves = []
            if not ahead:
                raise
            self.say(strings.PREMOVE_DROPPED.format(move=text))
            return
        if self.state is None or not self.state.over:
            self.say(f"{text} {strings.SAVED}")

    def _play_premove(self, state: MatchState) -> None:
        if not self._premoves:
            return
        move, *self._premoves = self._premoves
        # The server reads all spellings of moves.
        self.play(legal_text(state.position, move) or move, confirmed=True, ahead=True)

    async def _command(self, word: str, rest: str) -> None:
        """Run the command after a `/`."""
        client, match = self.session.client, self.match
        word = {"undo": "takeback"}.get(word, word)
        local = self.state is not None and self.state.local
        if word == "resign":
            side = side_to_move(self.state) if self.state is not None and local else ""
            question = strings.RESIGN_FOR_SURE.format(side=side) if side else strings.RESIGN_SURE
            self.app.push_screen(Confirm(question), self._resign)
        elif word == "draw" and local:
            self.app.push_screen(Confirm(strings.DRAW_SURE), self._agree_on_draw)
        elif word in ("flip", "help"):
            self.action_flip() if word == "flip" else self.action_help()
        elif word == "zen":
            self.action_zen()
        elif word == "premove":
            self._premoves = []
            self.say(strings.PREMOVES_CLEARED)
            self.show_state()
        elif word == "replay":
            self.action_history()
        elif word == "who":
            await self._list_watchers()
        elif word == "series":
            self.action_series()
        elif word == "explain":
            self.action_explain()
        elif word == "fairness" and self.state is not None:
            self._tell(fairness_lines(self.state) + cards_note(self.state))
            if self.state.over:
                self.request(self._check_fairness())
        elif word == "rules":
            self.action_rules()
        elif word == "settings":
            self.services.navigation.preferences()
        elif word == "profile":
            self.action_profile(rest)
        elif word == "invite":
            self.services.sharing.invite()
        elif word == "copy":
            self.services.sharing.copy(rest.lower())
        elif word == "legal":
            self._list_moves()
        elif word == "start":
            await client.ask(build(Start, match=match))
        elif word == "berserk":
            await client.ask(build(GoBerserk, match=match))
        elif word == "claim":
            await client.ask(claim_command(rest, match))
        elif word == "hint":
            hinted = await client.ask(build(Hint, match=match))
            self._mark_hint(hinted.move)
            self.say(f"hint: {hint_text(self.state, hinted)}")
        elif word == "settle" and self.state is not None:
            await client.ask(settle_command(self.state, rest, self.dead(self.state)))
        elif word == "accept" and self.state is not None and (agreed := agreement(self.state)) is not None:
            await client.ask(agreed)
        elif talk := talk_command(word, rest, match):
            await client.ask(talk)
        elif command := offer_command(word, rest, match):
            await client.ask(command)
        else:
            self.say(strings.NO_SUCH_COMMAND.format(word=word))

    def _list_moves(self) -> None:
        """List the legal moves as players write them; the chosen one is played on our turn."""
        state = self.state
        if state is None or not state.position.legal:
            self.say(strings.NO_MOVES)
            return
        written = written_moves(state.game, state.board, state.position)
        choices = {text: move for move, text in sorted(written.items(), key=lambda pair: natural(pair[1]))}

        def chosen(text: str | None) -> None:
            if text is not None and state.your_turn:
                self.choose(choices[text])

        self.app.push_screen(Pick(strings.LEGAL_MOVES.format(count=len(choices)), list(choices)), chosen)

    def _mark_hint(self, move: str) -> None:
        """Mark the cells from which and to which a recommended move goes, or each of its steps."""
        state = self.state
        if state is not None:
            path = dict(zip(state.position.legal, state.position.paths, strict=True)).get(move, [])
            ends = path if isinstance(state.board, Points) else (*path[:1], *path[-1:])
            self._hint = state.position.position, frozenset(ends)
            self.show_state()

    def _leave_prompt(self) -> None:
        """Focus the board once the match is over, so that single keys work; but keep a line that is being typed."""
        if not self._was_over and isinstance(self.focused, Prompt) and not self.focused.value:
            self.board.focus()
        self._was_over = True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action is possible now: keys of moves are letters unless the board has the focus."""
        if action == "move_key":
            return isinstance(self.focused, BoardWidget) and parameters[0] in self.move_keys(self.state)
        if action == "berserk":
            return self.state is not None and can_go_berserk(self.state)
        return super().check_action(action, parameters)

    def _begins_text(self, event: Key) -> bool:
        return event.character not in self.move_keys(self.state) and super()._begins_text(event)

    def action_berserk(self) -> None:
        """Give up half of the time and the increment, before the first move."""
        self.request(self._command("berserk", ""))

    def action_rematch(self) -> None:
        """Offer a rematch after the end."""
        if self.state is not None and self.state.over:
            self.request(self._command("rematch", ""))

    def action_next_game(self) -> None:
        """After the end, play the same engine or both sides again, or watch TV after a match against a player.

        After a game of a tournament, go back to it.
        """
        state = self.state
        if state is None or not state.over:
            return
        if ended_in(state) is not None:
            self.action_leave()
            return
        if (command := next_game(state, self.session.name)) is not None:
            self.services.matches.create(command)
        else:
            self.services.matches.open("tv", join=False)

    def palette_actions(self) -> Iterable[PaletteAction]:
        """Return the commands after a `/` that make sense now. One with an argument is put into the prompt."""
        for command in possible_commands(self.state, premoves=bool(self._premoves)):
            word = command.strip()
            title, keywords = palette_texts.COMMANDS.get(word, (word.capitalize(), ""))
            yield PaletteAction(title, keywords, partial(self._run_word, command), f"/{command}", described(f"/{word}"))
        yield PaletteAction(*palette_texts.ACTIONS["leave"], self.action_leave, key="Esc")

    def _run_word(self, word: str) -> None:
        if word.endswith(" "):
            prompt = self.query_one(Prompt)
            prompt.value = f"/{word}"
            prompt.focus()
            prompt.cursor_position = len(prompt.value)
        else:
            self.request(self._command(word, ""))

    def _resign(self, confirmed: bool | None) -> None:
        if confirmed:
            self.request(self.session.client.ask(build(Resign, match=self.match)))

    async def _check_fairness(self) -> None:
        """Show whether the dice or cards of the match were fair."""
        from kibitz_client.commands.records.fairness import check_here

        messages = await self.session.record(self.match, followed=True)
        self.app.push_screen(Findings(check_here(messages)[2]))

    def _agree_on_draw(self, confirmed: bool | None) -> None:
        if confirmed:
            self.request(self.session.client.ask(build(Offer, match=self.match, offer="draw")))

    def action_back(self) -> None:
        """Return to the live position; from there, move from the prompt to the board, then to the lobby."""
        if self._browser.ply is not None:
            self.action_live()
        else:
            super().action_back()

    def on_prompt_browse(self, event: Prompt.Browse) -> None:
        """Browse the moves from an empty prompt."""
        self.action_browse(event.by)

    def on_prompt_candidates(self, event: Prompt.Candidates) -> None:
        """List the completions above the prompt."""
        listed, self._listed = self._listed, candidates_text(event.words, event.at, max(20, self.size.width - 2))
        # A message that came meanwhile stays.
        if event.words or self.query_one("#say", TextLine).shown == listed:
            self.say(self._listed)

    def on_descendant_focus(self) -> None:
        """Show the keys of the focused part."""
        self.show_keys()

    def keys(self, state: MatchState | None) -> str:
        """Return the keys of the focused part, with those for a series if the match is part of one."""
        in_series = state is not None and state.series is not None
        if state is not None and state.over:
            over, typed = strings.EVENT_OVER_KEYS, strings.EVENT_OVER_PROMPT_KEYS
            if ended_in(state) is None:
                over = strings.CARDS_OVER_KEYS if state.game.hidden else strings.OVER_KEYS
                typed = strings.OVER_PROMPT_KEYS
            return typed if isinstance(self.focused, Prompt) else over
        if isinstance(self.focused, NumberInput):
            return strings.NUMBER_KEYS
        if not isinstance(self.focused, Prompt) and state is not None and isinstance(state.board, Table):
            return "  ".join(filter(None, (keys_text(self.move_keys(state)), strings.TABLE_KEYS)))
        if isinstance(self.focused, Prompt):
            usual = strings.MATCH_KEYS if state is None or state.tournament is None else strings.EVENT_GAME_KEYS
            return strings.MATCH_SERIES_KEYS if in_series else usual
        return strings.BOARD_SERIES_KEYS if in_series else strings.BOARD_KEYS

    def _switch_to(self, match: str) -> None:
        super()._switch_to(match)
        self._was_over = False
        self.query_one(Prompt).focus()
        self._played_ply = -1


def _only_pass(state: MatchState) -> str | None:
    """Return the move of a player who can only pass: it is the only one, and no cell is part of it."""
    legal, paths = state.position.legal, state.position.paths
    return legal[0] if state.your_turn and len(legal) == 1 and not paths[0] else None
