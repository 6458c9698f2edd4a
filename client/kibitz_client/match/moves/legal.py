"""Legal moves as players write them: in chess `Nf3` for `g1f3`. Pure.

The server writes the moves that were played. Here the list of legal moves is enough, since it tells which other pieces
of a kind can go to the same square. The signs of check and mate are left out, for they need the rules.
"""

from collections.abc import Mapping

from kibitz_protocol.values.boards import Board, Grid
from kibitz_protocol.values.games import GameInfo
from kibitz_protocol.values.state import State

CHESS = "uci"
EMPTY = "-"


def written_moves(game: GameInfo, board: Board, position: State) -> Mapping[str, str]:
    """Return the legal moves by their texts, each as players write it; elsewhere than in chess, by its text."""
    if game.notation != CHESS or not isinstance(board, Grid):
        return {move: move for move in position.legal}
    names = [f"{column}{row}" for row in board.row_labels for column in board.column_labels]
    pieces, across = "".join(position.rows), len(board.column_labels)
    ends = {move: (path[0], path[-1]) for move, path in zip(position.legal, position.paths, strict=True)}

    def written(move: str) -> str:
        origin, target = ends[move]
        piece, at, to = pieces[origin].upper(), names[origin], names[target]
        own = pieces[target] != EMPTY and pieces[target].isupper() == pieces[origin].isupper()
        if piece == "K" and (own or abs(origin % across - target % across) > 1):
            return "O-O" if target > origin else "O-O-O"
        takes = "x" if pieces[target] != EMPTY else ""
        if piece == "P":
            taking = f"{at[0]}x" if at[0] != to[0] else ""
            return f"{taking}{to}" + (f"={move[4:].upper()}" if move[4:] else "")
        same = [
            names[start]
            for other, (start, end) in ends.items()
            if other != move and end == target and pieces[start] == pieces[origin]
        ]
        return f"{piece}{_chosen(at, same)}{takes}{to}"

    return {move: written(move) for move in position.legal}


def _chosen(at: str, others: list[str]) -> str:
    """Return what tells a square from those of other pieces that can make the same move."""
    if not others:
        return ""
    if all(other[0] != at[0] for other in others):
        return at[0]
    return at[1:] if all(other[1:] != at[1:] for other in others) else at
