"""The leaderboard of each game."""

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from kibitz_client.columns import fit
from kibitz_client.requests import build
from kibitz_client.text.formatting import opponents_text
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.screens.players import strings
from kibitz_client.tui.strings import TITLE
from kibitz_client.tui.widgets.key_line import KeyLine
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar
from kibitz_protocol.commands.archive import ShowRatings
from kibitz_protocol.values.seats import strength_text

if TYPE_CHECKING:
    from kibitz_protocol.commands.archive import RatingRow

SHOWN = 100
"""How many players a leaderboard has; the protocol allows no more."""
LEAST_NAME, MOST_NAME = 12, 30
"""Columns for a name."""
NUMBERS = 48
"""Columns for all else in a row."""


class RatingsScreen(KibitzScreen):
    """Players of a game by rating minus twice the deviation. Left and right change the game, Enter opens a profile."""

    help_section = "Ratings"
    DEFAULT_CSS = """
    RatingsScreen #game { padding: 1 1 0 1; height: 2; text-style: bold; }
    RatingsScreen #order, RatingsScreen #columns { padding: 0 1; height: 1; color: $faint; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "game(-1)", show=False, priority=True),
        Binding("right,l", "game(1)", show=False, priority=True),
        Binding("p", "app.profile", show=False),
        Binding("escape,q", "app.pop_screen", show=False),
        Binding("question_mark,f1", "app.help", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        names, last = [game.name for game in self.session.games], self.preferences.game
        self._at = names.index(last) if last in names else 0
        self._rows: list[RatingRow] = []

    def compose(self) -> ComposeResult:
        """Lay out the game and its players."""
        yield TitleBar(f"{TITLE}  {strings.RATINGS}")
        yield TextLine(id="game")
        yield TextLine(strings.RATINGS_ORDER, id="order")
        yield TextLine(id="columns")
        yield OptionList(markup=False, id="ratings")
        yield TextLine(id="say", classes="say")
        yield KeyLine(strings.RATINGS_KEYS)

    def on_mount(self) -> None:
        """Load the first game."""
        self._show_game()

    def on_resize(self) -> None:
        """Draw the rows at the new width."""
        self._draw()

    def action_game(self, by: int) -> None:
        """Show the next game, or with -1 the previous one."""
        self._at = (self._at + by) % len(self.session.games)
        self._show_game()

    def _show_game(self) -> None:
        game = self.session.games[self._at]
        self.query_one("#game", TextLine).show(strings.RATINGS_GAME.format(title=game.title))
        self._rows = []
        self.query_one(OptionList).clear_options()
        self.say(strings.LOADING)
        self.request(self._load(self._at))

    async def _load(self, at: int) -> None:
        game = self.session.games[at]
        rows = (await self.session.client.ask(build(ShowRatings, game=game.name, limit=SHOWN))).ratings
        if at != self._at:
            # The player has gone on to another game.
            return
        self._rows = rows
        self._draw()
        if rows:
            own = next((place for place, row in enumerate(rows) if row.shown == self.session.name), 0)
            self.query_one(OptionList).highlighted = own
        self.say("" if rows else strings.RATINGS_NONE.format(title=game.title))

    def _draw(self) -> None:
        """Write the rows for the width of the screen, with the same one highlighted."""
        name_width = max(LEAST_NAME, min(MOST_NAME, self.size.width - NUMBERS))
        player, *numbers = strings.RATINGS_COLUMNS
        heading = " " * 4 + fit(player, name_width) + "  {:<10}{:>7}  {}".format(*numbers)
        self.query_one("#columns", TextLine).show(heading)
        listing, own = self.query_one(OptionList), self.session.name
        highlighted = listing.highlighted
        lines = (rating_line(place, row, own, name_width) for place, row in enumerate(self._rows, 1))
        listing.set_options([Option(line, row.reference) for line, row in zip(lines, self._rows, strict=True)])
        listing.highlighted = highlighted

    def selected_player(self) -> str | None:
        """Return the highlighted player."""
        option = self.query_one(OptionList).highlighted_option
        return option.id if option is not None else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.services.navigation.profile(event.option.id)


def rating_line(place: int, row: "RatingRow", own: str, name_width: int) -> str:
    """Return the line of a player: place, name, rating with its deviation, numbers of matches and of opponents."""
    you = f"  {strings.YOU_MARK}" if row.shown == own else ""
    numbers = f"{strength_text(row.rating, row.deviation):<10}{row.matches:>7}  {opponents_text(row):<9}"
    return f"{place:>3}  {fit(row.shown, name_width)}  {numbers}{you}".rstrip()
