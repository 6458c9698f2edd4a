"""The list of moves: one line for a turn of all seats, with the chance events before each move and its seconds."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rich.segment import Segment
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from kibitz_client.columns import fit, pad
from kibitz_client.match.moves.numbering import EACH, Numbering, turns
from kibitz_client.text.formatting import duration_text
from kibitz_protocol.values.matches import ChanceView, MoveView, chances_before

MARK = "  <"
TIMES = "time"
"""Heading of the time of each move, with what its player or the engine's pace added to a search."""
WIDE = 60
"""From this width on, moves with chance events share a line; in a narrower list each has a line of its own."""
UNMARKED: Mapping[int, str] = MappingProxyType({})


class MovesList(Widget):
    """List that follows the last move or the shown one; the mouse wheel scrolls. Only changed lines are redrawn."""

    DEFAULT_CSS = """
    MovesList { height: 1fr; min-height: 3; width: 1fr; }
    """

    class Chosen(Message):
        """A move was clicked."""

        def __init__(self, move: MoveView) -> None:
            super().__init__()
            self.move = move

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._moves: Sequence[MoveView] = ()
        self._names: Sequence[str] = ()
        self._at: int | None = None
        self._marks: Mapping[int, str] = UNMARKED
        self._draws: Sequence[ChanceView] = ()
        self._dealt = False
        self._numbering = EACH
        self._lines: list[str] = [""]
        self._marked: int | None = None
        self._top = 0
        self._drawn: list[str] = []

    def show(
        self,
        names: Sequence[str],
        moves: Sequence[MoveView],
        at: int | None = None,
        marks: Mapping[int, str] = UNMARKED,
        chance_events: Sequence[ChanceView] = (),
        *,
        dealt: bool = False,
        numbering: Numbering = EACH,
    ) -> None:
        """Show moves.

        Args:
            names: The name of each seat.
            moves: The moves.
            at: The shown ply, unless it is the last.
            marks: Texts after some moves, by ply.
            chance_events: The chance events of the match.
            dealt: Whether the chance events are cards, which do not belong to the side that moves after them.
            numbering: How the moves are numbered.
        """
        self._moves, self._dealt, self._numbering = moves, dealt, numbering
        self._names, self._at, self._marks, self._draws = names, at, marks, chance_events
        self._lay_out()

    def _lay_out(self) -> None:
        """Make the lines for the width of the list."""
        at = self._at
        self._lines = move_lines(
            self._names,
            self._moves,
            at,
            self._marks,
            self.size.width,
            self._draws,
            dealt=self._dealt,
            numbering=self._numbering,
        )
        marked = (place for place, line in enumerate(self._lines[1:]) if line.endswith(MARK))
        self._marked = None if at is None else next(marked, 0)
        self._follow()

    def render_line(self, y: int) -> Strip:
        """Render a row; the heading does not scroll."""
        rows = self._rows()
        text = rows[y] if y < len(rows) else ""
        return Strip([Segment(text, self.rich_style)]).adjust_cell_length(self.size.width, self.rich_style)

    def on_resize(self, _event: events.Resize) -> None:
        self._lay_out()

    def on_click(self, event: events.Click) -> None:
        """Post the clicked move."""
        offset = event.get_content_offset(self)
        move = (
            move_at(self._moves, offset.y + self._top, offset.x, self.size.width, self._draws, dealt=self._dealt)
            if offset is not None and offset.y
            else None
        )
        if move is not None:
            self.post_message(self.Chosen(move))

    def on_mouse_scroll_up(self, _event: events.MouseScrollUp) -> None:
        self._go(self._top - 1)

    def on_mouse_scroll_down(self, _event: events.MouseScrollDown) -> None:
        self._go(self._top + 1)

    def _follow(self) -> None:
        # The marked line is in the middle, so that earlier and later moves are visible.
        self._go(self._last_top() if self._marked is None else self._marked - (self.size.height - 1) // 2)

    def _last_top(self) -> int:
        """Return how many lines are scrolled away when the last one is visible."""
        return max(0, len(self._lines) - self.size.height)

    def _go(self, top: int) -> None:
        self._top = max(0, min(top, self._last_top()))
        rows = self._rows()
        for y in range(self.size.height):
            if (rows[y] if y < len(rows) else "") != (self._drawn[y] if y < len(self._drawn) else ""):
                self.refresh(Region(0, y, self.size.width, 1))
        self._drawn = rows

    def _rows(self) -> list[str]:
        """Return the visible lines."""
        return [self._lines[0], *self._lines[1 + self._top : self._top + self.size.height]]


def columns(moves: Sequence[MoveView], width: int = 0, chance_events: Sequence[ChanceView] = ()) -> tuple[int, int]:
    """Return the column of the first move of a line, and the width of a move: that of the longest with its mark.

    In a list of `width` columns moves get no more than the seconds of the moves leave them.
    """
    if not moves:
        return 6, 9
    first = max(6, 2 * len(str(moves[-1].ply + 1)) + 2)
    chances = chances_before(chance_events)
    longest = max(9, *(len(chances.get(move.ply, "")) + len(move.written) + 3 for move in moves))
    if not width:
        return first, longest
    groups = turns(moves)
    times = max(len(_times(turn)) for turn in groups)
    seats = max(len(turn) for turn in groups)
    return first, max(6, min(longest, (width - first - times - len(MARK)) // seats))


def move_lines(
    names: Sequence[str],
    moves: Sequence[MoveView],
    at: int | None = None,
    marks: Mapping[int, str] = UNMARKED,
    width: int = 0,
    chance_events: Sequence[ChanceView] = (),
    *,
    dealt: bool = False,
    numbering: Numbering = EACH,
) -> list[str]:
    """Return a line in columns for each turn of all seats: `5-6  f7  g4?  3.3 0.9`, or with pairs `3.  Nf3  c6`.

    Chance events are before the move that follows them, as in `31: 8/5 6/5`, and after the last move on a line of
    their own. Dealt cards are before the side that moves.
    """
    if _one_a_line(width, chance_events, dealt=dealt):
        return _single_lines(names, moves, at, marks, width, chance_events, numbering, dealt=dealt)
    first, wide = columns(moves, width, chance_events)
    # The moves of an analysis board took no time.
    timed = not moves or any(move.elapsed_ms for move in moves)
    heading = "" if numbering.pairs else "ply"
    lines = [f"{heading:<{first}}" + "".join(pad(fit(name, wide - 1), wide) for name in names) + TIMES * timed]
    chances, numbers = chances_before(chance_events), numbering.of([move.seat for move in moves])
    place = 0
    for turn in turns(moves):
        plies = [move.ply + 1 for move in turn.values()]
        number = f"{plies[0]}-{plies[-1]}" if len(plies) > 1 else str(plies[0])
        number = f"{numbers[place].number}." if numbering.pairs else number
        place += len(turn)
        texts = {seat: _marked(move, chances, marks, wide - 1) for seat, move in turn.items()}
        cells = "".join(f"{texts.get(seat, ''):<{wide}}" for seat in range(len(names)))
        mark = MARK if any(move.ply == at for move in turn.values()) else ""
        times = _times(turn) if timed else ""
        lines.append(f"{number:<{first}}{cells}{times}{mark}")
    if due := chances.get(len(moves), "").rstrip():
        lines.append(f"{'' if numbering.pairs else len(moves) + 1:<{first}}{due}")
    return lines


def _one_a_line(width: int, chance_events: Sequence[ChanceView], *, dealt: bool) -> bool:
    """Return whether each move has a line of its own: moves with chance events are long, and cards are of no side."""
    return bool(chance_events) and width > 0 and (width < WIDE or dealt)


def _single_lines(
    names: Sequence[str],
    moves: Sequence[MoveView],
    at: int | None,
    marks: Mapping[int, str],
    width: int,
    chance_events: Sequence[ChanceView],
    numbering: Numbering,
    *,
    dealt: bool,
) -> list[str]:
    """Return a line for each move: `12  W 31: 8/5 6/5  1.5`, or with cards `12  Kh: S bets 2  1.5`."""
    first = max(4, len(str(len(moves) + 1)) + 2)
    numbers = numbering.of([move.seat for move in moves])
    timed = any(move.elapsed_ms for move in moves)
    times = {move.ply: f"  {duration_text(move.elapsed_ms)}" if timed else "" for move in moves}
    most = width - first - 2 - max(map(len, times.values()), default=0) - len(MARK)
    heading = f"{'' if numbering.pairs else 'ply':<{first}}  move"
    lines = [f"{heading:<{width - len(TIMES)}}{TIMES}" if timed else heading]
    chances = chances_before(chance_events)
    for move, number in zip(moves, numbers, strict=True):
        side = names[move.seat][:1]
        if dealt:
            before = chances.get(move.ply, "")
            text = f"{before}{side} {_marked(move, {}, marks, most - len(before))}"
        else:
            text = f"{side} {_marked(move, chances, marks, most)}"
        mark = MARK if move.ply == at else ""
        label = f"{number.number}." if numbering.pairs else str(move.ply + 1)
        lines.append(f"{label:<{first}}{text:<{most + 2}}{times[move.ply]}{mark}")
    if due := chances.get(len(moves), "").rstrip():
        lines.append(f"{'' if numbering.pairs else len(moves) + 1:<{first}}  {due}")
    return lines


def short_move(move: str, most: int) -> str:
    """Return a move in at most this many characters: of a long capture, the first and the last cell: `9x..32`."""
    if len(move) <= most:
        return move
    cells = re.split("[x-]", move)
    joint = "x" if "x" in move else "-"
    ends = f"{cells[0]}{joint}..{cells[-1]}" if len(cells) > 2 else move
    return ends if len(ends) <= most else f"{move[: max(1, most - 2)]}.."


def _marked(move: MoveView, chances: Mapping[int, str], marks: Mapping[int, str], most: int) -> str:
    """Return a move after its chance events and before its mark, within `most` columns."""
    before, mark = chances.get(move.ply, ""), marks.get(move.ply, "")
    return before + short_move(move.written, most - len(before) - len(mark)) + mark


def _times(turn: Mapping[int, MoveView]) -> str:
    return " ".join(duration_text(move.elapsed_ms) for move in turn.values())


def move_at(
    moves: Sequence[MoveView],
    line: int,
    x: int,
    width: int = 0,
    chance_events: Sequence[ChanceView] = (),
    *,
    dealt: bool = False,
) -> MoveView | None:
    """Return the move at a column of a line; right of all moves the last one of the line."""
    if _one_a_line(width, chance_events, dealt=dealt):
        return moves[line - 1] if 1 <= line <= len(moves) else None
    groups = turns(moves)
    if not 1 <= line <= len(groups):
        return None
    first, wide = columns(moves, width, chance_events)
    turn = groups[line - 1]
    return turn.get((x - first) // wide, turn[max(turn)]) if x >= first else turn[min(turn)]
