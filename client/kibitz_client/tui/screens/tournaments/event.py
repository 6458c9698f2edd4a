"""The screen of a tournament: how far it is, and tabs with its standings, crosstable, games, statistics and rounds."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer

from kibitz_client.commands.tournament.export import Form, exported, write
from kibitz_client.match.tournament import is_over
from kibitz_client.text.tournaments.tables import headline
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.screens.dialogs import Ask, Confirm, Pick
from kibitz_client.tui.screens.tournaments import strings
from kibitz_client.tui.screens.tournaments.crosstable import CrosstableTab
from kibitz_client.tui.screens.tournaments.games import GamesTab
from kibitz_client.tui.screens.tournaments.organise import Organiser
from kibitz_client.tui.screens.tournaments.rounds import RoundsTab
from kibitz_client.tui.screens.tournaments.standings import StandingsTab
from kibitz_client.tui.screens.tournaments.statistics import StatisticsTab
from kibitz_client.tui.screens.tournaments.tab import EventTab, GamesChosen
from kibitz_client.tui.screens.tournaments.tab_line import TabLine
from kibitz_client.tui.services import PaletteAction
from kibitz_client.tui.strings import TITLE
from kibitz_client.tui.widgets.key_line import KeyLine
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar
from kibitz_protocol.tournaments.commands import (
    EnterTournament,
    LeaveTournament,
    ListTournamentGames,
    OfTournament,
    Ready,
    Rest,
)
from kibitz_protocol.tournaments.views import GameRow, GameRows, TournamentView

SHOW_AFTER_S = 0.2
RELOAD_AFTER_S = 1.0
"""How long after an event a tab asks again: engines may finish ten games a second."""
LIVE = ("open", "running", "paused")
ABSENT = ("resting", "away")
"""States of an entrant that is not paired."""
TABS: tuple[type[EventTab], ...] = (StandingsTab, CrosstableTab, GamesTab, StatisticsTab, RoundsTab)


class EventScreen(KibitzScreen):
    """A tournament that is followed while the screen is open."""

    help_section = "Event"
    DEFAULT_CSS = """
    EventScreen #about { height: auto; max-height: 4; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(place), f"tab('{name}')", show=False) for place, name in enumerate(strings.TABS, 1)),
        Binding("left_square_bracket", "turn(-1)", show=False),
        Binding("right_square_bracket", "turn(1)", show=False),
        Binding("e", "enter", show=False),
        Binding("r", "rest", show=False),
        Binding("w", "top_board", show=False),
        Binding("g", "own_game", show=False),
        Binding("x", "export_tournament", show=False),
        Binding("y", "copy_code", show=False),
        Binding("question_mark,f1", "app.help", show=False),
        Binding("escape,q", "app.pop_screen", show=False),
    ]

    def __init__(self, tournament: str) -> None:
        super().__init__()
        self.tournament = tournament
        self._tab = next(iter(strings.TABS))
        self._showing: Timer | None = None
        self._reloading: Timer | None = None

    @property
    def view(self) -> TournamentView | None:
        """The tournament; None before its snapshot arrives."""
        return self.session.tournaments.views.get(self.tournament)

    def compose(self) -> ComposeResult:
        """Lay out title, state, tabs and keys."""
        yield TitleBar(f"{TITLE}  {strings.LOADING}")
        yield TextLine(id="about")
        yield TabLine(list(strings.TABS.values()))
        for name, kind in zip(strings.TABS, TABS, strict=True):
            yield kind(self.tournament, name)
        yield TextLine(id="say", classes="say")
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the standings."""
        self.action_tab(self._tab)
        self.show_event()

    def on_unmount(self) -> None:
        """Follow the tournament no longer."""
        super().on_unmount()
        self.services.tournaments.unfollow(self.tournament)

    def on_resize(self) -> None:
        """Draw the tab at the new width."""
        self.show_event()
        self._current.show_again()

    def on_screen_resume(self) -> None:
        """Show what changed meanwhile."""
        super().on_screen_resume()
        self.show_event()
        self._reload()

    def preferences_changed(self) -> None:
        """Draw a graph with other characters."""
        self._current.show_again()

    def tournament_changed(self, tournament: str, *, event: bool) -> None:
        """Draw a message soon, together with those that follow. After an event, the tab asks again."""
        if tournament != self.tournament:
            return
        if self._showing is None:
            self._showing = self.set_timer(SHOW_AFTER_S, self.show_event)
        if event and self._reloading is None:
            self._reloading = self.set_timer(RELOAD_AFTER_S, self._reload)

    def show_event(self) -> None:
        """Draw what the messages of the tournament say."""
        self._showing = None
        view = self.view
        if view is None or not self.is_mounted:
            return
        name, *about = headline(view)
        self.query_one(TitleBar).show(f"{TITLE}  {name}")
        self.query_one("#about", TextLine).show("\n".join(about))
        for tab in self.query(EventTab):
            tab.show_view(view)
        self.query_one(KeyLine).show(keys_of(view))

    def _reload(self) -> None:
        self._reloading = None
        if self._current.asks and self.is_current and self.session.online:
            self.request(self._current.load())

    @property
    def _current(self) -> EventTab:
        return self.query_one(f"#{self._tab}", EventTab)

    def action_tab(self, name: str) -> None:
        """Show a tab."""
        self._tab = name
        for tab in self.query(EventTab):
            tab.set_class(tab.id == name, "-shown")
        self.query_one(TabLine).show(list(strings.TABS).index(name))
        self.say("")
        self._current.focus_part()
        self._reload()

    def on_tab_line_chosen(self, event: TabLine.Chosen) -> None:
        """Show a tab that was clicked."""
        self.action_tab(list(strings.TABS)[event.place])

    def action_turn(self, by: int) -> None:
        """Go to the next page or round, or with -1 to the previous one."""
        self._current.turn(by)

    def on_games_chosen(self, event: GamesChosen) -> None:
        """Watch or replay a game; ask which if there are several."""
        if not event.games:
            self.say(strings.NO_GAMES)
        elif len(event.games) == 1:
            self._open(event.games[0])
        else:
            games = {game_text(game): game for game in event.games}

            def opened(text: str | None) -> None:
                if text is not None:
                    self._open(games[text])

            self.app.push_screen(Pick(strings.WHICH_GAME, list(games)), opened)

    def _open(self, game: GameRow) -> None:
        if game.phase in LIVE:
            self.services.tournaments.open_game(game.match)
        else:
            self.services.navigation.replay(game.match)

    def action_top_board(self) -> None:
        """Watch the running game of the top board."""
        self.request(self._watch_top())

    async def _watch_top(self) -> None:
        rows = await self.session.tournaments.ask(ListTournamentGames, self.tournament, GameRows)
        live = [game for game in rows.games if game.phase in LIVE]
        if live:
            self._open(min(live, key=lambda game: game.board))
        else:
            self.say(strings.NO_TOP)

    def action_own_game(self) -> None:
        """Go to the game that waits for you."""
        own = self.view.own if self.view is not None else None
        if own is not None and own.game is not None:
            self.services.tournaments.open_game(own.game)
        else:
            self.say(strings.NO_OWN_GAME)

    def action_enter(self) -> None:
        """Enter the tournament, or leave it."""
        view = self.view
        if view is None:
            return
        if is_over(view):
            self.say(strings.OVER)
        elif view.own is None or view.own.row.state == "left":
            self.act(EnterTournament, strings.ENTERED)
        else:

            def leave(sure: bool | None) -> None:
                if sure:
                    self.act(LeaveTournament, strings.LEFT)

            self.app.push_screen(Confirm(strings.LEAVE_SURE.format(name=view.name), cautious=True), leave)

    def action_rest(self) -> None:
        """Rest, or be ready again."""
        own = self.view.own if self.view is not None else None
        if own is None:
            self.say(strings.NOT_ENTERED)
        elif own.row.state in ABSENT:
            self.act(Ready, strings.READY)
        else:
            self.act(Rest, strings.RESTING)

    def act(self, kind: type[OfTournament], done: str, **fields: object) -> None:
        """Carry out an action, and say that it was done; show a refusal."""
        self.request(self._act(kind, done, **fields))

    async def _act(self, kind: type[OfTournament], done: str, **fields: object) -> None:
        await self.session.tournaments.act(kind, self.tournament, **fields)
        self.say(done)

    def action_copy_code(self) -> None:
        """Copy the code of the tournament."""
        if self.view is not None:
            self.services.sharing.copy_text(self.view.code, strings.CODE_COPIED)

    def action_export_tournament(self) -> None:
        """Write the tournament to a file: json, csv, pgn, trf or html."""
        forms: dict[str, Form] = {text: form for form, text in strings.EXPORT_FORMS.items()}

        def chosen(text: str | None) -> None:
            if text is not None and self.view is not None:
                form = forms[text]
                self.app.push_screen(Ask(strings.EXPORT_FILE, f"{self.view.code}.{form}"), partial(named, form))

        def named(form: Form, name: str | None) -> None:
            if not name:
                return
            file = Path(name).expanduser()
            if not file.exists():
                self.request(self._export(form, file))
                return
            question = Confirm(strings.EXPORT_OVER.format(file=file), cautious=True)
            self.app.push_screen(question, lambda sure: self.request(self._export(form, file)) if sure else None)

        self.app.push_screen(Pick(strings.EXPORT_AS, list(forms)), chosen)

    async def _export(self, form: Form, file: Path) -> None:
        session = self.session
        key = session.tournaments.keys.get(self.tournament)
        write(file, await exported(session.client, self.tournament, form, key))
        self.say(strings.EXPORTED.format(file=file))

    def palette_actions(self) -> Iterable[PaletteAction]:
        """Return what the organiser may do now, and the challenges of a ladder."""
        if self.view is not None:
            return Organiser(self, self.act, self.view, self.query_one(GamesTab).highlighted).actions()
        return ()


def keys_of(view: TournamentView) -> str:
    """Return the keys that do something now."""
    own, keys = view.own, []
    if not is_over(view):
        entered = own is not None and own.row.state != "left"
        keys.append(strings.LEAVE_KEY if entered else strings.ENTER_KEY)
        if own is not None and entered:
            keys.append(strings.READY_KEY if own.row.state in ABSENT else strings.REST_KEY)
        if own is not None and own.game is not None:
            keys.append(strings.GAME_KEY)
    return "  ".join([*keys, strings.EVENT_KEYS])


def game_text(game: GameRow) -> str:
    """Return a game as an entry of a list: `game 7, round 2: mia - otter 1-0`."""
    result = game.result or game.phase
    return f"game {game.game}, round {game.round}: {game.first.name} - {game.second.name} {result}"
