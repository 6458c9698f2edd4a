"""A match as PGN (Edwards, 1994): tags in brackets, then the moves as people write them.

Chess is PGN that other programs read, and a game with a number in `GAME_TYPES` is PDN. The other games have the same
form with tags of their own.
"""

import textwrap
from collections.abc import Iterable, Mapping

from kibitz_protocol.formats.course import course_of, day_text
from kibitz_protocol.formats.games.chess960 import ARRAY, first_fen, is_chess960
from kibitz_protocol.formats.moves import comment_text
from kibitz_protocol.formats.pgn.reader import CHESS, GAME_TYPES
from kibitz_protocol.to_client import Event, Snapshot
from kibitz_protocol.values.boards import Table
from kibitz_protocol.values.clocks import Clock, Fischer, PerMove
from kibitz_protocol.values.fields import exact
from kibitz_protocol.values.games import option_text
from kibitz_protocol.values.matches import chances_before, joined_points
from kibitz_protocol.values.seats import player_text, seat_text

WIDTH = 80
PROGRAM = "program"
"""The kind of a player, as PGN calls it."""
NUMBERS = {game: number for number, game in GAME_TYPES.items()}
"""Numbers of games in PDN."""


def pgn_text(
    messages: Iterable[Snapshot | Event], *, comments: bool = False, tags: Mapping[str, str] | None = None
) -> str:
    """Return a match as text, given its first snapshot and all events.

    Args:
        messages: The messages of the match.
        comments: Whether to add `[%eval]`, `[%clk]` and `[%emt]` to each move, as in the PGN of chess servers.
        tags: Tags that are added, or replace those of the same name.

    Raises:
        NotARecord: An event does not fit the match.
    """
    course = course_of(messages)
    moves = (move for move in course.end.moves if move.ply in course.clocks)
    clocks = {move.ply: course.clocks[move.ply].remaining_ms[move.seat] for move in moves}
    return match_text(course.start, course.end, course.started_at, clocks if comments else None, tags)


def match_text(
    start: Snapshot,
    end: Snapshot,
    started_at: float | None,
    clocks: Mapping[int, int] | None = None,
    more: Mapping[str, str] | None = None,
) -> str:
    """Return a match as text.

    Args:
        start: The match when it was created.
        end: The match now.
        started_at: When it started, in seconds since 1970.
        clocks: Milliseconds left after each ply, for comments; None leaves all comments out.
        more: Further tags, which replace those of the same name.
    """
    date = day_text(started_at, "%Y.%m.%d") or "????.??.??"
    fen = None
    if end.game.name == CHESS or end.game.name in NUMBERS:
        fen = first_position(start)
        tags = _standard_tags(end, date, fen)
    else:
        tags = _own_tags(start, end, date)
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in {**(more or {}), **tags, **(more or {})}.items()]
    moves = _moves(end, clocks, _number(fen))
    wrapped = textwrap.wrap(moves, WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", *wrapped, ""])


def first_position(start: Snapshot) -> str | None:
    """Return the position before the first move; None if it is that of the game, or not known."""
    if start.start is None and not start.opening and not is_chess960(start.options):
        return None
    if not start.moves:
        return start.state.text
    return start.start if start.start is not None or start.opening else first_fen(start.options[ARRAY])


def _standard_tags(match: Snapshot, date: str, fen: str | None) -> dict[str, str]:
    """Return the seven tags that PGN requires, and others that it knows."""
    tags = {
        "Event": f"{'Rated' if match.rated else 'Casual'} match",
        "Site": f"Kibitz {match.code}",
        "Date": date,
        "Round": str(match.series.number) if match.series is not None else "-",
    }
    for view in match.seats:
        tags[seat_text(match.game.seats, view.seat)] = view.label or view.name or "?"
    tags["Result"] = result_token(match)
    for view in match.seats:
        if view.strength is not None:
            tags[f"{seat_text(match.game.seats, view.seat)}Elo"] = str(view.strength.rating)
    tags |= _types(match)
    if match.game.name in NUMBERS:
        tags["GameType"] = NUMBERS[match.game.name]
    elif is_chess960(match.options):
        tags["Variant"] = "Chess960"
    tags["TimeControl"] = _time_control(match.clock)
    tags |= _berserk(match)
    if fen is not None:
        tags |= {"SetUp": "1", "FEN": fen}
    if match.result is not None:
        tags["Termination"] = match.result.reason
    return tags


def _types(match: Snapshot) -> dict[str, str]:
    """Return the tags that tell programs from people, by seat."""
    programs = {view.seat: view.kind == "engine" or view.bot for view in match.seats}
    return {
        f"{seat_text(match.game.seats, seat)}Type": PROGRAM if program else "human"
        for seat, program in programs.items()
    }


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


def _berserk(match: Snapshot) -> dict[str, str]:
    """Return the tag with the seats that gave up half of their time and their increment, if there are any."""
    seats = [seat_text(match.game.seats, seat) for seat in match.berserk or ()]
    return {"Berserk": ", ".join(seats)} if seats else {}


def _number(fen: str | None) -> int:
    """Return the number of the first move, as FEN has it at its end."""
    last = fen.split()[-1] if fen else ""
    return int(last) if last.isascii() and last.isdecimal() and len(last) < 6 else 1


def _own_tags(start: Snapshot, match: Snapshot, date: str) -> dict[str, str]:
    tags = {"Game": match.game.name, "Site": f"Kibitz {match.code}", "Date": date}
    for view in match.seats:
        # Other programs take a tag for the name itself, so it has no mark. What the player is has a tag of its own.
        tags[seat_text(match.game.seats, view.seat)] = player_text(view, marked=False)
    tags |= {name: kind for name, kind in _types(match).items() if kind == PROGRAM}
    tags["Result"] = result_token(match)
    tags |= {name.capitalize(): option_text(value) for name, value in match.options.items()}
    if match.clock is not None:
        tags["TimeControl"] = str(match.clock)
    tags |= _berserk(match)
    if start.start is not None:
        tags["Start"] = start.start
    if start.opening:
        tags["Opening"] = ("; " if any(" " in move for move in start.opening) else " ").join(start.opening)
    if match.result is not None:
        tags["Termination"] = match.result.reason
        if match.result.points:
            tags["Points"] = joined_points(match.result.points)
    return tags


def result_token(match: Snapshot) -> str:
    """Return `1-0`, `0-1`, `1/2-1/2`, or `*` for a match without a result."""
    if match.phase != "finished" or match.result is None:
        return "*"
    return {0: "1-0", 1: "0-1", None: "1/2-1/2"}.get(match.result.winner, "*")


def _moves(match: Snapshot, clocks: Mapping[int, int] | None, first: int) -> str:
    """Return `1. b2 a1 2. c3`: a number before each move of the first seat, and before a second move in a row.

    Chance events are before the move that follows them: `1. 31: 8/5 6/5`.
    """
    parts, number = [], first - 1
    previous: int | None = None
    chances = chances_before(match.chance_events)
    for count, move in enumerate(match.moves):
        if move.seat == 0 or previous is None:
            number += 1
            parts.append(f"{number}." if move.seat == 0 else f"{number}...")
        elif move.seat == previous:
            number += 1
            parts.append(f"{number}...")
        # Sentences about cards, such as `folds: South wins 6`, are not moves.
        parts.append(chances.get(count, "") + (move.move if isinstance(match.board, Table) else move.written))
        if clocks is not None:
            parts.append(comment_text(move, clocks.get(move.ply)))
        previous = move.seat
    rest = chances.get(len(match.moves), "").split()
    return " ".join([*parts, *rest, result_token(match)])


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
