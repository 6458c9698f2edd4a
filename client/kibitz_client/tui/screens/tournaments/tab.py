"""A tab of the event screen: what it shows of a tournament, and what it asks the server for."""

from collections.abc import Sequence
from typing import ClassVar, TypeVar, cast

from textual.containers import Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.screens.tournaments import strings
from kibitz_protocol.tournaments.commands import OfTournament
from kibitz_protocol.tournaments.views import GameRow, TournamentView

T = TypeVar("T")
LIST_FRAME = 4
"""Columns of a list beside its lines: its padding and the bar that scrolls it."""


class GamesChosen(Message):
    """Games that the user wants to see."""

    def __init__(self, games: Sequence[GameRow]) -> None:
        super().__init__()
        self.games = list(games)


class EventTab(Vertical):
    """A part of a tournament. `load` asks for it when it is shown, and again after events; `show_view` draws it.

    `asks` is false for a tab that the snapshot and the messages of the tournament keep current.
    """

    asks: ClassVar[bool] = True
    DEFAULT_CSS = """
    EventTab { height: 1fr; display: none; }
    EventTab.-shown { display: block; }
    """

    def __init__(self, tournament: str, id: str) -> None:
        super().__init__(id=id)
        self.tournament = tournament

    @property
    def event_screen(self) -> KibitzScreen:
        """The screen of the tournament."""
        return cast(KibitzScreen, self.screen)

    @property
    def columns(self) -> int:
        """Columns of a line of a list."""
        return max(40, self.event_screen.size.width - LIST_FRAME)

    async def request(self, kind: type[OfTournament], expected: type[T], **fields: object) -> T:
        """Return the answer to a question about the tournament."""
        return await self.event_screen.session.tournaments.ask(kind, self.tournament, expected, **fields)

    async def load(self) -> None:
        """Ask for what the tab shows, and draw it."""

    def show_view(self, view: TournamentView) -> None:
        """Draw what the messages of the tournament say."""

    def show_again(self) -> None:
        """Draw it at the new width."""

    def turn(self, by: int) -> None:
        """Go to the next page or round, or with -1 to the previous one. The default does nothing."""

    def focus_part(self) -> None:
        """Focus the part in which the arrow keys work."""
        self.query(Widget).filter("OptionList, DataTable, VerticalScroll").first().focus()


def show_options(listing: OptionList, lines: Sequence[str], ids: Sequence[str]) -> None:
    """Show lines in a list, and keep the highlighted one by its id."""
    # Text begins a column right of the highlight, as in all lists.
    lines = [f" {line}" for line in lines]
    chosen = listing.highlighted_option.id if listing.highlighted_option is not None else None
    shown = [(str(option.prompt), option.id) for option in listing.options]
    if shown == list(zip(lines, ids, strict=True)):
        return
    listing.set_options([Option(line, id) for line, id in zip(lines, ids, strict=True)])
    if lines:
        listing.highlighted = ids.index(chosen) if chosen in ids else 0


def page_text(page: int, pages: int) -> str:
    """Return which page is shown, if there are several."""
    return strings.PAGE.format(page=page, pages=pages) if pages > 1 else ""
