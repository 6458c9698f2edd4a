"""A match of Go as SGF (Hollosi, 1999): what is known of it in the first node, then a node for each move.

The stones before the first move are in AB and AW, in a handicap as in any position to start from. If a client began to
follow such a match after its first move, the stones are those that it found, and the moves are those since then.

If the players agreed on dead stones, the last node has the territory, TB and TW, with the points of these stones.
"""

import re
from collections.abc import Iterable, Sequence

from kibitz_protocol.formats.course import Clocks, Course, course_of, day_text
from kibitz_protocol.formats.games.go import COLUMNS, HANDICAP, KOMI, STONES
from kibitz_protocol.formats.moves import comment_text
from kibitz_protocol.formats.sgf.values import LETTERS
from kibitz_protocol.to_client import Event, Snapshot
from kibitz_protocol.values.clocks import Byoyomi, Clock, Correspondence, Fischer, PerMove, SimpleDelay
from kibitz_protocol.values.fields import exact
from kibitz_protocol.values.matches import MoveView, Result
from kibitz_protocol.values.seats import seat_text, unsure_mark

MOVES_IN_LINE = 10
DAY_S = 86_400
ENDS = {"resignation": "R", "time": "T", "time forfeit": "T"} | dict.fromkeys(
    ("abandonment", "no-show", "engine failure", "forfeit"), "F"
)
"""What is in place of points where the match was not counted."""
NO_RESULT = "the game has no result"
"""Reason of a match that comes from a file without a result."""
COUNTED = re.compile(r"([0-9.]{1,6}) points?, counted")
"""Reason of a match that comes from a file, whose players counted it by other rules."""
VERTEX = re.compile(r"([A-HJ-Z])([0-9]{1,2})", re.IGNORECASE | re.ASCII)


def sgf_text(messages: Iterable[Snapshot | Event], *, comments: bool = False) -> str:
    """Return a match of Go as text, given its first snapshot and all events.

    Args:
        messages: The messages of the match.
        comments: Whether to add the time left (BL, WL) to each move, and a comment with its score and time.

    Raises:
        NotARecord: An event does not fit the match.
    """
    course = course_of(messages)
    start, end = course.start, course.end
    placed = start.start is not None or bool(start.opening) or bool(start.options.get(HANDICAP))
    rows = start.state.rows if placed else []
    moves = end.moves[len(start.moves) if placed else 0 :]
    side = moves[0].seat if moves else end.state.to_move
    facts = {"FF": "4", "GM": "1", "CA": "UTF-8", "AP": "Kibitz", "SZ": str(len(start.state.rows))}
    lines = ["(;" + "".join(f"{name}[{value}]" for name, value in facts.items()) + _setup(start, rows, side)]
    lines += [f"{name}[{_escaped(value)}]" for name, value in _facts(course).items()]
    nodes = [_node(move, course, comments=comments) for move in moves]
    if end.settled and nodes:
        nodes[-1] += _territory(end)
    width = 1 if comments else MOVES_IN_LINE
    lines += ["".join(nodes[at : at + width]) for at in range(0, len(nodes), width)]
    return "\n".join([*lines, ")", ""])


