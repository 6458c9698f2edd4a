"""The states of a replay, one a ply, the text about each, and matches that begin there. Pure."""

from collections.abc import Sequence

from kibitz_client.match.moves.line import line_texts
from kibitz_client.match.moves.numbering import EACH, Numbering
from kibitz_client.match.state import MatchState, advance
from kibitz_client.match.table.unseen import chances_words
from kibitz_client.requests import build
from kibitz_client.text.formatting import clock_text, counted
from kibitz_client.tui import strings
from kibitz_protocol.commands.analysis import Analysed
from kibitz_protocol.to_client import Event, Moved, Snapshot
from kibitz_protocol.to_server import Create
from kibitz_protocol.values.engines import EngineSpec, SearchReport
from kibitz_protocol.values.evaluation import MARKS, Mistake, percent, reason_text
from kibitz_protocol.values.fields import Seat
from kibitz_protocol.values.matches import MoveView
from kibitz_protocol.values.seats import Engine, Me, SeatSpec, seat_text

RecordMessage = Snapshot | Event
SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Speeds of a replay, as multiples of its normal speed."""
MOST_MOVES = 500
"""Moves and chance events with which a match may begin; after more of them it begins from a position."""


def ply_states(messages: list[RecordMessage]) -> list[MatchState]:
    """Return a state for each ply; the last one is the end of the match. Their clocks do not run."""
    found: list[MatchState] = []
    state: MatchState | None = None
    for message in messages:
        state = advance(state, message)
        if state is None:
            continue
        if not found or (isinstance(message, Event) and isinstance(message.event, Moved)):
            found.append(state)
        else:
            # The end, a takeback or a pause replaces the state of its ply.
            found = [*found[: state.position.ply - found[0].position.ply], state] if found else [state]
    return found


def ply_summary(
    moves: Sequence[MoveView],
    mistakes: Sequence[Mistake],
    played: int,
    analysed: bool = False,
    numbering: Numbering = EACH,
) -> str:
    """Return the text after `played` moves: the time of the last one, and whether it was a mistake."""
    if not played:
        if not analysed and not any(move.search is not None for move in moves):
            return strings.NOT_ANALYSED.format(moves=counted(len(moves), "move"))
        count = strings.MISTAKES_FOUND[min(len(mistakes), 2)].format(count=len(mistakes))
        return strings.REPLAY_START.format(moves=counted(len(moves), "move"), mistakes=count)
    move = moves[played - 1]
    number = numbering.of([move.seat for move in moves[:played]])[-1]
    text = f"{number} {move.written}  {clock_text(move.elapsed_ms)}"
    found = next((one for one in mistakes if one.ply == move.ply), None)
    if found is None:
        return text
    better = strings.BETTER.format(move=found.better, score=found.score) if found.better else ""
    told = strings.MISTAKE.format(mark=MARKS[found.judgement], before=percent(found.before), after=percent(found.after))
    why = strings.WHY.format(reason=reason_text(found.why)) if found.why else ""
    return text + told + why + better


def chances_text(state: MatchState) -> str:
    """Return the chance events after the last move, as a continuation of the text about it: `; White rolls 31`."""
    chances = [chance for chance in state.chance_events if chance.ply == len(state.moves)]
    return "".join(f"; {text}" for text in chances_words(chances))


def speed_text(speed: float, *, running: bool) -> str:
    """Return `> 2x` while it runs; nothing while it is paused at normal speed."""
    if running:
        return f"> {speed:g}x"
    return "" if speed == 1 else f"{speed:g}x"


def side_lines(found: Analysed, names: list[str]) -> list[str]:
    """Return how well each side played, in lines of at most 36 columns."""
    lines = [strings.ACCURACY]
    for side in found.sides:
        accuracy = "-" if side.accuracy is None else f"{side.accuracy:.0f}%"
        counts = {"inaccuracies": side.inaccuracies, "mistakes": side.mistakes, "blunders": side.blunders}
        lines.append(strings.SIDE_SUMMARY.format(name=seat_text(names, side.seat), accuracy=accuracy, **counts))
    return lines + [
        strings.POINTS_LOST.format(name=seat_text(names, side.seat), points=side.points_lost)
        for side in found.sides
        if side.points_lost is not None
    ]


def accuracies(found: Analysed, names: list[str]) -> str:
    """Return how well each side played, in a sentence."""
    known = [side for side in found.sides if side.accuracy is not None]
    return strings.ACCURACIES.format(
        sides=", ".join(f"{seat_text(names, side.seat)} {side.accuracy:.0f}%" for side in known) or "-"
    )


def analysed_search(found: Analysed, ply: int) -> SearchReport:
    """Return the search of an analysis before a move, so that its line can be drawn on the board."""
    move = found.moves[ply]
    return SearchReport(
        algorithm=found.algorithm,
        score=move.score,
        wins_in=move.wins_in,
        depth=move.depth,
        nodes=0,
        seconds=0.0,
        line=move.line,
        said=move.said_line,
        prospects=move.prospects,
        selective=0,
        fill=0,
        shares=[],
        exact=move.exact,
        distance=None,
        win=move.before,
    )


def branch(start: Snapshot, state: MatchState, side: Seat, level: int) -> Create:
    """Return a command that creates a casual match from a position, with an engine at every other side.

    Args:
        start: The first snapshot of the record.
        state: The match at the position.
        side: The side of the user.
        level: The level of the engine.
    """
    engine = Engine(engine=EngineSpec.parse(f"level:{level}"))
    seats: list[SeatSpec] = [Me() if view.seat == side else engine for view in state.seats]
    moves = line_texts(state)
    position = start.start
    if len(moves) > MOST_MOVES:
        position, moves = state.position.text, []
    options = dict(state.options)
    where = {"game": state.game.name, "options": options, "position": position, "moves": moves}
    return build(Create, **where, seats=seats, visibility="unlisted")
