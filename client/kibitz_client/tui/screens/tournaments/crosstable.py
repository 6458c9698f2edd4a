"""The tab with the crosstable: the results by entrant, and by opponent or round."""

from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import DataTable

from kibitz_client.columns import shorten
from kibitz_client.text.formatting import points_text
from kibitz_client.text.tournaments.tables import crosstable_numbers
from kibitz_client.tui.screens.tournaments.tab import EventTab, GamesChosen
from kibitz_protocol.tournaments.commands import ListTournamentGames, ShowCrosstable
from kibitz_protocol.tournaments.views import CrosstableView, GameRow, GameRows

HEADINGS = ("#", "entrant", "pts")
FIXED = len(HEADINGS)
MOST_NAME = 20
MOST_GAMES_PAGES = 4
"""Pages of the games of a cell that are asked for."""


class CrosstableTab(EventTab):
    """The table; Enter in a cell opens its games."""

    DEFAULT_CSS = """
    CrosstableTab DataTable { height: 1fr; background: $background; color: $foreground; padding: 0 1; }
    CrosstableTab DataTable > .datatable--header { background: $background; color: $faint; text-style: bold; }
    CrosstableTab DataTable > .datatable--fixed { background: $background; color: $foreground; }
    CrosstableTab DataTable > .datatable--cursor { background: $panel; color: $foreground; text-style: bold reverse; }
    CrosstableTab DataTable > .datatable--fixed-cursor { background: $background; color: $foreground; }
    CrosstableTab DataTable > .datatable--header-cursor { background: $background; color: $foreground; }
    CrosstableTab DataTable > .datatable--hover { background: $background; }
    CrosstableTab DataTable > .datatable--header-hover { background: $background; }
    """

    def __init__(self, tournament: str, id: str) -> None:
        super().__init__(tournament, id)
        self._table: CrosstableView | None = None

    def compose(self) -> ComposeResult:
        """Lay out the table."""
        yield DataTable[Text](fixed_columns=FIXED, cell_padding=1, id="cells")

    async def load(self) -> None:
        """Ask for the crosstable, and draw it."""
        self._table = await self.request(ShowCrosstable, CrosstableView)
        self.show_again()

    def show_again(self) -> None:
        """Draw the table, with the cursor at the same cell."""
        view = self._table
        if view is None:
            return
        table: DataTable[Any] = self.query_one(DataTable)
        cursor, scrolled = table.cursor_coordinate, table.scroll_offset
        table.clear(columns=True)
        count = max((len(row.cells) for row in view.rows), default=0)
        names = view.columns if view.by == "round" else []
        headings = [*HEADINGS, *(names[at] if at < len(names) else str(at + 1) for at in range(count))]
        table.add_columns(*map(Text, headings))
        for number, row in zip(crosstable_numbers(view), view.rows, strict=True):
            cells = [*row.cells, *[""] * (count - len(row.cells))]
            name = shorten(row.entrant.name, MOST_NAME).rstrip()
            # Cells are no markup: a name may contain brackets.
            table.add_row(*map(Text, (str(number), name, points_text(row.points), *cells)))
        if view.rows and count:
            at = max(FIXED, min(cursor.column, FIXED + count - 1))
            table.move_cursor(row=min(cursor.row, len(view.rows) - 1), column=at, scroll=False)
            table.scroll_to(*scrolled, animate=False)

    def on_data_table_cell_selected(self, event: "DataTable.CellSelected") -> None:
        """Open the games of a cell."""
        event.stop()
        view, at = self._table, event.coordinate
        if view is None or at.row >= len(view.rows):
            return
        sought: dict[str, Any] = {"entrant": view.rows[at.row].entrant.name}
        place = at.column - FIXED
        if place >= 0 and view.by == "opponent":
            if place >= len(view.rows) or place == at.row:
                return
            sought["opponent"] = view.rows[place].entrant.name
        elif place >= 0:
            name = view.columns[place] if place < len(view.columns) else ""
            sought["round"] = int(name) if name.isdecimal() else place + 1
        self.event_screen.request(self._open(sought))

    async def _open(self, sought: dict[str, Any]) -> None:
        games: list[GameRow] = []
        pages = page = 1
        while page <= min(pages, MOST_GAMES_PAGES):
            answer = await self.request(ListTournamentGames, GameRows, page=page, **sought)
            games += answer.games
            pages, page = answer.pages, page + 1
        self.post_message(GamesChosen(games))
