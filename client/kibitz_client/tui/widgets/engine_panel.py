"""What engines think: for each a bar between both sides, depth, speed and the principal variation. Pure text."""

from kibitz_client.match.state import MatchState, SearchInfo
from kibitz_client.text.formatting import count_text, score_text, seat_text
from kibitz_client.tui import strings
from kibitz_client.tui.models.mistakes import ASCII, graph, worth
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_protocol.values import SearchReport

BAR = 20


class EnginePanel(TextLine):
    """A few lines an engine; the newest report replaces the one before."""

    DEFAULT_CSS = """
    ThinkingPanel { height: auto; width: 1fr; }
    """

    def show_state(self, state: MatchState, width: int, drawn: str = ASCII) -> None:
        """What the engines of a match think."""
        self.show("\n".join(engine_panel_text(state, width, drawn)))


def engine_panel_text(state: MatchState, width: int, drawn: str = ASCII) -> list[str]:
    """The lines of the panel, each at most so wide."""
    lines: list[str] = []
    for view in state.seats:
        thought = state.searches.get(view.seat)
        if view.kind == "engine" and thought is not None:
            lines += _report(seat_text(state.game.seats, view.seat), view.name or "", thought, width)
    lines = lines or [strings.NO_THINKING]
    course = graph(state.moves, drawn).rstrip()[-max(1, width - 6) :]
    return [*lines, f"eval  {course}"] if course.strip() else lines


def _report(seat: str, name: str, thought: SearchInfo, width: int) -> list[str]:
    search = thought.search
    state = "searching" if thought.live else "last move"
    deepest = f"/{search.selective}" if search.selective > search.depth else ""
    facts = f"depth {search.depth}{deepest}  {count_text(search.nodes)} nodes"
    if search.seconds >= 0.001 and search.nodes:
        facts += f"  {count_text(search.nodes / search.seconds)}/s"
    if search.fill:
        facts += f"  tt {search.fill // 10}%"
    lines = [f"{seat} {name}  {state} {search.seconds:.1f} s", f"[{bar(search)}] {score_text(search)}", facts]
    if search.shares:
        lines.append("visits " + " ".join(f"{move} {share // 10}%" for move, share in search.shares[:4]))
    if search.line:
        lines.append("pv " + " ".join(search.line))
    return [line[:width] for line in lines]


def bar(search: SearchReport) -> str:
    """How the side that searches stands: `#` is its share."""
    filled = round(BAR * (1 + worth(search)) / 2)
    return "#" * filled + "-" * (BAR - filled)
