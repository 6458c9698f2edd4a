"""The score table of a series and its games, live while it runs."""

from collections.abc import Collection
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from kibitz_client.match.state import OVER, MatchState
from kibitz_client.requests import build
from kibitz_client.text.series import game_heading, game_line, score_lines
from kibitz_client.tui import strings
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.widgets.key_line import KeyLine
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar
from kibitz_protocol.commands.match_info import SeriesGame, SeriesTable, ShowSeries
from kibitz_protocol.to_client import Event, Moved, Next, Snapshot

SHOW_AFTER_S = 0.2


class SeriesScreen(KibitzScreen):
    """List of the games of a series. The running game is followed, so that its row and the score stay current."""

    help_section = "Series"
    DEFAULT_CSS = """
    SeriesScreen #score { height: auto; padding: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "app.pop_screen", show=False),
        Binding("question_mark,f1", "app.help", show=False),
    ]

    def __init__(self, table: SeriesTable) -> None:
        super().__init__()
        self.table = table
        self._live = ""
        self._pending: Timer | None = None
        self._reloading: Timer | None = None

    def compose(self) -> ComposeResult:
        """Lay out title, score, games and keys."""
        yield TitleBar(f"{strings.TITLE}  {strings.SERIES}")
        yield TextLine(id="score")
        yield TextLine(id="columns", classes="heading")
        yield OptionList(markup=False, id="games")
        yield TextLine(id="say", classes="say")
        yield KeyLine(strings.SERIES_KEYS)

    def on_mount(self) -> None:
        """Show the table."""
        self._set_table(self.table)

    def on_resize(self) -> None:
        """Redraw the table at the new width."""
        self.show_table()

    def followed_matches(self) -> Collection[str]:
        """Return the running game."""
        return (self._live,) if self._live else ()

    def match_changed(self, match: str, message: Any, _before: MatchState | None) -> None:
        """Draw a move of the running game soon; load the table again after any other message."""
        if match != self._live:
            return
        if isinstance(message, Next):
            self._live = message.next if message.why == "series" and message.next is not None else ""
        moved = isinstance(message, Event) and isinstance(message.event, Moved) and message.phase == "running"
        if isinstance(message, Event | Next) and not moved:
            if self._reloading is None:
                # Engines may finish ten games a second.
                self._reloading = self.set_timer(SHOW_AFTER_S, self._reload)
        elif isinstance(message, Event | Snapshot) and self._pending is None:
            self._pending = self.set_timer(SHOW_AFTER_S, self.show_table)

    def _reload(self) -> None:
        self._reloading = None
        self.request(self._load())

    async def _load(self) -> None:
        self._set_table(await self.session.client.ask(build(ShowSeries, match=self.table.played[-1].match)))

    def _set_table(self, table: SeriesTable) -> None:
        """Show a table, and follow its last game unless that is over."""
        self.table = table
        last = table.played[-1]
        if last.phase not in OVER and last.match != self._live:
            self._live = last.match
            if last.match not in self.session.states:
                self.services.matches.follow(last.match, self._refused)
        self.show_table()

    def _refused(self, _match: str) -> None:
        """Show the table without live updates."""
        self._live = ""

    def show_table(self) -> None:
        """Draw the table. Keep the highlighted row, or highlight the last row if the last one was."""
        self._pending = None
        table, width = self.table, max(40, self.size.width - 2)
        title = next((game.title for game in self.session.games if game.name == table.game), table.game)
        place = strings.SERIES_PLACE.format(number=table.played[-1].number, games=table.games)
        over = strings.SERIES_OVER if table.played[-1].phase in OVER else ""
        self.query_one(TitleBar).show(f"{strings.TITLE}  {strings.SERIES}  {title}  {place}{over}")
        self.query_one("#score", TextLine).show("\n".join(score_lines(table.played, table.score, width)))
        self.query_one("#columns", TextLine).show(game_heading(width))
        self._show_games([self._line(game, width) for game in table.played])

    def _show_games(self, lines: list[str]) -> None:
        listing = self.query_one(OptionList)
        at, count = listing.highlighted, listing.option_count
        for place, (option, line) in enumerate(zip(listing.options, lines, strict=False)):
            if option.prompt != line:
                listing.replace_option_prompt_at_index(place, line)
        listing.add_options([Option(line) for line in lines[count:]])
        if at is None or at == count - 1:
            listing.highlighted = len(lines) - 1

    def _line(self, game: SeriesGame, width: int) -> str:
        state = self.session.states.get(game.match)
        if state is None or game.phase in OVER:
            return game_line(game, width)
        return game_line(game, width, ply=len(state.moves), time_ms=sum(move.elapsed_ms for move in state.moves))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Watch the running game, or replay a finished one."""
        game = self.table.played[event.option_index]
        if game.phase in OVER:
            self.services.navigation.replay(game.match)
        else:
            self.services.navigation.show_match(game.match)
