"""The archive: finished matches, the newest first, to replay. Record files are opened here too."""

from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from kibitz_client.columns import shorten, width_of
from kibitz_client.commands.records.files import read_match
from kibitz_client.parsing.archive_query import new_rows, parse_query
from kibitz_client.requests import build
from kibitz_client.text.formatting import outcome_text, reason_text
from kibitz_client.tui import strings
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.screens.dialogs import Ask, Pick
from kibitz_client.tui.widgets.key_line import KeyLine
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar
from kibitz_protocol.commands.archive import ArchiveRow, SearchArchive
from kibitz_protocol.values.seats import name_text, player_text, reference

PAGE = 50
LIST_FRAME = 4
"""Columns of a list beside its lines: its padding and the bar that scrolls it."""
REASON_LEAST = 4
"""Fewer columns tell nothing of the reason of a result."""


class ArchiveScreen(KibitzScreen):
    """List of finished matches. `m` adds older ones, `/` filters, `o` opens a record file."""

    help_section = "Archive"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "app.pop_screen", show=False),
        Binding("m", "more", show=False),
        Binding("slash", "filter", show=False),
        Binding("o", "open", show=False),
        Binding("S", "series", show=False),
        Binding("p", "profile", show=False),
        Binding("question_mark,f1", "app.help", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._next_cursor: str | None = None
        self._filter = ""
        self._fields: dict[str, Any] = {}
        self._rows: dict[str, ArchiveRow] = {}

    def compose(self) -> ComposeResult:
        """Lay out title, list and keys."""
        yield TitleBar(f"{strings.TITLE}  {strings.ARCHIVE}")
        yield OptionList(markup=False, id="archive")
        yield TextLine(id="say", classes="say")
        yield KeyLine(strings.ARCHIVE_KEYS)

    def on_mount(self) -> None:
        """Load the first page."""
        self.request(self._load(self._fields, None))

    async def _load(self, fields: dict[str, Any], cursor: str | None) -> None:
        page = await self.session.client.ask(build(SearchArchive, **fields, limit=PAGE, cursor=cursor))
        if fields is not self._fields:
            # The filter has changed since this request.
            return
        self._next_cursor = page.next
        listing = self.query_one(OptionList)
        if cursor is None:
            listing.clear_options()
        # Pressing `m` twice quickly requests the same page twice.
        rows = new_rows(page.matches, [option.id for option in listing.options])
        listing.add_options([Option(archive_text(row, self.size.width - LIST_FRAME), row.match) for row in rows])
        self._rows = ({} if cursor is None else self._rows) | {row.match: row for row in rows}
        if cursor is None and rows:
            listing.highlighted = 0
        self.say(self._summary(listing.option_count))

    def _summary(self, count: int) -> str:
        if not self._filter:
            return "" if count else strings.ARCHIVE_EMPTY
        text = strings.ARCHIVE_FILTERED if count else strings.ARCHIVE_NOTHING
        return text.format(filter=self._filter)

    def action_more(self) -> None:
        """Load the next page."""
        if self._next_cursor is not None:
            self.request(self._load(self._fields, self._next_cursor))
        elif self.query_one(OptionList).option_count:
            self.say(strings.ARCHIVE_ALL)

    def action_filter(self) -> None:
        """Ask for a filter; an empty one shows all matches."""

        def search(text: str | None) -> None:
            if text is not None:
                self.request(self._search(text))

        self.app.push_screen(Ask(strings.ARCHIVE_FILTER, self._filter), search)

    async def _search(self, text: str) -> None:
        fields = parse_query(text, self.session.games)
        self._filter, self._fields = text, fields
        await self._load(fields, None)

    def action_open(self) -> None:
        """Ask for a record file and replay it."""

        def open_file(name: str | None) -> None:
            if name:
                self.request(self._open(Path(name).expanduser()))

        self.app.push_screen(Ask(strings.RECORD_FILE), open_file)

    async def _open(self, file: Path) -> None:
        from kibitz_client.tui.screens.replay import ReplayScreen

        scenes = await read_match(file)
        await self.app.push_screen(ReplayScreen([message for message, _ in scenes]))

    def action_series(self) -> None:
        """Show the series that the highlighted match belongs to."""
        option = self.query_one(OptionList).highlighted_option
        if option is not None and option.id:
            self.services.navigation.show_series(option.id)

    def action_profile(self) -> None:
        """Show the profile of a player of the highlighted match."""
        option = self.query_one(OptionList).highlighted_option
        row = self._rows.get(option.id or "") if option is not None else None
        views = [view for view in row.seats if view.name] if row is not None else []
        players = {name_text(view): reference(view.name or "", engine=view.kind == "engine") for view in views}
        if not players:
            self.services.navigation.profile(None)
            return

        def show(name: str | None) -> None:
            if name is not None:
                self.services.navigation.profile(players[name])

        self.app.push_screen(Pick(strings.WHOSE_PROFILE, list(players)), show)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.services.navigation.replay(event.option.id or "")


def archive_text(row: ArchiveRow, width: int) -> str:
    """Return the line of a match in some columns: time, game, players, result, number of moves, reason.

    A name that is too long, and a reason, end with `..`. A narrow screen has the reason alone behind the score.
    """
    day = datetime.fromtimestamp(row.ended_at).strftime("%m-%d %H:%M")
    reason = max(12, width // 6)
    game = max(10, width // 8)
    room = max(8, min(30, (width - game - reason - 30) // max(1, len(row.seats))))
    players = " v ".join(shorten(player_text(view), room) for view in row.seats)
    score = {0: "1-0", 1: "0-1", None: "draw"}.get(row.result.winner, "?")
    line = f" {day}  {shorten(row.game, game)} {players} {score:<5}{row.ply:>4}  "
    left = width - width_of(line)
    if left < REASON_LEAST:
        return line.rstrip()
    outcome = outcome_text(row.result, row.seats)
    return line + shorten(outcome if width_of(outcome) <= left else reason_text(row.result), left).rstrip()
