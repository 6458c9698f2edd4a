"""Messages of a match of tic-tac-toe, as a server would send them. X is otter, O an engine."""

from typing import Any

from kibitz_protocol.commands.explain import Explained, SearchStep, TreeNode
from kibitz_protocol.commands.match_info import SeriesGame, SeriesScore, SeriesTable
from kibitz_protocol.to_client import Event, Fact, Snapshot, Thinking
from kibitz_protocol.values.boards import Grid
from kibitz_protocol.values.engines import SearchReport
from kibitz_protocol.values.games import GameInfo, OptionInfo
from kibitz_protocol.values.matches import MoveView, Phase, Result
from kibitz_protocol.values.seats import SeatView
from kibitz_protocol.values.state import State
from kibitz_server.messages.tournaments.statistics import series_score_data

MATCH, CODE = "m1", "K7QX"
LABELS = ["a", "b", "c"]

GRID = Grid(
    column_labels=LABELS,
    row_labels=["3", "2", "1"],
    symbols={"-": "empty", "X": "cross", "O": "nought"},
    cell_labels=[],
    block=0,
    every_empty_cell=True,
)
GAME = GameInfo(
    name="tictactoe",
    title="Tic-tac-toe",
    summary="Three in a line win.",
    move_help="a move is an empty square",
    seats=["X", "O"],
    options=[OptionInfo(name="columns", default=3, range="1 to 19", meaning="how wide")],
)
NIM, GOMOKU = (
    GAME.model_copy(update={"name": title.lower(), "title": title, "aliases": aliases})
    for title, aliases in (("Nim", {"marienbad": {}}), ("Gomoku", {"five in a row": {}, "long five": {"exact": True}}))
)
OTTER = SeatView(seat=0, kind="human", name="otter")
ENGINE = SeatView(seat=1, kind="engine", name="alphabeta:depth=9")
OPEN = SeatView(seat=1, kind="open", name=None)


def position(
    moves: str = "", *, to_move: int | None = -1, remaining_ms: list[int] | None = None, **times: Any
) -> State:
    """Return the position after moves to cells, numbered from 0 at the top left."""
    cells = ["-"] * 9
    for ply, cell in enumerate(moves):
        cells[int(cell)] = "XO"[ply % 2]
    flat = "".join(cells)
    ticking = None if remaining_ms is None else len(moves) % 2
    empty = [cell for cell, symbol in enumerate(flat) if symbol == "-"]
    return State(
        ply=len(moves),
        to_move=len(moves) % 2 if to_move == -1 else to_move,
        position=f"p{moves}",
        text=flat,
        rows=[flat[0:3], flat[3:6], flat[6:9]],
        counts=[],
        blocks="",
        last=[int(moves[-1])] if moves else [],
        legal=[square(cell) for cell in empty],
        paths=[[cell] for cell in empty],
        counters={},
        remaining_ms=remaining_ms,
        **{"flag_ms": remaining_ms, "periods": None, "ticking": ticking} | times,
    )


