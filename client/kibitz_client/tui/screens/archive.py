"""Matches that are over, the last ones first; Enter replays one."""

from datetime import datetime
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from kibitz_client.asking import build
from kibitz_client.tui import strings
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.widgets.line import Line
from kibitz_client.tui.widgets.title_bar import TitleBar
from kibitz_client.words import player_text
from kibitz_protocol.archive import ArchiveRow, SearchArchive

PAGE = 50


class ArchiveScreen(KibitzScreen):
    """A list. `m` adds what came before."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "app.pop_screen", show=False),
        Binding("m", "more", show=False),
        Binding("question_mark,f1", "app.help", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._next: str | None = None

    def compose(self) -> ComposeResult:
        """Title, list, keys."""
        yield TitleBar(f"{strings.TITLE}  {strings.ARCHIVE}")
        yield OptionList(markup=False, id="archive")
        yield Line(id="say", classes="say")
        yield Line(strings.ARCHIVE_KEYS, classes="keys")

    def on_mount(self) -> None:
        """The first page."""
        self.ask(self._load())

    def say(self, text: str) -> None:
        """Tell below the list."""
        self.query_one("#say", Line).show(text)

    async def _load(self) -> None:
        page = await self.hub.link.ask(build(SearchArchive, limit=PAGE, cursor=self._next))
        self._next = page.next
        found = self.query_one(OptionList)
        found.add_options([Option(archive_text(row)[: self.size.width - 2], row.match) for row in page.matches])
        self.say("" if found.option_count else strings.ARCHIVE_EMPTY)

    def action_more(self) -> None:
        """The next page."""
        if self._next is not None:
            self.ask(self._load())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.kibitz.replay(event.option.id or "")


def archive_text(row: ArchiveRow) -> str:
    """One match: when, what, who, how it ended."""
    day = datetime.fromtimestamp(row.ended_at).strftime("%m-%d %H:%M")
    who = " v ".join(f"{player_text(view):<18.18}" for view in row.seats)
    score = {0: "1-0", 1: "0-1", None: "draw"}.get(row.result.winner, "?")
    return f" {day}  {row.game:<11.11}{who} {score:<5}{row.ply:>4}  {row.result.reason}"
