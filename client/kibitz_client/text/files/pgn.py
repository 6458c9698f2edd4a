"""A match as PGN (Edwards, 1994): tags in brackets, then the moves as people write them.

Chess is PGN that other programs read, and a game with a number in `GAME_TYPES` is PDN. The other games have the same
form with tags of their own.
"""

import textwrap
from collections.abc import Mapping, Sequence

from kibitz_client.match.games.chess960 import ARRAY, first_fen, is_chess960
from kibitz_client.match.line import drawn_before
from kibitz_client.match.state import MatchState
from kibitz_client.text.files.course import course_of, day_text
from kibitz_client.text.formatting import joined_points, player_text, seat_text
from kibitz_client.text.options import value_text
from kibitz_protocol.to_client import Event, Snapshot
from kibitz_protocol.values.boards import Table
from kibitz_protocol.values.clocks import Clock, Fischer, PerMove
from kibitz_protocol.values.fields import exact
from kibitz_protocol.values.matches import MoveView

WIDTH = 80
CHESS = "chess"
GAME_TYPES = {"draughts": "21", "international": "20", "russian": "25"}
"""Numbers of games in PDN, the form of PGN for draughts."""


def pgn_text(messages: Sequence[Snapshot | Event], *, comments: bool = False) -> str:
    """Return a match as text, given its first snapshot and all events.

    Args:
        comments: Whether to add `[%eval]`, `[%clk]` and `[%emt]` to each move, as in the PGN of chess servers.
    """
    course = course_of(messages)
    clocks: dict[int, int] = {}
    for move in course.end.moves:
        left_ms = course.after[move.ply].remaining_ms if move.ply in course.after else None
        if left_ms is not None:
            clocks[move.ply] = left_ms[move.seat]
    return match_text(course.start, course.end, course.started_at, clocks if comments else None)


