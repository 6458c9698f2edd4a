"""The tab with the standings: the own row stays at the top, with what it waits for."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.widgets import OptionList

from kibitz_client.commands.tournament.show import own_lines
from kibitz_client.text.tournaments.tables import standing_lines
from kibitz_client.tui.screens.dialogs import Findings
from kibitz_client.tui.screens.tournaments import strings
from kibitz_client.tui.screens.tournaments.tab import EventTab, page_text, show_options
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_protocol.tournaments.commands import ExplainRow, ShowTournament
from kibitz_protocol.tournaments.views import ExplanationView, StandingRow, TournamentDone, TournamentView


class StandingsTab(EventTab):
    """Rows by rank; Enter explains one."""

    asks: ClassVar[bool] = False
    DEFAULT_CSS = """
    StandingsTab #own { height: auto; text-style: bold; color: $mark; }
    StandingsTab #columns, StandingsTab #page { height: 1; padding: 0 1; color: $faint; }
    """

    def __init__(self, tournament: str, id: str) -> None:
        super().__init__(tournament, id)
        self._view: TournamentView | None = None

    def compose(self) -> ComposeResult:
        """Lay out the headings, the own row and the rows."""
        yield TextLine(id="columns")
        yield TextLine(id="own")
        yield OptionList(markup=False, id="standings-rows")
        yield TextLine(id="page")

    def show_view(self, view: TournamentView) -> None:
        """Draw the standings."""
        self._view = view
        own = [view.own.row] if view.own is not None else []
        rows: list[StandingRow] = [*own, *view.rows]
        heading, *lines = standing_lines(view, self.columns, rows)
        self.query_one("#columns", TextLine).show(heading if rows else "")
        mine, others = lines[: len(own)], lines[len(own) :] if rows else []
        self.query_one("#own", TextLine).show(
            "\n".join([*(f">{line}" for line in mine), *(f" {line}" for line in own_lines(view))])
        )
        self.query_one("#own").display = bool(own)
        show_options(self.query_one(OptionList), others, [str(row.entrant.number) for row in view.rows])
        page = page_text(view.page, view.pages)
        self.query_one("#page", TextLine).show(page if rows else strings.NO_ENTRANTS)
        self.query_one("#page").display = bool(page) or not rows

    def show_again(self) -> None:
        """Draw them at the new width."""
        if self._view is not None:
            self.show_view(self._view)

    def turn(self, by: int) -> None:
        """Ask for another page; it comes as a snapshot."""
        view = self._view
        if view is None or not 1 <= view.page + by <= view.pages:
            return
        self.event_screen.request(self.request(ShowTournament, TournamentDone, page=view.page + by))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Explain the place of an entrant."""
        event.stop()
        rows = self._view.rows if self._view is not None else []
        name = next((row.entrant.name for row in rows if str(row.entrant.number) == event.option.id), None)
        if name is not None:
            self.event_screen.request(self._explain(name))

    async def _explain(self, name: str) -> None:
        explanation = await self.request(ExplainRow, ExplanationView, entrant=name)
        self.app.push_screen(Findings(explanation.lines))
