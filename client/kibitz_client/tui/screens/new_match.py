"""The form for a new match. It knows each game's options because the server tells them."""

from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Input, Select

from kibitz_client.asking import Arrangement, create
from kibitz_client.errors import Misuse
from kibitz_client.tui import strings
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.widgets.line import Line
from kibitz_client.tui.widgets.title_bar import TitleBar
from kibitz_protocol.to_server import Create
from kibitz_protocol.values import GameInfo

HINTS = {
    "level": ("3", strings.LEVEL_HINT),
    "engine": ("alphabeta:seconds=1", strings.ENGINE_HINT),
    "open": ("", ""),
    "invite": ("", strings.INVITE_HINT),
    "duel": ("alphabeta:seconds=1 mcts:seconds=1", strings.DUEL_HINT),
}


class NewMatchScreen(KibitzScreen):
    """Fields from the top; Tab leads on, Ctrl-Enter or the button makes the match."""

    DEFAULT_CSS = """
    NewMatchScreen .field { height: auto; min-height: 1; }
    NewMatchScreen .field Line { width: 20; color: $faint; }
    NewMatchScreen .field Select, NewMatchScreen .field Input { width: 36; }
    NewMatchScreen .field .note { width: 1fr; color: $faint; padding: 0 1; }
    NewMatchScreen #options { height: auto; }
    NewMatchScreen Button { margin: 1 2 0 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.pop_screen", show=False),
        Binding("ctrl+s", "create", show=False),
    ]

    def compose(self) -> ComposeResult:
        """Every field with its name and what may stand there."""
        games = self.hub.games
        yield TitleBar(f"{strings.TITLE}  {strings.NEW_MATCH}")
        with VerticalScroll(can_focus=False):
            with Horizontal(classes="field"):
                yield Line(strings.GAME)
                choices = [(game.title, game.name) for game in games]
                last = self.kibitz.prefs.game
                chosen = last if last in {game.name for game in games} else games[0].name
                yield Select(choices, value=chosen, allow_blank=False, compact=True, id="game")
                yield Line(id="summary", classes="note")
            yield Vertical(id="options")
            with Horizontal(classes="field"):
                yield Line(strings.OPPONENT)
                opponents = [(text, name) for name, text in strings.OPPONENTS.items()]
                yield Select(opponents, value="level", allow_blank=False, compact=True, id="opponent")
            yield from self._text("who", strings.WHO, "3", strings.LEVEL_HINT)
            with Horizontal(classes="field"):
                yield Line(strings.FIRST)
                yield Select(strings.FIRSTS, value="me", allow_blank=False, compact=True, id="first")
            yield from self._text("clock", strings.CLOCK, "", strings.CLOCK_HINT)
            yield from self._text("games", strings.GAMES, "1", strings.GAMES_HINT)
            with Horizontal(classes="field"):
                yield Line(strings.VISIBILITY)
                yield Select(strings.VISIBILITIES, value="public", allow_blank=False, compact=True, id="visibility")
            with Horizontal(classes="field"):
                yield Line(strings.RATED)
                yield Select(strings.RATED_CHOICES, value=False, allow_blank=False, compact=True, id="rated")
            with Horizontal(classes="field"):
                yield Line(strings.WATCHERS)
                yield Select(strings.WATCH_CHOICES, value=True, allow_blank=False, compact=True, id="watchers")
            with Horizontal(classes="field"):
                yield Button(strings.CREATE, id="create", compact=True, variant="primary")
                yield Button(strings.CANCEL, id="cancel", compact=True)
        yield Line(id="say", classes="say")
        yield Line(strings.FORM_KEYS, classes="keys")

    def _text(self, id: str, name: str, value: str, note: str) -> ComposeResult:
        with Horizontal(classes="field"):
            yield Line(name)
            yield Input(value, compact=True, id=id)
            yield Line(note, id=f"{id}-note", classes="note")

    async def on_select_changed(self, event: Select.Changed) -> None:
        """Another game has other options; another opponent is named in another way."""
        if event.select.id == "game":
            await self._show_options(self._game())
        elif event.select.id == "opponent":
            value, note = HINTS[str(event.value)]
            self.query_one("#who", Input).value = value
            self.query_one("#who-note", Line).show(note)
            self.query_one("#who", Input).disabled = not note

    def _game(self) -> GameInfo:
        name = self.query_one("#game", Select).value
        return next(game for game in self.hub.games if game.name == name)

    async def _show_options(self, game: GameInfo) -> None:
        self.query_one("#summary", Line).show(game.summary)
        place = self.query_one("#options", Vertical)
        await place.remove_children()
        for option in game.options:
            field = Horizontal(classes="field")
            await place.mount(field)
            value = str(option.default).lower() if isinstance(option.default, bool) else str(option.default)
            await field.mount(
                Line(f"  {option.name}"),
                Input(value, compact=True, name=option.name, classes="option"),
                Line(f"{option.range}: {option.meaning}", classes="note"),
            )

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "create":
            self.action_create()
        else:
            self.app.pop_screen()

    def on_input_submitted(self, _event: Input.Submitted) -> None:
        """Enter in a field makes the match."""
        self.action_create()

    def action_create(self) -> None:
        """Make the match and go there."""
        try:
            command = self._command()
        except Misuse as error:
            self.query_one("#say", Line).show(f"{error}{'; ' + error.hint if error.hint else ''}")
            return
        self.kibitz.create(command)

    def _command(self) -> Create:
        """What the fields say. Raises Misuse."""
        game = self._game()
        self.kibitz.use(replace(self.kibitz.prefs, game=game.name))
        who = self._value("who")
        opponent = str(self.query_one("#opponent", Select).value)
        seats: tuple[str, ...] = ()
        if opponent == "duel":
            seats = tuple(who.split())
        options = [
            f"{field.name}={field.value}" for field in self.query(Input).filter(".option") if field.value.strip()
        ]
        return create(
            Arrangement(
                game.name,
                options,
                seats,
                opponent={"level": f"level:{who}", "invite": f"@{who}", "open": "open"}.get(opponent, who),
                first=None if seats else self.query_one("#first", Select).value,  # type: ignore[arg-type]
                clock=self._value("clock") or None,
                visibility=self.query_one("#visibility", Select).value,  # type: ignore[arg-type]
                watchable=bool(self.query_one("#watchers", Select).value),
                rated=bool(self.query_one("#rated", Select).value),
                games=int(self._value("games")) if self._value("games").isdecimal() else 1,
                show_thinking=True if seats else None,
            )
        )

    def _value(self, id: str) -> str:
        return self.query_one(f"#{id}", Input).value.strip()
