"""What Kibitz writes as SGF is read by sgfmill, a library for Go of others, as the same match."""

from pathlib import Path

import pytest
from sgfmill import sgf, sgf_moves

from kibitz_protocol.formats.sgf.writer import sgf_text
from kibitz_server.programs.gtp.board import Board
from kibitz_server.programs.gtp.sgf import sgf_lines
from tests.server.records.test_sgf_round_trip import CLOCKS, messages_of, played

COLOURS = {"b": "B", "w": "W", None: "-"}


def rows_of(text: str) -> tuple[sgf.Sgf_game, list[str]]:
    """Return the game of a text, and the rows of its board after all moves."""
    game = sgf.Sgf_game.from_string(text)
    board, moves = sgf_moves.get_setup_and_moves(game)
    for colour, point in moves:
        if point is not None:
            board.play(*point, colour)
    rows = [[COLOURS[board.get(row, column)] for column in range(board.side)] for row in range(board.side)]
    return game, ["".join(row) for row in reversed(rows)]


@pytest.mark.parametrize(
    ("size", "handicap", "start"), [(5, 0, None), (9, 5, None), (19, 0, None), (3, 0, "---/-B-/--W W")]
)
def test_matches_are_read(size: int, handicap: int, start: str | None) -> None:
    """Stones, players, komi, handicap and result are the same."""
    for seed, control in enumerate(CLOCKS):
        scenes = played(seed, size, handicap, start, control)
        end = scenes[-1][1]
        game, rows = rows_of(sgf_text(messages_of(scenes), comments=True))
        assert rows == list(end.position.rows)
        assert (game.get_size(), game.get_komi(), game.get_handicap() or 0) == (size, end.options["komi"], handicap)
        assert [game.get_player_name(colour) for colour in "bw"] == ["Ann", "Ben]\\"]
        assert end.result is not None
        assert game.get_winner() == (None if end.result.winner is None else "bw"[end.result.winner])
        assert len(game.get_main_sequence()) == 1 + len(end.moves)


def test_games_of_the_engine_are_read(tmp_path: Path) -> None:
    """So is what the Go engine writes for `printsgf`, with a negative komi and two moves of one side."""
    board = Board(5, -5.5)
    for seat, vertex in ((0, "C3"), (1, "A1"), (1, "pass"), (0, "B1"), (0, "A2")):
        board.play(seat, vertex)
    file = tmp_path / "game.sgf"
    file.write_text("\n".join(sgf_lines(board, "1.0")), encoding="utf-8")
    game, rows = rows_of(file.read_text(encoding="utf-8"))
    assert rows == list(board.rows)
    assert game.get_komi() == -5.5
