"""The tab with the statistics: pair counts, Elo with its interval, the course of a test, repeated games, warnings."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll

from kibitz_client.columns import wrapped
from kibitz_client.text.tournaments.statistics import report_lines
from kibitz_client.tui.models.llr_graph import llr_graph
from kibitz_client.tui.screens.tournaments.tab import EventTab
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_protocol.tournaments.commands import ShowStatistics
from kibitz_protocol.tournaments.views import StatisticsView

GRAPH_ROWS, GRAPH_COLUMNS = 10, 100


class StatisticsTab(EventTab):
    """The report of the server in lines, and a graph."""

    DEFAULT_CSS = """
    StatisticsTab #report { height: auto; padding: 0 1; }
    """

    def __init__(self, tournament: str, id: str) -> None:
        super().__init__(tournament, id)
        self._statistics: StatisticsView | None = None

    def compose(self) -> ComposeResult:
        """Lay out the report."""
        with VerticalScroll():
            yield TextLine(id="report")

    async def load(self) -> None:
        """Ask for the statistics, and draw them."""
        self._statistics = await self.request(ShowStatistics, StatisticsView)
        self.show_again()

    def show_again(self) -> None:
        """Draw the statistics at the new width."""
        if self._statistics is None:
            return
        sprt, ascii_only = self._statistics.sprt, self.event_screen.preferences.ascii_only
        width = self.columns
        graph = llr_graph(sprt, min(width, GRAPH_COLUMNS), GRAPH_ROWS, ascii_only=ascii_only) if sprt else []
        # The columns of a table have several blanks between them, which a line that fits keeps.
        report = [
            part
            for line in report_lines(self._statistics, width)
            for part in ([line] if len(line) <= width else wrapped(line, width))
        ]
        self.query_one("#report", TextLine).show("\n".join([*report, *([""] if graph else []), *graph]))