def match_text(
    start: Snapshot, state: MatchState, started_at: float | None, clocks: Mapping[int, int] | None = None
) -> str:
    """Return a match as text.

    Args:
        start: The match when it was created.
        state: The match now.
        started_at: When it started, in seconds since 1970.
        clocks: Milliseconds left after each ply, for comments; None leaves all comments out.
    """
    date = day_text(started_at, "%Y.%m.%d") or "????.??.??"
    fen = None
    if state.game.name == CHESS or state.game.name in GAME_TYPES:
        fen = first_position(start)
        tags = _standard_tags(state, date, fen)
    else:
        tags = _own_tags(start, state, date)
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in tags.items()]
    moves = _moves(state, clocks, _number(fen))
    wrapped = textwrap.wrap(moves, WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", *wrapped, ""])


def first_position(start: Snapshot) -> str | None:
    """Return the position before the first move; None if it is that of the game, or not known."""
    if start.start is None and not start.opening and not is_chess960(start.options):
        return None
    if not start.moves:
        return start.state.text
    return start.start if start.start is not None or start.opening else first_fen(start.options[ARRAY])


def _standard_tags(state: MatchState, date: str, fen: str | None) -> dict[str, str]:
    """Return the seven tags that PGN requires, and others that it knows."""
    tags = {
        "Event": f"{'Rated' if state.rated else 'Casual'} match",
        "Site": f"Kibitz {state.code}",
        "Date": date,
        "Round": str(state.series.number) if state.series is not None else "-",
    }
    for view in state.seats:
        tags[seat_text(state.game.seats, view.seat)] = view.label or view.name or "?"
    tags["Result"] = result_token(state)
    for view in state.seats:
        if view.strength is not None:
            tags[f"{seat_text(state.game.seats, view.seat)}Elo"] = str(view.strength.rating)
    for view in state.seats:
        program = view.kind == "engine" or view.bot
        tags[f"{seat_text(state.game.seats, view.seat)}Type"] = "program" if program else "human"
    if state.game.name in GAME_TYPES:
        tags["GameType"] = GAME_TYPES[state.game.name]
    elif is_chess960(state.options):
        tags["Variant"] = "Chess960"
    tags["TimeControl"] = _time_control(state.clock)
    if fen is not None:
        tags |= {"SetUp": "1", "FEN": fen}
    if state.result is not None:
        tags["Termination"] = state.result.reason
    return tags


def _time_control(clock: Clock | None) -> str:
    """Return a clock as PGN has it, in seconds: `300+3`, or `1/30` for a time for each move."""
    match clock:
        case None:
            return "-"
        case Fischer(base_s=base_s, increment_s=increment_s):
            return f"{exact(base_s)}+{exact(increment_s)}" if increment_s else exact(base_s)
        case PerMove(move_s=move_s):
            return f"1/{exact(move_s)}"
    return "?"


def _number(fen: str | None) -> int:
    """Return the number of the first move, as FEN has it at its end."""
    last = fen.split()[-1] if fen else ""
    return int(last) if last.isascii() and last.isdecimal() and len(last) < 6 else 1


def _own_tags(start: Snapshot, state: MatchState, date: str) -> dict[str, str]:
    tags = {"Game": state.game.name, "Site": f"Kibitz {state.code}", "Date": date}
    for view in state.seats:
        # Other programs take a tag for the name itself, so it has no mark of an account.
        tags[seat_text(state.game.seats, view.seat)] = player_text(view.model_copy(update={"account": None}))
    tags["Result"] = result_token(state)
    tags |= {name.capitalize(): value_text(value) for name, value in state.options.items()}
    if state.clock is not None:
        tags["TimeControl"] = str(state.clock)
    if start.start is not None:
        tags["Start"] = start.start
    if start.opening:
        tags["Opening"] = ("; " if any(" " in move for move in start.opening) else " ").join(start.opening)
    if state.result is not None:
        tags["Termination"] = state.result.reason
        if state.result.points:
            tags["Points"] = joined_points(state.result.points)
    return tags


def result_token(state: MatchState) -> str:
    """Return `1-0`, `0-1`, `1/2-1/2`, or `*` for a match without a result."""
    if state.phase != "finished" or state.result is None:
        return "*"
    return {0: "1-0", 1: "0-1", None: "1/2-1/2"}.get(state.result.winner, "*")


def move_comment(move: MoveView, left_ms: int | None) -> str:
    """Return `{[%eval 0.35] [%clk 0:04:58.0] [%emt 0:00:01.5]}`: score for the first side, clock and time of a move.

    A proven win has `#` and the moves of the winner until then. A move that was not searched has no score.
    """
    parts = []
    if (search := move.search) is not None and search.source == "search":
        sign = 1 if move.seat == 0 else -1
        if search.wins_in is not None:
            own_moves = (abs(search.wins_in) + 1) // 2
            parts.append(f"[%eval #{own_moves if (search.wins_in > 0) == (sign > 0) else -own_moves}]")
        elif not search.exact:
            parts.append(f"[%eval {sign * search.score / 100:.2f}]")
    if left_ms is not None:
        parts.append(f"[%clk {_hours(left_ms)}]")
    return f"{{{' '.join([*parts, f'[%emt {_hours(move.elapsed_ms)}]'])}}}"


def _hours(ms: int) -> str:
    """Return `0:04:58.1`."""
    tenths = max(ms, 0) // 100
    return f"{tenths // 36000}:{tenths // 600 % 60:02}:{tenths // 10 % 60:02}.{tenths % 10}"


def _moves(state: MatchState, clocks: Mapping[int, int] | None, first: int) -> str:
    """Return `1. b2 a1 2. c3`: a number before each move of the first seat, and before a second move in a row.

    Draws stand before the move that follows them: `1. 31: 8/5 6/5`.
    """
    parts, number = [], first - 1
    previous: int | None = None
    drawn = drawn_before(state.draws)
    for count, move in enumerate(state.moves):
        if move.seat == 0 or previous is None:
            number += 1
            parts.append(f"{number}." if move.seat == 0 else f"{number}...")
        elif move.seat == previous:
            number += 1
            parts.append(f"{number}...")
        # Sentences about cards, such as `folds: South wins 6`, are no moves.
        parts.append(drawn.get(count, "") + (move.move if isinstance(state.board, Table) else move.written))
        if clocks is not None:
            parts.append(move_comment(move, clocks.get(move.ply)))
        previous = move.seat
    rest = drawn.get(len(state.moves), "").split()
    return " ".join([*parts, *rest, result_token(state)])


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
