"""Matches that are over, the last ones first; Enter replays one. Records in files are opened here too."""

import asyncio
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from kibitz_client.match.record import read_record
from kibitz_client.parsing.archive_query import new_rows, parse_query
from kibitz_client.requests import build
from kibitz_client.text.formatting import player_text
from kibitz_client.tui import strings
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.screens.dialogs import Ask
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar
from kibitz_protocol.archive import ArchiveRow, SearchArchive

PAGE = 50


class ArchiveScreen(KibitzScreen):
    """A list. `m` adds what came before, `/` shows only some, `o` opens a file."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "app.pop_screen", show=False),
        Binding("m", "more", show=False),
        Binding("slash", "filter", show=False),
        Binding("o", "open", show=False),
        Binding("S", "series", show=False),
        Binding("question_mark,f1", "app.help", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._next: str | None = None
        self._filter = ""
        self._fields: dict[str, Any] = {}

    def compose(self) -> ComposeResult:
        """Title, list, keys."""
        yield TitleBar(f"{strings.TITLE}  {strings.ARCHIVE}")
        yield OptionList(markup=False, id="archive")
        yield TextLine(id="say", classes="say")
        yield TextLine(strings.ARCHIVE_KEYS, classes="keys")

    def on_mount(self) -> None:
        """The first page."""
        self.ask(self._load(self._fields, None))

    def say(self, text: str) -> None:
        """Tell below the list."""
        self.query_one("#say", TextLine).show(text)

    async def _load(self, fields: dict[str, Any], cursor: str | None) -> None:
        page = await self.session.link.ask(build(SearchArchive, **fields, limit=PAGE, cursor=cursor))
        if fields is not self._fields:
            # Something else is looked for by now.
            return
        self._next = page.next
        found = self.query_one(OptionList)
        if cursor is None:
            found.clear_options()
        # Whoever presses `m` twice has asked for the same page twice.
        rows = new_rows(page.matches, [option.id for option in found.options])
        found.add_options([Option(archive_text(row)[: self.size.width - 2], row.match) for row in rows])
        if cursor is None and rows:
            found.highlighted = 0
        self.say(self._told(found.option_count))

    def _told(self, count: int) -> str:
        if not self._filter:
            return "" if count else strings.ARCHIVE_EMPTY
        told = strings.ARCHIVE_FILTERED if count else strings.ARCHIVE_NOTHING
        return told.format(filter=self._filter)

    def action_more(self) -> None:
        """The next page."""
        if self._next is not None:
            self.ask(self._load(self._fields, self._next))
        elif self.query_one(OptionList).option_count:
            self.say(strings.ARCHIVE_ALL)

    def action_filter(self) -> None:
        """Show only some; an empty line is all of them."""

        def given(text: str | None) -> None:
            if text is not None:
                self.ask(self._search(text))

        self.app.push_screen(Ask(strings.ARCHIVE_FILTER, self._filter), given)

    async def _search(self, text: str) -> None:
        fields = parse_query(text, {game.name for game in self.session.games})
        self._filter, self._fields = text, fields
        await self._load(fields, None)

    def action_open(self) -> None:
        """Replay a record that is in a file."""

        def given(name: str | None) -> None:
            if name:
                self.ask(self._open(Path(name)))

        self.app.push_screen(Ask(strings.RECORD_FILE), given)

    async def _open(self, file: Path) -> None:
        from kibitz_client.tui.screens.replay import ReplayScreen

        scenes = await asyncio.to_thread(lambda: read_record(file.expanduser()))
        await self.app.push_screen(ReplayScreen([message for message, _ in scenes]))

    def action_series(self) -> None:
        """The score of the series that the highlighted match belonged to."""
        option = self.query_one(OptionList).highlighted_option
        if option is not None and option.id:
            self.kibitz.open_series(option.id)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.kibitz.replay(event.option.id or "")


def archive_text(row: ArchiveRow) -> str:
    """One match: when, what, who, how it ended."""
    day = datetime.fromtimestamp(row.ended_at).strftime("%m-%d %H:%M")
    who = " v ".join(f"{player_text(view):<18.18}" for view in row.seats)
    score = {0: "1-0", 1: "0-1", None: "draw"}.get(row.result.winner, "?")
    return f" {day}  {row.game:<11.11}{who} {score:<5}{row.ply:>4}  {row.result.reason}"
