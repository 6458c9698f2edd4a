"""The score of a series and its games, live while it runs; each is opened to watch it, or to replay it."""

from collections.abc import Collection
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from kibitz_client.match.series_score import series_score
from kibitz_client.match.state import OVER, MatchState
from kibitz_client.requests import build
from kibitz_client.text.series import game_heading, game_line, score_lines
from kibitz_client.tui import strings
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar
from kibitz_protocol.match_info import SeriesGame, SeriesTable, ShowSeries
from kibitz_protocol.to_client import Event, Moved, Next, Snapshot

SHOW_AFTER_S = 0.2


class SeriesScreen(KibitzScreen):
    """The game that runs is followed, so that its row and the score change by themselves."""

    DEFAULT_CSS = """
    SeriesScreen #score { height: auto; padding: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "app.pop_screen", show=False),
        Binding("question_mark,f1", "app.help", show=False),
    ]

    def __init__(self, table: SeriesTable) -> None:
        super().__init__()
        self.table = table
        self._live = ""
        self._pending: Timer | None = None
        self._asking: Timer | None = None

    def compose(self) -> ComposeResult:
        """Title, score, games, keys."""
        yield TitleBar(f"{strings.TITLE}  {strings.SERIES}")
        yield TextLine(id="score")
        yield TextLine(id="columns", classes="heading")
        yield OptionList(markup=False, id="games")
        yield TextLine(id="say", classes="say")
        yield TextLine(strings.SERIES_KEYS, classes="keys")

    def on_mount(self) -> None:
        """The last game is highlighted, because it is the one that runs."""
        self._take(self.table)

    def on_resize(self) -> None:
        """Lines as wide as the screen."""
        self.show_table()

    def say(self, text: str) -> None:
        """Tell below the games."""
        self.query_one("#say", TextLine).show(text)

    def followed(self) -> Collection[str]:
        """The game that runs."""
        return (self._live,) if self._live else ()

    def match_told(self, match: str, message: Any, _before: MatchState | None) -> None:
        """A move of the game that runs is shown with those right behind it; how it ends changes the table."""
        if match != self._live:
            return
        if isinstance(message, Next):
            self._live = message.next if message.why == "series" and message.next is not None else ""
        moved = isinstance(message, Event) and isinstance(message.event, Moved) and message.phase == "running"
        if isinstance(message, Event | Next) and not moved:
            if self._asking is None:
                # Engines may end a game and begin the next ten times a second.
                self._asking = self.set_timer(SHOW_AFTER_S, self._ask_again)
        elif isinstance(message, Event | Snapshot) and self._pending is None:
            self._pending = self.set_timer(SHOW_AFTER_S, self.show_table)

    def _ask_again(self) -> None:
        self._asking = None
        self.ask(self._load())

    async def _load(self) -> None:
        self._take(await self.session.link.ask(build(ShowSeries, match=self.table.played[-1].match)))

    def _take(self, table: SeriesTable) -> None:
        """Show a table, and follow its last game while that is not over."""
        self.table = table
        last = table.played[-1]
        if last.phase not in OVER and last.match != self._live:
            self._live = last.match
            if last.match not in self.session.states:
                self.kibitz.follow(last.match, self._cannot)
        self.show_table()

    def _cannot(self, _match: str) -> None:
        """Then the table is what there is to see."""
        self._live = ""

    def show_table(self) -> None:
        """Draw the table; what is highlighted stays so, and the last row if it was the last."""
        self._pending = None
        table, width = self.table, max(40, self.size.width - 2)
        title = next((game.title for game in self.session.games if game.name == table.game), table.game)
        place = strings.SERIES_PLACE.format(number=table.played[-1].number, games=table.games)
        over = strings.SERIES_OVER if table.played[-1].phase in OVER else ""
        self.query_one(TitleBar).show(f"{strings.TITLE}  {strings.SERIES}  {title}  {place}{over}")
        self.query_one("#score", TextLine).show("\n".join(score_lines(series_score(table.played), width)))
        self.query_one("#columns", TextLine).show(game_heading(width))
        self._show_games([self._line(game, width) for game in table.played])

    def _show_games(self, lines: list[str]) -> None:
        found = self.query_one(OptionList)
        at, count = found.highlighted, found.option_count
        for place, (option, line) in enumerate(zip(found.options, lines, strict=False)):
            if option.prompt != line:
                found.replace_option_prompt_at_index(place, line)
        found.add_options([Option(line) for line in lines[count:]])
        if at is None or at == count - 1:
            found.highlighted = len(lines) - 1

    def _line(self, game: SeriesGame, width: int) -> str:
        state = self.session.states.get(game.match)
        if state is None or game.phase in OVER:
            return game_line(game, width)
        return game_line(game, width, ply=len(state.moves), time_ms=sum(move.elapsed_ms for move in state.moves))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Watch the game that runs, replay one that is over."""
        game = self.table.played[event.option_index]
        if game.phase in OVER:
            self.kibitz.replay(game.match)
        else:
            self.kibitz.show_match(game.match)
