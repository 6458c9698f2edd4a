"""The form for a new match. The server describes the options of each game."""

from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import product

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Input, Select
from textual.widgets._select import SelectCurrent, SelectOverlay

from kibitz_client.errors import RefusedError
from kibitz_client.parsing.default_engines import (
    ENGINE,
    ENGINE_OF_ALL_SECRETS,
    GO_NOTATION,
    default_engine,
    default_opponent,
)
from kibitz_client.parsing.usual_options import usual_options
from kibitz_client.text.options import default_text, offered, range_text
from kibitz_client.tui import strings
from kibitz_client.tui.models.match_form import MatchForm, WrongField, option_field, refused_at
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.screens.form import FormScreen
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar
from kibitz_protocol.game_names import find_game, folded, search_text
from kibitz_protocol.to_server import Create
from kibitz_protocol.values.games import ANY, GameInfo, option_text


def duel_engines(*, chance: bool, hidden: bool, notation: str | None = None) -> str:
    """Return the engines that are suggested for a duel in a game by its properties."""
    other = ENGINE_OF_ALL_SECRETS if hidden else "mcts"
    return f"{default_opponent(chance=chance, hidden=hidden, notation=notation)} {other}:seconds=1"


KINDS = tuple(product((False, True), (False, True), (None, GO_NOTATION)))
"""Whether a game has chance events, whether it has hidden information, and whether it has the notation of Go."""
DUELS = {duel_engines(chance=chance, hidden=hidden, notation=notation) for chance, hidden, notation in KINDS}
"""All engines that are suggested for duels."""
SUGGESTED = {default_engine(chance=chance, hidden=hidden, notation=notation) for chance, hidden, notation in KINDS}
"""All engines that are suggested by their names."""
HINTS = {
    "level": ("3", strings.LEVEL_HINT),
    "engine": ("seconds=1", strings.ENGINE_HINT),
    "open": ("", ""),
    "together": ("", strings.TOGETHER_HINT),
    "invite": ("", strings.INVITE_HINT),
    "bot": ("", strings.BOT_HINT),
    "duel": (duel_engines(chance=False, hidden=False), strings.DUEL_HINT),
    "seats": ("me open", strings.SEATS_HINT),
}
"""For each kind of opponent, the initial value and the hint of the field that describes it."""


class GameList(SelectOverlay):
    """List of the games, in which typing finds a game by any of its names too."""

    def __init__(self) -> None:
        super().__init__()
        self._games: Sequence[GameInfo] = ()

    def know(self, games: Sequence[GameInfo]) -> None:
        """Set the games, in the order of the list."""
        self._games = games

    def _find_search_match(self, query: str) -> int | None:
        # A whole name comes before a part of a title: `poker` is hold'em, and not Kuhn poker.
        if named := find_game(query, self._games):
            return next(at for at, game in enumerate(self._games) if game.name == named.name)
        found = super()._find_search_match(query)
        wanted = folded(query)
        within = (at for at, game in enumerate(self._games) if wanted in search_text(game))
        return next(within, None) if found is None else found


class GameSelect(Select[str]):
    """Choice of a game."""

    def compose(self) -> ComposeResult:
        """Compose the choice as its base does, with a list that knows the other names of the games."""
        yield SelectCurrent(self.prompt)
        yield GameList().data_bind(compact=Select.compact)

    def on_mount(self) -> None:
        """Tell the list the names of the games."""
        screen = self.screen
        assert isinstance(screen, KibitzScreen), "the choice is a part of a form"
        self.query_one(GameList).know(screen.session.games)


