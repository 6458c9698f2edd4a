"""The list of tournaments: running, announced, finished."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key, Paste
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from kibitz_client.commands.tournament.ask import ask
from kibitz_client.commands.tournament.league import ANY, division_lines, places_of
from kibitz_client.text.tournaments.tables import list_lines
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.screens.dialogs import Ask
from kibitz_client.tui.screens.tournaments import strings
from kibitz_client.tui.screens.tournaments.tab import LIST_FRAME
from kibitz_client.tui.strings import TITLE
from kibitz_client.tui.widgets.key_line import KeyLine
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar
from kibitz_protocol.match_codes import is_tournament_code
from kibitz_protocol.tournaments.commands import ListTournaments
from kibitz_protocol.tournaments.views import TournamentRow, TournamentRows

RELOAD_EVERY_S = 10.0
GROUP_OF = {
    "running": "running",
    "paused": "running",
    "announced": "announced",
    "finished": "finished",
    "cancelled": "finished",
}


class EventListScreen(KibitzScreen):
    """Tournaments in groups by their state. Enter opens one, `n` is the form for a new one, a code opens its own."""

    help_section = "Events"
    DEFAULT_CSS = """
    EventListScreen #columns { height: 1; padding: 0 1; color: $faint; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new_tournament", show=False),
        Binding("T,t", "code", show=False),
        Binding("l", "leagues", show=False),
        Binding("m", "more", show=False),
        Binding("slash", "filter", show=False),
        Binding("question_mark,f1", "app.help", show=False),
        Binding("escape,q", "app.pop_screen", show=False),
    ]
    asked: ClassVar[ListTournaments] = ListTournaments()
    name_shown, keys, none_yet = strings.EVENTS, strings.LIST_KEYS, strings.NONE_YET

    def __init__(self) -> None:
        super().__init__()
        self._filter = ""
        self._rows: list[TournamentRow] = []
        self._pages_shown = self._pages = 1
        self._loaded = False

    def compose(self) -> ComposeResult:
        """Lay out title, list and keys."""
        yield TitleBar(f"{TITLE}  {self.name_shown}")
        yield TextLine(id="columns")
        yield OptionList(markup=False, id="tournaments")
        yield TextLine(id="say", classes="say")
        yield KeyLine(self.keys)

    def on_mount(self) -> None:
        """Load the first page, and again every few seconds."""
        self.set_interval(RELOAD_EVERY_S, self._reload)

    def on_screen_resume(self) -> None:
        """Load the list again: tournaments change while another screen is on top."""
        super().on_screen_resume()
        self.request(self._load())

    def on_resize(self) -> None:
        """Draw the rows at the new width."""
        self._show_rows()

    def _reload(self) -> None:
        if self.is_current and self.session.online:
            self.request(self._load())

    async def _load(self) -> None:
        rows: dict[str, TournamentRow] = {}
        page = 0
        while page < self._pages_shown:
            page += 1
            answer = await ask(self.session.client, self.asked.model_copy(update={"page": page}), TournamentRows)
            rows |= {row.tournament: row for row in answer.tournaments}
            self._pages = answer.pages
        self._rows, self._loaded = list(rows.values()), True
        self._show_rows()

    def _show_rows(self) -> None:
        if not self._loaded:
            return
        rows = [row for row in self._rows if fits(row, self._filter)]
        groups = self._groups(rows)
        ordered = [row for group in groups.values() for row in group]
        width = max(40, self.size.width - LIST_FRAME)
        heading, *lines = self._lines(ordered, width)
        self.query_one("#columns", TextLine).show(heading if ordered else "")
        texts = dict(zip([row.tournament for row in ordered], lines, strict=False))
        options: list[Option] = []
        for name, group in groups.items():
            if group:
                options.append(Option(f"-- {name} ({len(group)}) ".ljust(width, "-"), disabled=True))
                options += [Option(f" {texts[row.tournament]}", row.tournament) for row in group]
        listing = self.query_one(OptionList)
        before = [(str(option.prompt), option.id) for option in listing.options]
        if before == [(str(option.prompt), option.id) for option in options] and ordered:
            return
        chosen = listing.highlighted_option.id if listing.highlighted_option is not None else None
        listing.set_options(options)
        ids = [option.id for option in options]
        if ordered:
            listing.highlighted = ids.index(chosen if chosen and chosen in ids else ordered[0].tournament)
        self.say("" if ordered or self._filter else self.none_yet)
        if self._filter:
            self.say((strings.FILTERED if ordered else strings.NOTHING_FITS).format(filter=self._filter))

    def _groups(self, rows: Sequence[TournamentRow]) -> Mapping[str, Sequence[TournamentRow]]:
        """Return the rows by the headings of their groups, in the order of the list."""
        return {title: [row for row in rows if GROUP_OF[row.state] == name] for name, title in strings.GROUPS.items()}

    def _lines(self, rows: Sequence[TournamentRow], width: int) -> list[str]:
        """Return the heading of the columns and a line for each row."""
        return list_lines(rows, width)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open a tournament."""
        if event.option.id:
            row = next((row for row in self._rows if row.tournament == event.option.id), None)
            self.services.tournaments.open(row.code if row is not None else event.option.id)

    def action_more(self) -> None:
        """Load the next page."""
        if self._pages_shown < self._pages:
            self._pages_shown += 1
            self.request(self._load())
        else:
            self.say(strings.ALL_SHOWN)

    def action_filter(self) -> None:
        """Ask for a filter; an empty one shows all tournaments."""

        def apply(text: str | None) -> None:
            if text is not None:
                self._filter = text
                self._show_rows()
                if not text:
                    self.say("")

        self.app.push_screen(Ask(strings.FILTER_PROMPT, self._filter), apply)

    def action_leagues(self) -> None:
        """Open the list of leagues."""
        self.app.push_screen(LeagueListScreen())

    def action_new_tournament(self) -> None:
        """Open the form for a new tournament."""
        self.services.tournaments.new()

    def action_code(self) -> None:
        """Ask for the code of a tournament, which begins with a T."""

        def opened(code: str | None) -> None:
            if code:
                self._open_code(code)

        self.app.push_screen(Ask(strings.CODE_PROMPT, "T", begun=True), opened)

    def direct_text(self, event: Key | Paste) -> None:
        """Open a tournament whose code or address is pasted."""
        if isinstance(event, Paste) and event.text.strip():
            event.stop()
            event.prevent_default()
            self._open_code(event.text.strip())

    def _open_code(self, text: str) -> None:
        if not is_tournament_code(text.rpartition("/")[2]):
            self.say(strings.NO_CODE.format(text=text[:40]), warning=True)
        else:
            self.services.tournaments.open(text)


class LeagueListScreen(EventListScreen):
    """Leagues, each season with its divisions, the latest season first. Enter opens a division with its standings."""

    asked = ListTournaments(league=ANY)
    name_shown, keys, none_yet = strings.LEAGUES, strings.LEAGUE_KEYS, strings.NO_LEAGUE_YET

    def _groups(self, rows: Sequence[TournamentRow]) -> Mapping[str, Sequence[TournamentRow]]:
        groups: dict[tuple[str, int], list[TournamentRow]] = {}
        leagues: dict[str, str] = {}
        for place in places_of(rows):
            assert place.row.division is not None
            leagues.setdefault(place.row.division.league, place.row.division.name)
            groups.setdefault((place.row.division.league, place.season), []).append(place.row)
        return {
            strings.LEAGUE_GROUP.format(name=name, league=league, season=season): group
            for league, name in leagues.items()
            for (of, season), group in groups.items()
            if of == league
        }

    def _lines(self, rows: Sequence[TournamentRow], width: int) -> list[str]:
        places = [place for row in rows for place in places_of([row])]
        return division_lines(places, width)

    def action_leagues(self) -> None:
        """Stay: this is the list of leagues."""

    def action_new_tournament(self) -> None:
        """Say how a league is made, which has no form."""
        self.say(strings.NO_LEAGUE_YET.partition("; ")[2])


def fits(row: TournamentRow, filter_text: str) -> bool:
    """Return whether each word of a filter is a part of what a row says."""
    text = f"{row.name} {row.code} {row.format} {row.game} {row.organiser} {GROUP_OF[row.state]} {row.state}".casefold()
    return all(word in text for word in filter_text.casefold().split())
