"""Go, as a server would send it: the game with its options, first snapshots, and records with clocks and searches."""

from collections.abc import Iterator
from typing import Any

from kibitz_protocol.to_client import Aborted, Event, Finished, Moved, Snapshot, Started
from kibitz_protocol.values.boards import Grid
from kibitz_protocol.values.clocks import Byoyomi, Correspondence, Fischer, PerMove, SimpleDelay
from kibitz_protocol.values.engines import SearchReport
from kibitz_protocol.values.games import GameInfo, OptionInfo, OtherDefault
from kibitz_protocol.values.matches import MoveView, Result, SeriesView
from kibitz_protocol.values.seats import Strength
from kibitz_protocol.values.state import State
from tests.client.samples import ENGINE, OTTER, event, report, snapshot

SIZE = 5
GRID = Grid(
    column_labels=list("ABCDE"),
    row_labels=list("54321"),
    symbols={"-": "empty", "B": "black stone", "W": "white stone"},
    cell_labels=[],
    block=0,
    every_empty_cell=False,
    ground="lines",
)
GO = GameInfo(
    name="go",
    title="Go",
    summary="Enclose more of the board than your opponent.",
    move_help="a move is an empty point, or pass",
    seats=["Black", "White"],
    options=[],
)
KOMI = OptionInfo(
    name="komi",
    default=7.5,
    range="0 to 100 in steps of 0.5",
    meaning="points of White",
    otherwise=OtherDefault(option="handicap", default=0.5),
)
HANDICAP = OptionInfo(name="handicap", default=0, range="0 or 2 to 9", meaning="stones of Black")
OPTIONS: dict[str, Any] = {"size": SIZE, "komi": 7.5, "handicap": 0}
EMPTY = "/".join(["-" * SIZE] * SIZE)


def go_state(rows: str = EMPTY, ply: int = 0, side: int | None = 0, **times: Any) -> State:
    """Return a position, given its rows from the top, without legal moves."""
    fields: dict[str, Any] = {"remaining_ms": None, "flag_ms": None, "periods": None, "ticking": None} | times
    return State(
        ply=ply,
        to_move=side,
        position=f"p{ply}",
        text=f"{rows} {'BW'[side or 0]} 0-0",
        rows=rows.split("/"),
        counts=[],
        blocks="",
        last=[],
        legal=[],
        paths=[],
        counters={},
        **fields,
    )


def go_match(rows: str = EMPTY, side: int = 0, **changes: Any) -> Snapshot:
    """Return a match before its first move, given the stones on the board and the side to move."""
    fields: dict[str, Any] = {
        "game": GO,
        "options": OPTIONS,
        "board": GRID,
        "state": go_state(rows, side=side),
        "seats": [OTTER, ENGINE],
    }
    return snapshot(**{**fields, **changes})


def played(
    start: Snapshot, moves: str, result: Result | None = None, times: list[dict[str, Any]] | None = None
) -> list[Snapshot | Event]:
    """Return the record of a match with these moves.

    Args:
        start: The match before them.
        moves: Texts of moves; `!` at the end of one stands for a move that was searched, `#` for a proven win.
        result: The result, if it is over.
        times: The times of the state after each move.
    """
    seat = start.state.to_move or 0
    messages: list[Snapshot | Event] = [start, event(4, Started(), start.state)]
    for ply, text in enumerate(moves.split()):
        search: SearchReport | None = None
        if text[-1] in "!#":
            search = report(score=-42 + ply, wins_in=7 if text[-1] == "#" else None)
        move = MoveView(ply=ply, seat=seat, move=text.rstrip("!#"), elapsed_ms=1500 + ply, search=search)
        seat = 1 - seat
        after = go_state(ply=ply + 1, side=seat, **(times[ply] if times else {}))
        messages.append(event(5 + ply, Moved(move=move), after))
    if result is not None:
        messages.append(event(5 + len(moves.split()), Finished(result=result), phase="finished"))
    return messages


def gone(start: Snapshot, moves: str) -> Snapshot:
    """Return the snapshot of a match to which a client came after these moves."""
    made = [
        message.event.move
        for message in played(start, moves)[2:]
        if isinstance(message, Event) and message.event.kind == "moved"
    ]
    return start.model_copy(update={"moves": made, "seq": 4 + len(made)})


def go_records() -> Iterator[list[Snapshot | Event]]:
    """Yield records of all kinds: with each clock, start, end, and with names and moves that no server would send."""
    moves = "C3! b4 D2# A1 pass E5 a5! E1 B1 C1 C5 pass"
    position = "-----/-BW--/-----/---B-/W----"
    yield played(go_match(created_at=1_795_197_684.0), moves, Result(winner=1, reason="area", points=[10, 12.5]))
    yield played(go_match(position, 1, options=OPTIONS | {"handicap": 2, "komi": 0.5}), moves)
    yield played(go_match(position, 1, start=f"{position} W 0-0", options=OPTIONS | {"komi": 7}), "A1 B1 C1")
    yield [go_match(position, opening=["B4", "C4"])]
    yield [gone(go_match(), "C3 D3"), event(9, Aborted(reason="left"), go_state(ply=2), phase="aborted")]
    yield [gone(go_match(), "C3"), event(9, Aborted(reason="the game has no result"), go_state(ply=1), phase="aborted")]
    yield [gone(go_match(position, options=OPTIONS | {"handicap": 2}), "C3 D3")]
    seats = [
        OTTER.model_copy(update={"label": r"the [great] owl \ 1", "strength": Strength(rating=1500, deviation=200)}),
        ENGINE.model_copy(update={"name": None, "strength": Strength(rating=1612, deviation=310)}),
    ]
    series = SeriesView(id="s1", number=2, games=3, score=[0.5, 0.5])
    yield played(
        go_match(seats=seats, series=series, rated=True), "i9 Z99 C3 A0 a07 tt K1", Result(winner=None, reason="?")
    )
    times = [
        {"remaining_ms": [500, 10_000], "flag_ms": [24_500, 34_000], "periods": [3, 3]},
        {"remaining_ms": [500, 8_001], "flag_ms": [24_500, 24_000], "periods": [3, 3]},
        {"remaining_ms": [7_999, 8_000], "flag_ms": [8_000, 24_000], "periods": [1, 3]},
    ]
    yield played(go_match(clock=Byoyomi(base_s=10, periods=3, period_s=8)), "C3! D3# E3", times=times)
    for clock in (
        Fischer(base_s=90.5, increment_s=0),
        Fischer(base_s=300, increment_s=2.5),
        SimpleDelay(base_s=60, delay_s=2.5),
        PerMove(move_s=0.1),
        Correspondence(days=3),
    ):
        start = go_match(clock=clock, state=go_state(remaining_ms=[60_000, 60_000]))
        yield played(start, "C3", Result(winner=0, reason="resignation"), [{"remaining_ms": [58_505, 60_000]}])
    counted = "3.5 points, counted by the players"
    for reason in ("time", "time forfeit", "abandonment", counted, "adjudication", "constructor"):
        yield played(go_match(), "C3", Result(winner=1, reason=reason))
    yield played(go_match(), "C3", Result(winner=0, reason="length", points=[25, 7.5]))
