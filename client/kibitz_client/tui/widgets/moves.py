"""The list of moves, two seats a line where they alternate, with the seconds they took."""

from collections.abc import Sequence

from textual.containers import VerticalScroll

from kibitz_client.tui.widgets.line import Line
from kibitz_protocol.values import MoveView

MARK = "  <"


class MovesList(VerticalScroll, can_focus=False):
    """It follows the last move, or the one that is shown."""

    DEFAULT_CSS = """
    MovesList { height: 1fr; min-height: 3; scrollbar-size-vertical: 1; }
    MovesList Line { width: 1fr; }
    """

    def compose(self):  # type: ignore[no-untyped-def]
        yield Line(id="moves-text")

    def show(self, names: Sequence[str], moves: Sequence[MoveView], at: int | None = None) -> None:
        """The moves so far; `at` is the ply that is shown, when that is not the last."""
        lines = move_lines(names, moves, at)
        self.query_one("#moves-text", Line).show("\n".join(lines))
        marked = next((place for place, line in enumerate(lines) if line.endswith(MARK)), None)
        if at is None:
            self.scroll_end(animate=False)
        else:
            # In the middle: what came before and what comes after are read together.
            self.scroll_to(y=max(0, (marked or 0) - self.size.height // 2), animate=False)


def move_lines(names: Sequence[str], moves: Sequence[MoveView], at: int | None = None) -> list[str]:
    """`5-6  f7  g4  3.3 0.9`: a line for each turn of all seats."""
    lines = ["ply   " + "".join(f"{name:<9.8}" for name in names) + "seconds"]
    row: dict[int, MoveView] = {}

    def finish() -> None:
        if row:
            plies = [move.ply + 1 for move in row.values()]
            number = f"{plies[0]}-{plies[-1]}" if len(plies) > 1 else str(plies[0])
            cells = "".join(f"{row[seat].move if seat in row else '':<9}" for seat in range(len(names)))
            times = " ".join(f"{move.elapsed_ms / 1000:.1f}" for move in row.values())
            mark = MARK if any(move.ply == at for move in row.values()) else ""
            lines.append(f"{number:<6}{cells}{times}{mark}")

    for move in moves:
        if row and move.seat <= max(row):
            finish()
            row = {}
        row[move.seat] = move
    finish()
    return lines
