"""Legal moves of chess as players write them, from the list of the server alone."""

import pytest

from kibitz_client.match.moves.legal import written_moves
from kibitz_protocol.values.boards import Grid
from kibitz_protocol.values.state import State
from kibitz_server.games.registry import load
from tests.client.samples import GAME, position

BOARD = Grid(
    column_labels=list("abcdefgh"),
    row_labels=list("87654321"),
    cell_labels=[],
    block=0,
    symbols={"-": "empty", **dict.fromkeys("PNBRQKpnbrqk", "piece")},
)
POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 9",
    "8/1P5k/8/8/2pP4/8/8/2R1K1R1 b - d3 0 1",
    "n1n5/1P6/8/8/8/8/5k2/K7 w - - 0 1",
    "2k5/8/8/Q6Q/8/8/8/Q3K3 w - - 0 1",
    "4k3/8/8/8/8/2N1N3/8/2N1K3 w - - 0 1",
]


@pytest.mark.parametrize("start", POSITIONS)
@pytest.mark.parametrize("options", [{}, {"array": 0}], ids=["standard", "chess960"])
def test_each_move_is_written_as_the_server_writes_it(start: str, options: dict[str, object]) -> None:
    """The texts are those of the server without the signs of check and mate."""
    at = load("chess", options).start(start)
    state = State.model_validate(
        {
            **position().model_dump(),
            "rows": list(at.picture.rows),
            "legal": [move.text for move in at.legal],
            "paths": [list(move.path) for move in at.legal],
        }
    )
    game = GAME.model_copy(update={"notation": "uci"})
    assert written_moves(game, BOARD, state) == {
        move.text: (at.said(move) or move.text).rstrip("+#") for move in at.legal
    }


def test_other_games_have_their_texts() -> None:
    """A move of another game is written as it is typed."""
    assert written_moves(GAME, BOARD, position()) == {move: move for move in position().legal}
