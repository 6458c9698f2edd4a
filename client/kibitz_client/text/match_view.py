"""A match as lines of ASCII text, with or without colour. No I/O.

X otter                                    04:58 <
O alphabeta:seconds=1                      05:00

   1  2  3
c  .  .  .
b  . [X] .
a  .  O  .
"""

import re

from kibitz_client.match.state import MatchState, is_gone
from kibitz_client.text.board import board_lines
from kibitz_client.text.clock import face_text, first_move_text
from kibitz_client.text.formatting import delay_text, player_text, result_text, search_text, seat_text, series_text
from kibitz_client.text.style import Style
from kibitz_protocol.values import MoveView, Seat, State


def player_lines(state: MatchState, style: Style, elapsed_ms: int = 0) -> list[str]:
    """A line for each seat: who sits there, the time left, and `<` for whose turn it is.

    `elapsed_ms` is how long ago the position came, for a clock that runs on.
    """
    running = state.phase == "running"
    names = [seat_text(state.game.seats, view.seat) for view in state.seats]
    margin = max(map(len, names), default=0)
    lines = []
    for name, view in zip(names, state.seats, strict=True):
        moves = running and view.seat == state.position.to_move
        who = player_text(view) + _mark(state, view.seat)
        time = face_text(state, view.seat, elapsed_ms)
        line = f"{style.paint(f'{name:<{margin}}', _seat_role(view.seat))} {who:<32.32}"
        turn = f"< {first_move_text(state, elapsed_ms)}" if moves else ""
        lines.append(f"{line} {time:>8} {turn}".rstrip())
    return lines


def _mark(state: MatchState, seat: Seat) -> str:
    return " (you)" if seat == state.you else " (gone)" if is_gone(state, seat) else ""


def _seat_role(seat: Seat) -> str:
    return ("first", "second")[seat % 2]


def title_line(state: MatchState) -> str:
    """What is played: `Connect Four  K7QX  columns=5  5+3  ply 8  3 watching`."""
    defaults = {option.name: option.default for option in state.game.options}
    changed = [f"{name}={value}" for name, value in state.options.items() if defaults.get(name) != value]
    parts = [state.game.title, state.code, *changed]
    if state.clock is not None:
        parts.append(str(state.clock))
    if state.phase in ("running", "paused", "finished"):
        parts.append(f"ply {state.position.ply}")
    if state.phase not in ("running", "finished"):
        parts.append("adjourned" if state.adjourned else state.phase)
    parts += filter(None, (series_text(state.series), "rated" if state.rated else "", delay_text(state.delay)))
    if state.watchers:
        parts.append(f"{state.watchers} watching")
    return "  ".join(parts)


def counter_lines(position: State) -> list[str]:
    """What the game counts (discs, seeds, captures), on one line if anything."""
    return ["  ".join(f"{name} {value}" for name, value in position.counters.items())] if position.counters else []


def thinking_lines(state: MatchState, style: Style) -> list[str]:
    """A line for each engine: what it thinks, or thought at its last move."""
    lines = []
    for view in state.seats:
        if view.kind != "engine":
            continue
        name = style.paint(seat_text(state.game.seats, view.seat), _seat_role(view.seat))
        thought = state.thoughts.get(view.seat)
        if thought is None:
            lines.append(f"{name} {'-'}")
        else:
            text = search_text(thought.search)
            lines.append(f"{name} {text if thought.live else style.paint(text, 'faint')}")
    return lines


def move_line(state: MatchState, move: MoveView) -> str:
    """A move that was played: `12. O alphabeta plays 4  0.5 s  depth 9  score +0.35 ...`."""
    player = next((player_text(view) for view in state.seats if view.seat == move.seat), "")
    who = f"{seat_text(state.game.seats, move.seat)} {player}".rstrip()
    parts = [f"{move.ply + 1}. {who} plays {move.move}", f"{move.elapsed_ms / 1000:.1f} s"]
    if move.search is not None:
        parts.append(search_text(move.search))
    return "  ".join(parts)


def legal_line(position: State, most: int | None = None) -> str:
    """The legal moves in the order in which people look for them, at most so many."""
    shown = sorted(position.legal, key=_natural)[:most]
    rest = len(position.legal) - len(shown)
    return "legal moves: " + " ".join(shown) + (f" and {rest} more (type: legal)" if rest else "")


def _natural(text: str) -> list[tuple[int, str]]:
    """A key that puts `a2` before `a10`."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", text)]


def result_line(state: MatchState) -> str:
    """How the match ended, or an empty line while it has not."""
    if state.result is None:
        return "aborted" if state.phase == "aborted" else ""
    return result_text(state.result, state.game.seats, state.seats, aborted=state.phase == "aborted")


def view_lines(state: MatchState, style: Style, elapsed_ms: int = 0) -> list[str]:
    """All of a match at a glance: title, players, board, what the engines think, the result."""
    lines = [style.paint(title_line(state), "strong"), *player_lines(state, style, elapsed_ms), ""]
    lines += [*board_lines(state.board, state.position, style), *counter_lines(state.position), ""]
    if state.show_thinking:
        lines += thinking_lines(state, style)
    if state.over:
        lines.append(style.paint(result_line(state), "strong"))
    return lines