def _territory(match: Snapshot) -> str:
    """Return the points that belong to each side where dead stones are off the board."""
    size, text = len(match.state.rows), ""
    for symbol in STONES:
        points = [_letters(cell % size, cell // size) for cell, of in enumerate(match.state.shades) if of == symbol]
        text += f"T{symbol}" + "".join(f"[{point}]" for point in points) if points else ""
    return text


def _setup(start: Snapshot, rows: Sequence[str], side: int | None) -> str:
    """Return the handicap, the stones before the first move and, if there are any, the side to move."""
    handicap = start.options.get(HANDICAP) if start.start is None else None
    text = f"HA[{handicap}]" if handicap else ""
    for symbol in STONES:
        places = [
            f"[{_letters(across, down)}]"
            for down, row in enumerate(rows)
            for across, cell in enumerate(row)
            if cell == symbol
        ]
        text += f"A{symbol}" + "".join(places) if places else ""
    return f"{text}PL[{_colour(side)}]" if rows and side is not None else text


def _facts(course: Course) -> dict[str, str]:
    """Return what is known of the match: komi, rules, place, players, times and result."""
    match = course.end
    facts = {
        "KM": str(match.options.get(KOMI, 0)),
        "RU": "Chinese",
        "EV": f"{'Rated' if match.rated else 'Casual'} match",
        "PC": f"Kibitz {match.code}",
        "RO": str(match.series.number) if match.series is not None else "",
        "DT": day_text(course.started_at, "%Y-%m-%d") or "",
    }
    for view in match.seats:
        facts[f"P{_colour(view.seat)}"] = view.label or view.name or "?"
        if view.strength is not None:
            facts[f"{_colour(view.seat)}R"] = f"{view.strength.rating}{unsure_mark(view.strength.deviation)}"
    # The format has no property for the kind of a player.
    programs = [seat_text(match.game.seats, view.seat) for view in match.seats if view.kind == "engine" or view.bot]
    facts["GC"] = ", ".join(f"{name}: program" for name in programs)
    facts["TM"], facts["OT"] = _times(match.clock)
    facts["RE"] = _result(match)
    return {name: value for name, value in facts.items() if value}


def _times(clock: Clock | None) -> tuple[str, str]:
    """Return the seconds for the match, and what follows them, as servers for Go write it: `5x30 byo-yomi`."""
    match clock:
        case Fischer(base_s=base_s, increment_s=increment_s):
            return exact(base_s), f"{exact(increment_s)} fischer" if increment_s else ""
        case SimpleDelay(base_s=base_s, delay_s=delay_s):
            return exact(base_s), f"{exact(delay_s)} delay"
        case Byoyomi(base_s=base_s, periods=periods, period_s=period_s):
            return exact(base_s), f"{periods}x{exact(period_s)} byo-yomi"
        case PerMove(move_s=move_s):
            return "0", f"1x{exact(move_s)} byo-yomi"
        case Correspondence(days=days):
            return "0", f"1x{days * DAY_S} byo-yomi"
    return "", ""


def _result(match: Snapshot) -> str:
    """Return `B+3.5`, `W+R`, `0` for a draw, `Void` for a match that was aborted, and nothing before the end."""
    result = match.result
    if match.phase == "aborted":
        # A file without a result is read as a match that was aborted.
        return "" if result is not None and result.reason == NO_RESULT else "Void"
    if match.phase != "finished" or result is None:
        return ""
    return "0" if result.winner is None else f"{_colour(result.winner)}+{_margin(result)}"


def _margin(result: Result) -> str:
    if result.points and len(result.points) == 2:
        return exact(abs(result.points[0] - result.points[1]))
    counted = COUNTED.match(result.reason)
    return counted[1] if counted else ENDS.get(result.reason, "")


def _node(move: MoveView, course: Course, *, comments: bool) -> str:
    """Return a move, with the time left and a comment if these are wanted."""
    vertex, colour = VERTEX.fullmatch(move.move), _colour(move.seat)
    place = ""
    if vertex is not None:
        place = _letters(COLUMNS.index(vertex[1].upper()), len(course.start.state.rows) - int(vertex[2]))
    text = f";{colour}[{place}]"
    if not comments:
        return text
    if (clocks := course.clocks.get(move.ply)) is not None:
        text += _time_left(clocks, course.end.clock, move.seat)
    return f"{text}C[{_escaped(comment_text(move, None)[1:-1])}]"


def _time_left(clocks: Clocks, clock: Clock | None, seat: int) -> str:
    """Return the seconds that a player has left and, after the main time of byo-yomi, the periods."""
    left_ms, colour = clocks.remaining_ms[seat], _colour(seat)
    text = f"{colour}L[{exact(left_ms / 1000)}]"
    if isinstance(clock, Byoyomi) and clocks.flag_ms and clocks.periods:
        period_ms, periods = 1000 * clock.period_s, clocks.periods[seat]
        # Half a period is far from both: after the main time, a period of those that are left is the time shown.
        if clocks.flag_ms[seat] < left_ms + (periods - 0.5) * period_ms:
            text += f"O{colour}[{periods}]"
    return text


def _colour(seat: int) -> str:
    return STONES[min(seat, 1)]


def _letters(across: int, down: int) -> str:
    return LETTERS[across : across + 1] + LETTERS[down : down + 1] if min(across, down) >= 0 else ""


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
