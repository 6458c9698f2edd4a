"""Views of a match as lines of ASCII text, with or without colour. No I/O.

X otter                                    04:58 <
O alphabeta:seconds=1                      05:00

   1 2 3
c  . . .
b  .[X].
a  . O .
"""

import re
from collections.abc import Iterable, Sequence
from functools import partial

from kibitz_client.board.roles import is_numbered_by_side
from kibitz_client.board.shapes import top_seat
from kibitz_client.columns import fit, wrapped
from kibitz_client.match.moves.legal import written_moves
from kibitz_client.match.moves.line import with_chances
from kibitz_client.match.moves.numbering import number_at, numbered, pair_texts
from kibitz_client.match.state import LatestSearch, MatchState, pass_ends, seat_remark
from kibitz_client.match.table.number_moves import groups_by_move
from kibitz_client.match.table.unseen import chance_words
from kibitz_client.parsing.move_list import moves_text
from kibitz_client.text.board import board_lines
from kibitz_client.text.clock import deadline_text, seat_clock_text
from kibitz_client.text.formatting import (
    REASONS,
    UNCOUNTED,
    delay_text,
    place_text,
    rated_text,
    rating_text,
    result_text,
    search_text,
    series_text,
)
from kibitz_client.text.options import changed_options
from kibitz_client.text.style import Style
from kibitz_protocol.to_client import Hinted
from kibitz_protocol.values.boards import Board, Heaps, Table
from kibitz_protocol.values.fields import Seat
from kibitz_protocol.values.matches import ChanceView, MoveView, seen_chances
from kibitz_protocol.values.seats import player_text, seat_text
from kibitz_protocol.values.state import State

NO_BREAK = "\u00a0"


def player_lines(state: MatchState, style: Style, elapsed_ms: int = 0) -> list[str]:
    """Return a line for each seat: the player, the time left, and `<` for the side to move.

    Args:
        elapsed_ms: The time since the position arrived.
    """
    running = state.phase == "running"
    names = [seat_text(state.game.seats, view.seat) for view in state.seats]
    margin = max(map(len, names), default=0)
    lines = []
    for name, view in zip(names, state.seats, strict=True):
        moves = running and view.seat == state.position.to_move
        who = player_text(view) + seat_remark(state, view.seat)
        time = seat_clock_text(state, view.seat, elapsed_ms)
        line = f"{style.paint(f'{name:<{margin}}', _seat_role(state, view.seat))} {fit(who, 32)}"
        turn = f"{'<' * moves} {deadline_text(state, view.seat, elapsed_ms)}".strip()
        lines.append(f"{line} {time:>8} {turn}".rstrip())
    return lines


def _seat_role(state: MatchState, seat: Seat) -> str:
    """Return the role of a side: its colour where the sides are called Black and White."""
    name = seat_text(state.game.seats, seat).lower()
    return name if name in ("black", "white") else ("first", "second")[seat % 2]


def side_to_move(state: MatchState) -> str:
    """Return the side to move and its player: `X Ann`; empty when no side is to move."""
    view = next((view for view in state.seats if view.seat == state.position.to_move), None)
    return f"{seat_text(state.game.seats, view.seat)} {player_text(view)}" if view is not None else ""


def title_line(state: MatchState) -> str:
    """Return the title of a match: `Connect Four  K7QX  columns=5  5+3  ply 8  3 watching`."""
    place = [place_text(state.tournament)] if state.tournament is not None else []
    parts = [state.game.title, state.code, *place, *changed_options(state.game.options, state.options)]
    if state.clock is not None:
        parts.append(str(state.clock))
    if state.phase in ("running", "paused", "finished"):
        parts.append(f"ply {state.position.ply}")
    if state.phase not in ("running", "finished"):
        parts.append("adjourned" if state.adjourned else state.phase)
    parts += filter(None, (series_text(state.series), _rated(state), delay_text(state.delay), _pace(state)))
    if state.help:
        parts.append("engine help allowed")
    if state.watchers:
        parts.append(f"{state.watchers} watching")
    return "  ".join(parts)


def _pace(state: MatchState) -> str:
    """Return the pace of a match between engines: `1 s a move`; empty without one."""
    paced = state.engine_pace_s and not state.over and all(view.kind == "engine" for view in state.seats)
    return f"{state.engine_pace_s:g} s a move" if paced else ""


def _rated(state: MatchState) -> str:
    """Return whether a match is rated: `rated, not counted: both players use one address`."""
    return rated_text(state.rated, state.uncounted) + (f": {UNCOUNTED[state.uncounted]}" if state.uncounted else "")


def note_lines(notes: Iterable[str]) -> list[str]:
    """Return what was left out or guessed when a match was read from a file, a line for each note."""
    return [f"note: {note}" for note in notes]


def notes_summary(notes: Sequence[str], more: str) -> str:
    """Return the first note of reading a file, the number of the others, and where they are."""
    others = f" (and {len(notes) - 1} more: {more})" if len(notes) > 1 else ""
    return f"note: {notes[0]}{others}"