class NewMatchScreen(FormScreen):
    """Form of one field a line: game, opponent, level and clock, the rest under "more".

    Enter, Ctrl-S or the button creates the match; an error is shown at its field.
    """

    help_section = "New match"
    first_of_more = "first"
    DEFAULT_CSS = """
    NewMatchScreen #options { height: auto; }
    NewMatchScreen #algorithm-field { display: none; }
    NewMatchScreen #algorithm-field.-shown { display: block; }
    NewMatchScreen.-narrow #algorithm-field.-shown { layout: grid; }
    """

    def __init__(self, game: str | None = None) -> None:
        super().__init__()
        self._asked = game
        self._defaults: dict[str, str] = {}
        """Defaults of options that depend on others, as typed."""

    def compose(self) -> ComposeResult:
        """Lay out every field with its label and hint."""
        games, last = self.session.games, self._asked or self.preferences.game
        chosen = last if last in {game.name for game in games} else games[0].name
        engines = self.session.engines or [ENGINE]
        yield TitleBar(f"{strings.TITLE}  {strings.NEW_MATCH}")
        with VerticalScroll(can_focus=False):
            titles = [(game.title, game.name) for game in games]
            yield from self.choice_field("game", strings.GAME, titles, chosen, GameSelect)
            opponents = [(text, name) for name, text in strings.OPPONENTS.items()]
            yield from self.choice_field("opponent", strings.OPPONENT, opponents)
            yield from self.choice_field("algorithm", strings.ENGINE, [(name, name) for name in engines])
            yield from self.text_field("details", strings.LEVEL, "3", strings.LEVEL_HINT)
            yield from self.text_field("clock", strings.CLOCK, "", strings.CLOCK_HINT)
            with Vertical(id="more"):
                yield from self.choice_field("first", strings.FIRST, strings.FIRSTS)
                yield Vertical(id="options")
                yield from self.choice_field("rated", strings.RATED, strings.RATED_CHOICES)
                yield from self.text_field("games", strings.GAMES, "1", strings.GAMES_HINT)
                yield from self.choice_field("visibility", strings.VISIBILITY, strings.VISIBILITIES)
                yield from self.choice_field("watchers", strings.WATCHERS, strings.WATCH_CHOICES)
                yield from self.text_field("delay", strings.DELAY, "", strings.DELAY_HINT)
                yield from self.choice_field("chat", strings.CHAT, strings.CHAT_CHOICES)
                yield from self.choice_field("thinking", strings.SEARCH_INFO, strings.SEARCH_INFO_CHOICES)
                yield from self.text_field("pace", strings.PACE, "", strings.PACE_HINT)
                yield from self.choice_field("help", strings.ENGINE_HELP, strings.ENGINE_HELP_CHOICES)
                yield from self.choice_field("start", strings.START, strings.START_CHOICES)
                yield from self.text_field("position", strings.POSITION, "", strings.POSITION_HINT)
                yield from self.text_field("moves", strings.OPENING, "", strings.OPENING_HINT)
        yield from self.foot()

    async def on_select_changed(self, event: Select.Changed) -> None:
        """Show the sides and options of the chosen game, or the field of the chosen kind of opponent."""
        if event.select.id == "game":
            self._show_sides(self._game())
            self._leave_out_refused(self._game())
            await self._show_options(self._game())
            self._suggest_engines()
        elif event.select.id == "opponent":
            value, self.notes["details"] = HINTS[str(event.value)]
            self.note("details")
            details = self.query_one("#details", Input)
            details.value, details.disabled = value, event.value == "open"
            label = strings.DETAILS.get(str(event.value), strings.OPPONENT_DETAILS)
            self.query_one("#details-label", TextLine).show(label)
            self.query_one("#algorithm-field").set_class(event.value == "engine", "-shown")
            self._suggest_engines()

    def _suggest_engines(self) -> None:
        """Replace engines that were suggested for another kind of game by those of the chosen game."""
        game, details = self._game(), self.query_one("#details", Input)
        if details.value in DUELS:
            details.value = duel_engines(chance=game.chance, hidden=game.hidden, notation=game.notation)
        engine = self.query_one("#algorithm", Select)
        fitting = default_engine(chance=game.chance, hidden=game.hidden, notation=game.notation)
        if engine.value in SUGGESTED and fitting in self.session.engines:
            engine.value = fitting

    def _leave_out_refused(self, game: GameInfo) -> None:
        """Offer only what the game allows: with hidden cards, no player for both sides, and no start position."""
        opponent = self.query_one("#opponent", Select)
        names = [name for name in strings.OPPONENTS if name != "together" or not game.hidden]
        if opponent.value not in names:
            opponent.value = names[0]
        chosen = opponent.value
        with opponent.prevent(Select.Changed):
            opponent.set_options([(strings.OPPONENTS[name], name) for name in names])
            opponent.value = chosen
        for name in ("position", "moves"):
            self.query_one(f"#{name}-field").display = not game.hidden
            if game.hidden:
                self.query_one(f"#{name}", Input).value = ""

    def _game(self) -> GameInfo:
        name = self.query_one("#game", Select).value
        return next(game for game in self.session.games if game.name == name)

    def _show_sides(self, game: GameInfo) -> None:
        """Ask for the first move, or for a side where a chance event or an option decides which side begins."""
        choices, by_side = list(strings.FIRSTS), game.chance or game.sides
        if by_side:
            for place, side in enumerate(game.seats[:2]):
                choices[place] = side, choices[place][1]
        first = self.query_one("#first", Select)
        chosen = first.value
        first.set_options(choices)
        # The list shows the new name of a choice only after a change of its value.
        first.value = choices[-1][1]
        first.value = chosen
        self.query_one("#first-label", TextLine).show(strings.SIDE if by_side else strings.FIRST)

    async def _show_options(self, game: GameInfo) -> None:
        self.notes["game"] = game.summary
        self.note("game")
        self._defaults.clear()
        rows = []
        usual = usual_options(game.name)
        for option in offered(game):
            value, id = option_text(usual.get(option.name, option.default)), option_field(option.name)
            self.notes[id] = f"{range_text(option, game.options)}: {option.meaning}"
            random = [Button(strings.RANDOM, compact=True, name=option.name, classes="random")] if option.any else []
            rows.append(
                Horizontal(
                    TextLine(f"  {option.name}"),
                    Input(value, compact=True, name=option.name, id=id, classes="option"),
                    *random,
                    TextLine(self.notes[id], id=f"{id}-note", classes="note"),
                    classes="field",
                )
            )
        place = self.query_one("#options", Vertical)
        await place.remove_children()
        # The form may have been closed meanwhile.
        if place.is_attached:
            await place.mount(*rows)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Let options that still have their default follow one on which it depends."""
        changed = str(event.input.name)
        if not event.input.has_class("option"):
            return
        options, typed = self._game().options, self._options()
        for option in options:
            if option.otherwise is not None and option.otherwise.option == changed:
                field = self.query_one(f"#{option_field(option.name)}", Input)
                default = default_text(option, options, typed)
                if field.value.strip() == self._defaults.get(option.name, option_text(option.default)):
                    field.value = default
                self._defaults[option.name] = default

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Let chance choose an option. The buttons of all forms belong to the base."""
        if event.button.has_class("random"):
            self.query_one(f"#{option_field(str(event.button.name))}", Input).value = ANY

    def action_rules(self) -> None:
        """Show the rules of the chosen game."""
        self.services.navigation.rules(self._game())

    def action_create(self) -> None:
        """Create the match and open it."""
        self.clear_errors()
        form = self._form()
        self.services.preferences.apply(replace(self.preferences, game=form.game))
        try:
            command = form.command()
        except WrongField as error:
            self.show_error(error.field, str(error), error.hint)
            return
        # Not a worker of this screen, because the screen closes when the match opens.
        self.services.start(self._create(command, form))

    async def _create(self, command: Create, form: MatchForm) -> None:
        """Create the match. Show a refusal at its field; raise one that belongs to no field."""
        try:
            await self.services.matches.create_and_open(command)
        except RefusedError as refusal:
            name = refused_at(refusal.refused.code, str(refusal), form.options)
            if name is None:
                raise
            self.show_error(name, str(refusal), refusal.hint)

    def _form(self) -> MatchForm:
        """Return the values of the fields."""
        given = {each.name: self.value_of(each.name) for each in fields(MatchForm) if each.name != "options"}
        return MatchForm(**given, options=self._options())

    def _options(self) -> dict[str, str]:
        """Return what is typed for each option of the game."""
        return {str(each.name): each.value.strip() for each in self.query(Input).filter(".option")}
