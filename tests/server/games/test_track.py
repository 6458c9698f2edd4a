"""A race on a track: a game on a board of cells in one line, as an author writes it."""

import importlib.util
from pathlib import Path

from kibitz_protocol.values.boards import Track
from kibitz_server.game_check.check import check
from kibitz_server.messages.games import board_data

RACE = '''
"""Race: run one or two cells; who is at the end first wins."""

from typing import Annotated

from kibitz_server.games.board import Picture, Track
from kibitz_server.games.game import LOSS, ONGOING, Declaration
from kibitz_server.games.record import I64, Array, Record

GAME = Declaration("race", "Race", "Be at the end first.", "a move is the number of cells: 1 or 2", ("Red", "Blue"))
SIDES, CELLS, MAX_MOVES, MAX_PLIES = 2, 8, 2, 16


class State(Record):
    turn: I64
    at: Annotated[list[int], Array("i1", "SIDES")]


def setup(s: State) -> None:
    s.at[1] = 1


def legal(s: State, moves: list[int], k: int) -> int:
    for step in range(1, 3):
        if s.at[s.turn] + 2 * step < 2 * CELLS:
            moves[k] = step
            k += 1
    return k


def play(s: State, move: int) -> None:
    s.at[s.turn] += 2 * move
    s.turn = 1 - s.turn


def outcome(s: State) -> int:
    return LOSS if s.at[1 - s.turn] // 2 >= CELLS - 1 else ONGOING


def ending(_s: State) -> str:
    return "arrived"


def move_text(_s: State, move: int) -> str:
    return str(move)


def move_path(s: State, move: int) -> tuple[int, ...]:
    return (s.at[s.turn] // 2, s.at[s.turn] // 2 + move)


def position_text(s: State, rows: tuple[str, ...]) -> str:
    return f"{s.at[0] // 2}-{s.at[1] // 2} {GAME.seats[s.turn]}"


def read_position(s: State, text: str) -> None:
    cells, _, side = text.partition(" ")
    s.turn = GAME.seats.index(side.capitalize())
    for seat, cell in enumerate(cells.split("-", 1)):
        if int(cell) not in range(CELLS):
            raise ValueError("write the cells of both sides and the side to move: 0-0 Red")
        s.at[seat] = 2 * int(cell) + seat


def board() -> Track:
    return Track(tuple(map(str, range(CELLS))), GAME.seats)


def picture(s: State) -> Picture:
    first, second = (cell // 2 for cell in s.at)
    return Picture(counts=tuple((cell == first) - (cell == second and first != second) for cell in range(CELLS)))
'''


def test_a_race_on_a_track_has_no_problem(tmp_path: Path) -> None:
    """The check of games finds nothing, and clients can read its board."""
    file = tmp_path / "race.py"
    file.write_text(RACE.lstrip())
    assert list(check(file, None)) == []
    spec = importlib.util.spec_from_file_location("race", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    described = Track.model_validate(board_data(module.board()))
    assert (described.cells, described.names) == (8, ["Red", "Blue"])
