"""Keys of the moves at a table of cards, as players know them: f folds, c checks or calls, r bets or raises. Pure."""

from collections.abc import Mapping

from kibitz_client.match.table.number_moves import number_moves, plain_moves
from kibitz_protocol.values.boards import Board, Table
from kibitz_protocol.values.state import State

WORDS = {"f": ("fold",), "c": ("check", "call"), "r": ("raise", "bet")}
"""The words of the moves of each key."""


def move_keys(board: Board, position: State) -> dict[str, str]:
    """Return the legal move of each key, or the word of a group of moves that are alike but for their number.

    A key that stands for several moves, or for none, is left out. Other boards have no such keys.
    """
    if not isinstance(board, Table):
        return {}
    known = [*plain_moves(position), *(group.word for group in number_moves(position))]
    found = {key: [move for move in known if move.partition(" ")[0] in words] for key, words in WORDS.items()}
    return {key: moves[0] for key, moves in found.items() if len(moves) == 1}


def keys_text(keys: Mapping[str, str]) -> str:
    """Return keys with their moves: `f fold  c call  r raise`."""
    return "  ".join(f"{key} {move}" for key, move in keys.items())