def claim_line(state: MatchState) -> str:
    """Return why and how this client may claim a draw; empty if it may not."""
    reason = state.draw_claim
    return f"you may claim a draw ({REASONS.get(reason, reason)}): draw" if reason else ""


def pass_line(state: MatchState) -> str:
    """Return what another pass would do after the last one; empty unless it ends the match."""
    if state.over or not pass_ends(state):
        return ""
    passed = seat_text(state.game.seats, state.moves[-1].seat)
    return f"{passed} passed: after another pass all count, unless both agree"


def viewer(state: MatchState) -> Seat | None:
    """Return the seat from whose side the board is seen: of two at one keyboard the one to move, where names differ."""
    mover = state.position.to_move
    return mover if state.local and mover is not None and is_numbered_by_side(state.board) else state.you


def match_board(state: MatchState, style: Style, *, targets: bool = False) -> list[str]:
    """Return the board of a match. A player of one side of it has that side below, as in the app."""
    turned = viewer(state) is not None and viewer(state) == top_seat(state.board)
    return board_lines(state.board, state.position, style, targets=targets, turned=turned, sides=state.game.seats)


def counter_lines(position: State) -> list[str]:
    """Return the game's counters (discs, seeds, captures) on one line, or no line."""
    return ["  ".join(counter_groups(position))] if position.counters else []


def counter_groups(position: State) -> list[str]:
    """Return the counters, with those of one side together: `Black 43, captured 3` for `Black` and `Black captured`."""
    groups: dict[str, list[str]] = {}
    for name, value in position.counters.items():
        side, _, rest = name.partition(" ")
        if rest and side in groups:
            groups[side].append(f"{rest} {value}")
        else:
            groups[name] = [f"{name} {value}"]
    return [", ".join(parts) for parts in groups.values()]


def counters_below(state: MatchState) -> list[str]:
    """Return the counters as `counter_lines`, except for a table of cards, which has them at their places."""
    return [] if isinstance(state.board, Table) else counter_lines(state.position)


def thinking_lines(state: MatchState, style: Style) -> list[str]:
    """Return a line for each engine: its running search, or that of its last move."""
    lines = []
    for view in state.seats:
        if view.kind != "engine":
            continue
        name = style.paint(seat_text(state.game.seats, view.seat), _seat_role(state, view.seat))
        info = state.searches.get(view.seat)
        if info is None:
            lines.append(f"{name} -")
        else:
            text = info_text(state, info)
            lines.append(f"{name} {text if info.live else style.paint(text, 'faint')}")
    return lines


def info_text(state: MatchState, info: LatestSearch) -> str:
    """Return a search of a match in one line, with the numbers of the moves that it expects."""
    return search_text(info.search, write=lambda line: numbered(state, line, info.ply))


def hint_text(state: MatchState | None, hinted: Hinted) -> str:
    """Return a suggested move with its search: `3. Nf3  depth 9  win 55% ... best 3. Nf3 c6 4. d4`."""
    line = hinted.search.written
    move = hinted.said or (line[0] if line and hinted.search.line[0] == hinted.move else hinted.move)
    if state is None or state.position.ply != hinted.ply:
        return f"{move}  {search_text(hinted.search)}"
    return f"{' '.join(numbered(state, [move]))}  {search_text(hinted.search, write=partial(numbered, state))}"


