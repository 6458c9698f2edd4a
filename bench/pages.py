"""Pages of docs/benchmarks, one for each benchmark, and their overview in docs/benchmarks.md.

A benchmark replaces the table of its own page, and the overview follows. `python -m bench.pages` renews the overview
alone.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "benchmarks"
OVERVIEW = ROOT / "docs" / "benchmarks.md"
VERDICTS = ("met", "**missed**", "within the error")
ABSENT = "not measured"


class Place(NamedTuple):
    """Where figures are kept: the table of a page in FOLDER."""

    name: str

    @property
    def page(self) -> Path:
        """The page with the table."""
        return FOLDER / f"{self.name}.md"

    @property
    def ends(self) -> tuple[str, str]:
        """The lines of a page between which the table is."""
        return f"<!-- {self.name}: begin -->", f"<!-- {self.name}: end -->"

    @property
    def table(self) -> str:
        """The text between these lines: a sentence and the table."""
        begin, end = self.ends
        return self.page.read_text(encoding="utf-8").partition(f"{begin}\n")[2].partition(f"\n{end}")[0]


class Highlight(NamedTuple):
    """A row of the overview: a figure of a page.

    Args:
        page: The name of the page.
        row: The first cell of the figure's row there.
        subject: What was measured, for a reader who does not know the page.
        against: What it is compared with.
        column: The heading of the figure's column.
        unit: The unit of a figure that has none in its cell.
    """

    page: str
    row: str
    subject: str
    against: str = ""
    column: str = "Measured"
    unit: str = ""


NAMES = (
    *("engine", "strength", "go", "chess", "backgammon", "hidden", "poker"),
    *("server", "abuse", "feed", "cluster", "terminal", "page", "tournament"),
)
"""The names of the pages, which are those of their benchmarks."""

_DELIVERIES = "deliveries to 1000 spectators, durable, over Colyseus in memory"
HIGHLIGHTS = (
    Highlight(
        "engine", "tic-tac-toe whole tree, against C", "Speed, whole tree of tic-tac-toe", "our C of the same shape"
    ),
    Highlight("engine", "Reversi perft 10, against C", "Speed, legal moves of Reversi", "our C of the same shape"),
    Highlight(
        "engine",
        "plain alpha-beta, Connect Four on bitboards, depth 14, against C",
        "Speed, plain alpha-beta of Connect Four",
        "our C",
    ),
    Highlight(
        "engine",
        "Connect Four exact solver, 100 positions of 12-20 plies, against bitbully's best mode",
        "Speed, exact solver of Connect Four",
        "bitbully, C++",
    ),
    Highlight("engine", "MCTS playouts, Go, against OpenSpiel's C++", "Speed, playouts of Go", "OpenSpiel, C++"),
    Highlight("go", "Go 9x9: points against GNU Go at level 10", "Points in Go 9x9", "GNU Go, level 10"),
    Highlight("go", "Go 13x13: points against GNU Go at level 10", "Points in Go 13x13", "GNU Go, level 10"),
    Highlight("chess", "chess: points against stockfish at UCI_Elo 1800", "Points in chess", "Stockfish at 1800 Elo"),
    Highlight("chess", "chess: points against stockfish at UCI_Elo 2200", "Points in chess", "Stockfish at 2200 Elo"),
    Highlight("backgammon", "backgammon: depth 1 against gnubg 0-ply", "Result in backgammon", "GNU Backgammon, 0-ply"),
    Highlight("strength", "draughts: points against py-draughts", "Points in English draughts", "py-draughts"),
    Highlight(
        "hidden",
        "leduc: exploitability of cfr by OpenSpiel",
        "What Leduc poker loses at most, by OpenSpiel",
        "best play",
    ),
    Highlight("poker", "limit hold'em: strategy against pot odds", "Gain in limit hold'em", "a player by pot odds"),
    Highlight(
        "server",
        "processor time of a move, 100 matches, in memory, over a bare echo",
        "Processor time of a move",
        "an echo of `websockets`",
    ),
    Highlight(
        "server",
        "moves/s, 100 matches, durable, over boardgame.io in memory",
        "Moves a second, each on disk",
        "boardgame.io, in memory",
    ),
    Highlight(
        "server",
        "moves/s, 100 matches, durable, over Colyseus in memory",
        "Moves a second, each on disk",
        "Colyseus, in memory",
    ),
    Highlight("server", _DELIVERIES, "Deliveries to 1,000 spectators", "Colyseus, in memory"),
    Highlight("server", "added by durability at 500 moves/s, p50", "Time that keeping a move on disk adds"),
    Highlight("server", "playing connection", "Memory of a player's connection"),
    Highlight("abuse", "move", "99th percentile of a move beside 16 hostile clients", "none of them", "ratio", "x"),
    Highlight(
        "feed",
        "1000 watchers over MQTT",
        "Server time of a move to 1,000 watchers, over MQTT",
        "",
        "server, processor ms a move",
        "ms",
    ),
    Highlight(
        "feed",
        "1000 watchers over WebSocket",
        "Server time of a move to 1,000 watchers, over WebSocket",
        "",
        "server, processor ms a move",
        "ms",
    ),
    Highlight("cluster", "added to a search by a worker, median", "Time that another machine adds to a search"),
    Highlight("terminal", "first frame of `kibitz`", "First frame of the terminal app"),
    Highlight(
        "page",
        "first board of a match, 4x, 40 ms round trip",
        "First board in a browser, slow phone, 40 ms away",
    ),
    Highlight("tournament", "log likelihood ratio of a test", "Time of a sequential test after each pair"),
    Highlight("tournament", "rating list of 30, 20 games each against each", "Time of a rating list of 30 entrants"),
)


def command(name: str) -> str:
    """Return the command that runs the benchmark of a page."""
    return f"make bench ARGS={name}"


def put(place: Place, text: str) -> None:
    """Replace the table of a page, and renew the overview."""
    place.page.write_text(_between(place.page.read_text(encoding="utf-8"), place.ends, text), encoding="utf-8")
    write_overview()


def write_overview() -> None:
    """Renew the table of the overview."""
    OVERVIEW.write_text(renewed(OVERVIEW.read_text(encoding="utf-8")), encoding="utf-8")


def renewed(text: str) -> str:
    """Return the text of the overview with the present figures."""
    pages = {name: Place(name).page.read_text(encoding="utf-8") for name in NAMES}
    return _between(text, Place("overview").ends, overview(pages))


def overview(pages: Mapping[str, str]) -> str:
    """Return the table of the overview.

    Args:
        pages: The texts of the pages by their names.
    """
    lines = ["| What | Compared with | Measured | Goal | Command |", "|---|---|---:|---|---|"]
    for each in HIGHLIGHTS:
        cells = row(pages[each.page], each.row)
        figure = f"{cells.get(each.column, '') or ABSENT} {each.unit}".rstrip()
        verdict = next((cell for cell in cells.values() if cell in VERDICTS), "")
        goal = ": ".join(filter(None, (cells.get("Goal", ""), verdict)))
        lines.append(
            f"| [{each.subject}](benchmarks/{each.page}.md) | {each.against} | {figure} | {goal} |"
            f" `{command(each.page)}` |"
        )
    return "\n".join(lines)


def row(page: str, first: str) -> dict[str, str]:
    """Return the cells of a row by the headings of its table, or nothing if no row begins with this cell."""
    headings: list[str] = []
    for line in page.splitlines():
        if not line.startswith("|"):
            headings = []
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not headings:
            headings = cells
        elif cells[0] == first:
            return dict(zip(headings, cells, strict=True))
    return {}


def _between(text: str, ends: tuple[str, str], new: str) -> str:
    begin, end = ends
    before, _, rest = text.partition(begin)
    return f"{before}{begin}\n{new}\n{end}{rest.partition(end)[2]}"


if __name__ == "__main__":
    write_overview()
