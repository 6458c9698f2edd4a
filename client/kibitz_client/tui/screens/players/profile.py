"""The profile of a player: the rating at each game with a graph over time, results, and matches to replay."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from kibitz_client.columns import fit
from kibitz_client.requests import build
from kibitz_client.tui.models.rating_graph import RatingPoint, rating_graph
from kibitz_client.tui.screens.archive import LIST_FRAME, archive_text
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.screens.players import strings
from kibitz_client.tui.strings import ARCHIVE_ALL, TITLE
from kibitz_client.tui.widgets.key_line import KeyLine
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar
from kibitz_protocol.commands.archive import SearchArchive, ShowRatings
from kibitz_protocol.values.seats import ENGINES_ONLY, is_meant, strength_text

if TYPE_CHECKING:
    from kibitz_protocol.commands.archive import ArchiveRow, RatingRow, RatingStep

PAGE = 100


class ProfileScreen(KibitzScreen):
    """Ratings of a player, the graph of the highlighted one, and finished matches; Enter replays a match."""

    AUTO_FOCUS = "#ratings"
    help_section = "Profile"
    DEFAULT_CSS = """
    ProfileScreen #counts { padding: 0 1; height: 1; }
    ProfileScreen #ratings { height: auto; max-height: 6; min-height: 1; }
    ProfileScreen #graph { padding: 0 1; height: 9; color: $seat-second; }
    ProfileScreen #graph-title { padding: 0 1; height: 1; color: $faint; }
    ProfileScreen #none { padding: 0 1; height: 1; color: $faint; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "more", show=False),
        Binding("R", "app.ratings", show=False),
        Binding("escape,q", "app.pop_screen", show=False),
        Binding("question_mark,f1", "app.help", show=False),
    ]

    def __init__(self, player: str) -> None:
        super().__init__()
        self.player = player
        self._ratings: list[RatingRow] = []
        self._history: list[RatingStep] = []
        self._rows: list[ArchiveRow] = []
        self._next: str | None = None

    def compose(self) -> ComposeResult:
        """Lay out ratings, graph and matches."""
        yield TitleBar(f"{TITLE}  {strings.PROFILE.format(name=self.player.removeprefix('@'))}")
        yield TextLine(strings.LOADING, id="none")
        yield OptionList(markup=False, id="ratings")
        yield TextLine(id="graph-title")
        yield TextLine(id="graph")
        yield TextLine(f" {strings.MATCHES}", classes="heading")
        yield TextLine(id="counts")
        yield OptionList(markup=False, id="matches")
        yield TextLine(id="say", classes="say")
        yield KeyLine(strings.PROFILE_KEYS)

    def on_mount(self) -> None:
        """Load ratings and matches."""
        self.request(self._load_ratings())
        self.request(self._load_matches(None))

    def on_resize(self) -> None:
        """Draw the graph at the new size."""
        self._draw()

    def preferences_changed(self) -> None:
        """Draw the graph with other characters."""
        self._draw()

    async def _load_ratings(self) -> None:
        found = await self.session.client.ask(build(ShowRatings, player=self.player, limit=PAGE))
        self._ratings, self._history = found.ratings, found.history
        listing = self.query_one("#ratings", OptionList)
        listing.set_options([Option(self._rating_line(row), row.game) for row in self._ratings])
        none = self.query_one("#none", TextLine)
        none.show(strings.NO_RATINGS)
        none.display = not self._ratings
        listing.display = bool(self._ratings)
        if self._ratings:
            most = max(range(len(self._ratings)), key=lambda place: self._ratings[place].matches)
            listing.highlighted = most
        else:
            self.query_one("#matches").focus()
        self._draw()

    def _rating_line(self, row: "RatingRow") -> str:
        count = strings.ALL_MATCHES[min(2, row.matches)].format(count=row.matches) if row.matches else ""
        against = strings.AGAINST[min(2, row.opponents)].format(count=row.opponents) if row.opponents else ""
        only = f", {ENGINES_ONLY}" if row.engines_only else ""
        rating = strength_text(row.rating, row.deviation)
        return f" {fit(self._title(row.game), 24)} {rating:<10}  {count}{against}{only}"

    def _title(self, game: str) -> str:
        return next((each.title for each in self.session.games if each.name == game), game)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Draw the graph of the highlighted game."""
        if event.option_list.id == "ratings":
            self._draw()

    def _draw(self) -> None:
        option = self.query_one("#ratings", OptionList).highlighted_option
        graph, title = self.query_one("#graph", TextLine), self.query_one("#graph-title", TextLine)
        points = rating_points(self._history, option.id or "") if option is not None else []
        width = max(0, self.size.width - 4)
        lines = rating_graph(points, width, 9, ascii_only=self.preferences.ascii_only)
        graph.show("\n".join(lines))
        graph.display = title.display = bool(lines)
        if lines and option is not None:
            ratings = [point.rating for point in points]
            changes = strings.ALL_MATCHES[min(2, len(points) - 1)].format(count=len(points) - 1)
            name = self._title(option.id or "")
            title.show(strings.GRAPH.format(title=name, now=ratings[-1], best=max(ratings), changes=changes))

    async def _load_matches(self, cursor: str | None) -> None:
        page = await self.session.client.ask(build(SearchArchive, player=self.player, limit=PAGE, cursor=cursor))
        self._next = page.next
        listing = self.query_one("#matches", OptionList)
        known = {row.match for row in self._rows}
        rows = [row for row in page.matches if row.match not in known]
        self._rows += rows
        listing.add_options([Option(archive_text(row, self.size.width - LIST_FRAME), row.match) for row in rows])
        if cursor is None and rows:
            listing.highlighted = 0
        counts = counts_text(self._rows, self.player, complete=page.next is None)
        self.query_one("#counts", TextLine).show(counts if self._rows else strings.NO_MATCHES)

    def action_more(self) -> None:
        """Load older matches."""
        if self._next is not None:
            self.request(self._load_matches(self._next))
        else:
            self.say(ARCHIVE_ALL)

    def selected_match(self) -> str | None:
        """Return the highlighted match."""
        option = self.query_one("#matches", OptionList).highlighted_option
        return option.id if option is not None else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Replay a match; from the ratings, go on to the matches."""
        if event.option_list.id == "matches":
            self.services.navigation.replay(event.option.id or "")
        else:
            self.query_one("#matches").focus()


def rating_points(history: "Sequence[RatingStep]", game: str) -> list[RatingPoint]:
    """Return the ratings at a game, oldest first, beginning with the one before the first known match."""
    steps = sorted((step for step in history if step.game == game), key=lambda step: step.at)
    return (
        [RatingPoint(steps[0].at, steps[0].before), *(RatingPoint(step.at, step.after) for step in steps)]
        if steps
        else []
    )


def counts_text(rows: "Sequence[ArchiveRow]", player: str, *, complete: bool) -> str:
    """Return how many matches the player won, drew and lost.

    Args:
        rows: Finished matches of the player.
        complete: Whether these are all matches of the player.
    """
    won = drawn = lost = 0
    for row in rows:
        seats = {view.seat for view in row.seats if is_meant(view, player)}
        drawn += row.result.winner is None
        won += row.result.winner in seats
        lost += row.result.winner is not None and row.result.winner not in seats
    shown = strings.ALL_MATCHES[min(2, len(rows))] if complete else strings.LAST_MATCHES
    return strings.COUNTS.format(shown=shown.format(count=len(rows)), won=won, drawn=drawn, lost=lost) if rows else ""