def square(cell: int) -> str:
    """Return the name of a cell."""
    return LABELS[cell % 3] + str(3 - cell // 3)


def report(**changes: Any) -> SearchReport:
    """Return the report of a search."""
    fields: dict[str, Any] = {
        "algorithm": "alphabeta",
        "score": 35,
        "wins_in": None,
        "depth": 9,
        "nodes": 123_456,
        "seconds": 1.0,
        "line": ["b2", "a1"],
        "selective": 0,
        "fill": 0,
        "shares": [],
        "exact": False,
        "distance": None,
    }
    return SearchReport(**{**fields, **changes})


def move(ply: int, cell: int, search: SearchReport | None = None) -> MoveView:
    """Return a move to a cell."""
    return MoveView(ply=ply, seat=ply % 2, move=square(cell), elapsed_ms=1500, search=search)


def snapshot(cells: str = "", **changes: Any) -> Snapshot:
    """Return the snapshot of a running match, after its third event and moves to these cells."""
    fields: dict[str, Any] = {
        "match": MATCH,
        "code": CODE,
        "seq": 3 + len(cells),
        "phase": "running",
        "game": GAME,
        "options": {"columns": 3},
        "board": GRID,
        "seats": [OTTER, ENGINE],
        "clock": None,
        "created_at": 0.0,
        "show_thinking": True,
        "watchers": 0,
        "moves": [move(ply, int(cell)) for ply, cell in enumerate(cells)],
        "state": position(cells),
        "result": None,
        "you": None,
    }
    return Snapshot(**{**fields, **changes})


def together(cells: str = "", **changes: Any) -> Snapshot:
    """Return the snapshot of a match whose both sides are ours: Ann has X and Bob has O."""
    seats = [SeatView(seat=seat, kind="human", name="otter", label=name) for seat, name in enumerate(("Ann", "Bob"))]
    return snapshot(cells, seats=seats, show_thinking=False, **{"you": 0, "yours": [0, 1]} | changes)


def event(seq: int, fact: Fact, state: State | None = None, phase: str = "running", match: str = MATCH) -> Event:
    """Return an event of the match."""
    return Event.model_validate(
        {"match": match, "seq": seq, "at": 0.0, "phase": phase, "event": fact, "state": state}, from_attributes=True
    )


def thinking(ply: int, seat: int = 1, **changes: Any) -> Thinking:
    """Return a report of the engine's running search."""
    return Thinking(match=MATCH, ply=ply, seat=seat, search=report(**changes))


def node(
    number: int | None, move: str | None, player: str, value: float | None, why: str, *children: TreeNode, **more: Any
) -> TreeNode:
    """Return a node of a search tree."""
    fields = {"alpha": None, "beta": None, "bound": "exact", "pruned": False, **more}
    own = {"node": number, "move": move, "player": player, "value": value, "why": why, "children": children}
    return TreeNode.model_validate({**own, **fields}, from_attributes=True)


TREE = Explained(
    algorithm="textbook",
    title="leaf values",
    searched=6,
    pruned=1,
    unpruned=7,
    root=node(
        0,
        None,
        "max",
        3,
        "max takes the highest: 1",
        node(
            1,
            "1",
            "min",
            3,
            "min takes the lowest: 1",
            node(2, "1", "max", 3, "leaf"),
            node(3, "2", "max", 12.5, "leaf", beta=3),
        ),
        node(
            4,
            "2",
            "min",
            2,
            "cut off by 1: max is sure of 3 elsewhere and will not come here",
            node(5, "1", "max", 2, "leaf", alpha=3),
            node(
                None,
                "2",
                "max",
                None,
                "left out: after 1 min has enough here (alpha 3, beta 2)",
                alpha=3,
                beta=2,
                pruned=True,
            ),
            alpha=3,
            bound="at most",
        ),
    ),
    steps=[
        SearchStep(to=0),
        SearchStep(to=1),
        SearchStep(to=2),
        SearchStep(to=1, child=2, beta=3, best=3),
        SearchStep(to=3),
        SearchStep(to=1, child=3),
        SearchStep(to=0, child=1, alpha=3, best=3),
        SearchStep(to=4),
        SearchStep(to=5),
        SearchStep(to=4, child=5, beta=2, best=2, cut=True),
        SearchStep(to=0, child=4),
    ],
)
"""The tree [[3, 12.5], [2, 4]], searched by textbook alpha-beta."""


def played(
    number: int, ended: int | Phase | None, seats: tuple[SeatView, SeatView] = (OTTER, ENGINE), match: str = ""
) -> SeriesGame:
    """Return a game of a series that otter began: `ended` is the seat that won, None for a draw, else the phase."""
    order = seats if number % 2 else seats[::-1]
    winner = ended if isinstance(ended, int) else None
    phase: Phase = ended if isinstance(ended, str) else "finished"
    result = Result(winner=winner, reason="full board" if winner is None else "line")
    return SeriesGame(
        number=number,
        match=match or f"g{number}",
        code=f"CODE{number}",
        phase=phase,
        seats=[view.model_copy(update={"seat": seat}) for seat, view in enumerate(order)],
        result=result if phase in ("finished", "aborted") else None,
        ply=9,
        created_at=10.0,
        ended_at=16.5 if phase in ("finished", "aborted") else None,
    )


def series_table(*games: SeriesGame, of: int = 6) -> SeriesTable:
    """Return the table of a series of tic-tac-toe."""
    return SeriesTable(series="s1", game="tictactoe", clock=None, games=of, played=list(games), score=score_of(*games))


def score_of(*games: SeriesGame) -> SeriesScore:
    """Return the score of games of a series, as a server counts it."""
    return SeriesScore.model_validate(series_score_data([game.model_dump(mode="json") for game in games]))
