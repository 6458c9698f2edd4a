"""The tab with the games: live ones first, then the newest."""

from textual.app import ComposeResult
from textual.widgets import OptionList

from kibitz_client.text.tournaments.tables import game_lines
from kibitz_client.tui.screens.tournaments.tab import EventTab, GamesChosen, page_text, show_options
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_protocol.tournaments.commands import ListTournamentGames
from kibitz_protocol.tournaments.views import GameRow, GameRows


class GamesTab(EventTab):
    """Games; Enter watches or replays one."""

    DEFAULT_CSS = """
    GamesTab #game-columns, GamesTab #game-page { height: 1; padding: 0 1; color: $faint; }
    """

    def __init__(self, tournament: str, id: str) -> None:
        super().__init__(tournament, id)
        self._rows: GameRows | None = None
        self._page = 1

    def compose(self) -> ComposeResult:
        """Lay out the headings and the games."""
        yield TextLine(id="game-columns")
        yield OptionList(markup=False, id="game-rows")
        yield TextLine(id="game-page")

    @property
    def highlighted(self) -> GameRow | None:
        """The highlighted game."""
        option = self.query_one(OptionList).highlighted_option
        games = self._rows.games if self._rows is not None else []
        return next((game for game in games if option is not None and str(game.game) == option.id), None)

    async def load(self) -> None:
        """Ask for the page of games, and draw it."""
        self._rows = await self.request(ListTournamentGames, GameRows, page=self._page)
        self.show_again()

    def show_again(self) -> None:
        """Draw the games at the new width."""
        if self._rows is None:
            return
        heading, *lines = game_lines(self._rows.games, self.columns)
        self.query_one("#game-columns", TextLine).show(heading)
        show_options(self.query_one(OptionList), lines, [str(game.game) for game in self._rows.games])
        page = page_text(self._rows.page, self._rows.pages)
        self.query_one("#game-page", TextLine).show(page)
        self.query_one("#game-page").display = bool(page)

    def turn(self, by: int) -> None:
        """Ask for another page."""
        if self._rows is None or not 1 <= self._page + by <= self._rows.pages:
            return
        self._page += by
        self.event_screen.request(self.load())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open a game."""
        event.stop()
        if (game := self.highlighted) is not None:
            self.post_message(GamesChosen([game]))
