"""Games, their boards, clocks and engines in both vocabularies: a part of `translate`."""

from dataclasses import asdict
from typing import Any, assert_never

from kibitz_protocol import clocks, values
from kibitz_server.core.clock import Budget, Byoyomi, Correspondence, Fischer, PerMove, SimpleDelay, TimeControl
from kibitz_server.core.players import Engine
from kibitz_server.games.board import Board, Grid, Heaps, Pits
from kibitz_server.games.game import Declaration

Data = dict[str, Any]


def time_control(clock: clocks.Clock | None) -> TimeControl | None:
    """The clock that a message asks for."""
    match clock:
        case None:
            return None
        case clocks.Fischer():
            return Fischer(clock.base_s, clock.increment_s)
        case clocks.SimpleDelay():
            return SimpleDelay(clock.base_s, clock.delay_s)
        case clocks.Byoyomi():
            return Byoyomi(clock.base_s, clock.periods, clock.period_s)
        case clocks.PerMove():
            return PerMove(clock.move_s)
        case clocks.Correspondence():
            return Correspondence(clock.days)
        case _:
            assert_never(clock)


def clock_data(control: TimeControl | None) -> Data | None:
    """A `Clock`: the two vocabularies name its parts alike."""
    return asdict(control) if control else None


def engine(spec: values.EngineSpec, default_s: float, most_s: float) -> Engine:
    """The engine that a message asks for, with `default_s` where it has no limit, and never more than `most_s`."""
    limit = spec.limit
    bounded = limit.seconds or limit.depth or limit.nodes or limit.playouts or spec.level
    seconds = min(limit.seconds, most_s) if limit.seconds else None if bounded else default_s
    return Engine(spec.algorithm, Budget(seconds, limit.depth, limit.nodes, limit.seed, limit.playouts, spec.level))


def game_data(game: Declaration) -> Data:
    """A `GameInfo`."""
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "move_help": game.move_help,
        "seats": list(game.seats),
        "options": [
            {"name": option.name, "default": option.default, "range": option.range, "meaning": option.meaning}
            for option in game.options
        ],
    }


def board_data(board: Board) -> Data:
    """A `Board`, whichever shape it has."""
    match board:
        case Grid():
            return {
                "shape": "grid",
                "column_labels": list(board.column_labels),
                "row_labels": list(board.row_labels),
                "symbols": board.symbols,
                "cell_labels": list(board.cell_labels),
                "block": board.block,
            }
        case Pits():
            return {
                "shape": "pits",
                "houses": board.houses,
                "cell_labels": list(board.cell_labels),
                "cell_names": list(board.cell_names),
                "unit": board.unit,
            }
        case Heaps():
            return {
                "shape": "heaps",
                "cell_labels": list(board.cell_labels),
                "unit": board.unit,
                "most": board.most,
            }
        case _:
            assert_never(board)
