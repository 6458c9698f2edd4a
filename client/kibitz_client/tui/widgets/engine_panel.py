"""The search info of engines: for each a bar between both sides, depth, speed and the principal variation."""

from kibitz_client.columns import cut, shorten, width_of
from kibitz_client.match.moves.numbering import numbered
from kibitz_client.match.state import LatestSearch, MatchState
from kibitz_client.parsing.move_list import moves_text
from kibitz_client.text.formatting import count_text, prospects_text, score_text, search_text, shares_text
from kibitz_client.tui import strings
from kibitz_client.tui.models.win_graph import ASCII, curves
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_protocol.values.engines import SearchReport
from kibitz_protocol.values.evaluation import percent, win_probability
from kibitz_protocol.values.seats import seat_text

BAR_WIDTH = 15


class EnginePanel(TextLine):
    """A few lines for each engine; a new report replaces the previous one."""

    DEFAULT_CSS = """
    EnginePanel { height: auto; width: 1fr; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._state: MatchState | None = None
        self._characters = ASCII

    def show_state(self, state: MatchState, characters: str = ASCII) -> None:
        """Show the search info of a match; `characters` draw the graph."""
        self._state, self._characters = state, characters
        self._write()

    def on_resize(self) -> None:
        """Write the lines again, because they are cut to the width."""
        self._write()

    def _write(self) -> None:
        if self._state is not None and self.size.width:
            self.show("\n".join(engine_panel_text(self._state, self.size.width, self._characters)))


def engine_panel_text(state: MatchState, width: int, characters: str = ASCII) -> list[str]:
    """Return the lines of the panel, at most `width` characters each."""
    lines: list[str] = []
    for view in state.seats:
        info = state.searches.get(view.seat)
        if view.kind == "engine" and info is not None:
            lines += _report(state, seat_text(state.game.seats, view.seat), view.name or "", info, width)
    lines = lines or [strings.NO_SEARCH_INFO]
    found = curves(state.moves, characters)
    for seat, curve in found.items():
        name = f"eval {seat_text(state.game.seats, seat)}" if len(found) > 1 else "eval"
        lines.append(f"{name}  {curve.rstrip()[-max(1, width - len(name) - 2) :]}")
    return lines


def _report(state: MatchState, seat: str, name: str, info: LatestSearch, width: int) -> list[str]:
    search = info.search
    if search.source != "search":
        return [cut(f"{seat} {name}", width), cut(search_text(search), width)]
    # The time of a move is in the list of moves: a search may be much shorter than an engine's pace.
    done = "searching" if info.live else "searched"
    deepest = f"/{search.selective}" if search.selective > search.depth else ""
    facts = [f"depth {search.depth}{deepest}", f"{count_text(search.nodes)} nodes"]
    if search.seconds >= 0.001 and search.nodes:
        facts.append(f"{count_text(search.nodes / search.seconds)}/s")
    if search.fill:
        facts.append(f"table {search.fill // 10}%")
    time = f"  {done} {search.seconds:.1f} s"
    player = f"{seat} {name}"
    if width_of(player + time) > width:
        player = shorten(player, max(0, width - width_of(time)))
    lines = [player + time, f"[{bar(search)}] {_win_text(search)}", _whole(facts, width)]
    if search.prospects is not None:
        lines.append(prospects_text(search.prospects))
    if search.shares:
        lines.append(shares_text(search, 4))
    if search.line:
        lines.append("pv " + moves_text(numbered(state, search.written, info.ply)))
    return [cut(line, width) for line in lines]


def _whole(facts: list[str], width: int) -> str:
    """Return as many facts as fit into a line, each of them whole."""
    while len(facts) > 1 and len("  ".join(facts)) > width:
        facts = facts[:-1]
    return "  ".join(facts)


def _win_text(search: SearchReport) -> str:
    """Return the win probability of the side that searches, and its raw score."""
    win = win_probability(search)
    return score_text(search) if win is None else f"{percent(win)}  {score_text(search)}"


def bar(search: SearchReport) -> str:
    """Return a bar in which `#` is the win probability of the side that searches."""
    win = win_probability(search)
    filled = round(BAR_WIDTH * (0.5 if win is None else win))
    return "#" * filled + "-" * (BAR_WIDTH - filled)