def played_text(state: MatchState, last: int | None = None) -> str:
    """Return the moves of a match as people list them: `1. e4 e5 2. Nf3`, or `D4 Q16`; of a long one the `last`."""
    if state.game.pairs:
        texts = pair_texts(state)[-((last + 1) // 2) if last else None :]
        return ("  " if any("," in text for text in texts) else " ").join(texts)
    return moves_text(with_chances(state, last))


def move_line(state: MatchState, move: MoveView) -> str:
    """Return a played move: `12. O alphabeta plays 4  0.5 s  depth 9  win 55%  score +0.35 ...`."""
    player = next((player_text(view) for view in state.seats if view.seat == move.seat), "")
    who = f"{seat_text(state.game.seats, move.seat)} {player}".rstrip()
    # Games of cards tell a move with its verb.
    verb = "" if move.said is not None and isinstance(state.board, Table) else "plays "
    parts = [f"{number_at(state, move.ply)} {who} {verb}{move.written}", f"{move.elapsed_ms / 1000:.1f} s"]
    if move.search is not None:
        parts.append(search_text(move.search, write=lambda line: numbered(state, line, move.ply)))
    if move.opening is not None:
        parts.append(move.opening)
    return "  ".join(parts)


def chance_line(chance: ChanceView) -> str:
    """Return a chance event: `White rolls 31`, `a card is dealt face down`, or `chances: 31` without words for it."""
    return chance_words(chance)


def played_line(state: MatchState, played: MoveView | ChanceView) -> str:
    """Return a move or a chance event of the line of a match."""
    return chance_line(played) if isinstance(played, ChanceView) else move_line(state, played)


def due_chances(position: State) -> dict[str, str]:
    """Return the possible chance outcomes, each with its probability: `{"11": "1/36", "21": "2/36"}`."""
    total = sum(position.weights)
    return {text: f"{weight}/{total}" for text, weight in zip(position.chances, position.weights, strict=True)}


def chances_line(position: State) -> str:
    """Return the possible chance outcomes as a line: `chances: 11 (1/36), 21 (2/36)`; empty if none is due."""
    chances = ", ".join(f"{text} ({chance})" for text, chance in due_chances(position).items())
    return f"chances: {chances}" if chances else ""


def legal_line(state: MatchState) -> str:
    """Return the legal moves in natural order, with commas, as players write them. With heaps, say what they mean.

    Moves that are alike but for a number are one: `raise 4 to 200`.
    """
    board, position = state.board, state.position
    what = f"take {board.unit}s (heap-number)" if isinstance(board, Heaps) else "legal moves"
    if len(position.legal) == 1:
        what = "the only legal move"
    return f"{what}: {', '.join(_grouped(state))}"


def legal_lines(state: MatchState, width: int) -> list[str]:
    """Return the legal moves as lines of at most `width` columns, broken between two moves."""
    # A blank inside a move is no place for a break.
    line = legal_line(state)
    for move in _grouped(state):
        line = line.replace(move, move.replace(" ", NO_BREAK))
    return [each.replace(NO_BREAK, " ") for each in wrapped(line, width)]


def actions_line(state: MatchState) -> str:
    """Return what can be done where no move is on the board, or only one is legal: `you can call, fold or raise`.

    It is empty elsewhere: players see the pieces that they can move.
    """
    legal = state.position.legal
    if len(legal) == 1:
        return legal_line(state)
    return "" if not legal or any(state.position.paths) else f"you can: {', '.join(_grouped(state))}"


def how_to_move(state: MatchState) -> str:
    """Return how moves of the game are written, for the first turn of a match."""
    notation, _, _ = state.game.move_help.partition(";")
    return f"{notation} (legal lists all, help has the commands)"


def turn_line(state: MatchState) -> str:
    """Return `your turn as X; 04:58 left`, with what can be done where no move is on the board."""
    seat = state.position.to_move
    assert seat is not None
    side = seat_text(state.game.seats, seat)
    parts = [f"{side_to_move(state)} to move" if state.local else f"your turn as {side}"]
    if state.clock is not None:
        parts.append(f"{seat_clock_text(state, seat, 0).strip()} left")
    return "; ".join(filter(None, [*parts, actions_line(state)]))


def _grouped(state: MatchState) -> list[str]:
    """Return the legal moves in natural order, with one text for those that are alike but for a number."""
    groups, written = groups_by_move(state.position), written_moves(state.game, state.board, state.position)
    texts = [groups[move].text if move in groups else text for move, text in written.items()]
    return sorted(dict.fromkeys(texts), key=natural)


def move_question(board: Board, position: State, moves: Sequence[str]) -> str:
    """Return the question for one of several moves from the same cell."""
    if isinstance(board, Heaps):
        heap = board.cell_labels[position.paths[position.legal.index(moves[0])][0]]
        return f"Take how many {board.unit}s from heap {heap}? (heap-number)"
    return "Which move?"


def natural(text: str) -> list[tuple[int, str]]:
    """Return a sort key that puts `a2` before `a10`."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", text)]


def unit_of(board: Board) -> str:
    """Return what is won in a game: chips where there are cards."""
    return "chip" if isinstance(board, Table) else "point"


def result_line(state: MatchState, *, short: bool = False) -> str:
    """Return the result with the change of ratings, or an empty line before the end.

    Args:
        state: The match.
        short: Whether to leave out names and ratings.
    """
    if state.result is None:
        return "Aborted." if state.phase == "aborted" else ""
    sentence = result_text(
        state.result,
        state.game.seats,
        [view.model_copy(update={"kind": "open"}) for view in state.seats] if short else state.seats,
        aborted=state.phase == "aborted",
        you=state.you,
        line=min(map(len, state.position.lines), default=0),
        mover=state.moves[-1].seat if state.moves else None,
        unit=unit_of(state.board),
    )
    ratings = "" if short else rating_text(state.result, state.game.seats, state.you)
    return f"{sentence}  {ratings}".rstrip()


def view_lines(state: MatchState, style: Style, elapsed_ms: int = 0) -> list[str]:
    """Return a whole match: title, players, board, searches of the engines, and result."""
    lines = [style.paint(title_line(state), "strong"), *player_lines(state, style, elapsed_ms), ""]
    lines += [
        *match_board(state, style),
        *counters_below(state),
        *map(chance_line, seen_chances(state.chance_events[-1:])),
        "",
    ]
    # With hidden information, what engines think stays secret until the end.
    if state.show_thinking and (state.over or not state.game.hidden):
        lines += thinking_lines(state, style)
    if state.over:
        lines.append(style.paint(result_line(state), "strong"))
    return lines
