"""The tab with the rounds: the pairings of one of them, with their results."""

from textual.app import ComposeResult
from textual.widgets import OptionList

from kibitz_client.commands.tournament.ask import MOST_PAGES
from kibitz_client.text.tournaments.tables import round_lines
from kibitz_client.tui.screens.tournaments import strings
from kibitz_client.tui.screens.tournaments.tab import EventTab, GamesChosen, show_options
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_protocol.tournaments.commands import ShowRounds
from kibitz_protocol.tournaments.views import PairRow, RoundView


class RoundsTab(EventTab):
    """Pairings of a round, at first of the latest; Enter opens the games of one."""

    DEFAULT_CSS = """
    RoundsTab #round, RoundsTab #pair-columns { height: 1; padding: 0 1; color: $faint; }
    """

    def __init__(self, tournament: str, id: str) -> None:
        super().__init__(tournament, id)
        self._round: RoundView | None = None
        self._pairs: list[PairRow] = []
        self._wanted: int | None = None
        """The round that the user has chosen; None for the latest."""
        self._latest = 0

    def compose(self) -> ComposeResult:
        """Lay out the round and its pairings."""
        yield TextLine(id="round")
        yield TextLine(id="pair-columns")
        yield OptionList(markup=False, id="pair-rows")

    async def load(self) -> None:
        """Ask for the pairings of the round, and draw them."""
        wanted, pairs = self._wanted, []
        pages = page = 1
        while page <= min(pages, MOST_PAGES):
            answer = await self.request(ShowRounds, RoundView, round=wanted, page=page)
            pairs += answer.pairs
            wanted, pages, page = answer.round or wanted, answer.pages, page + 1
        self._round, self._pairs = answer, pairs
        self._latest = max(self._latest, answer.round)
        self.show_again()

    def show_again(self) -> None:
        """Draw the pairings at the new width."""
        view = self._round
        if view is None:
            return
        of, label = f" of {view.rounds}" if view.rounds else "", f", {view.label}" if view.label else ""
        title = strings.ROUND.format(round=view.round, of=of, label=label) if view.round else strings.NO_ROUND
        self.query_one("#round", TextLine).show(title)
        heading, *lines = round_lines(self._pairs, self.columns)
        self.query_one("#pair-columns", TextLine).show(heading if self._pairs else "")
        show_options(self.query_one(OptionList), lines, [str(place) for place, _ in enumerate(self._pairs)])

    def turn(self, by: int) -> None:
        """Show the next round, or with -1 the previous one."""
        shown = self._round.round if self._round is not None else 0
        if not 1 <= shown + by <= self._latest:
            return
        self._wanted = shown + by if shown + by < self._latest else None
        self.event_screen.request(self.load())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open the games of a pairing."""
        event.stop()
        self.post_message(GamesChosen(self._pairs[event.option_index].games))
