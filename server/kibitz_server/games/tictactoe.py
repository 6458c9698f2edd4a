"""Tic-tac-toe: the m,n,k game with three columns, three rows and three in a line."""

from kibitz_server.games import mnk
from kibitz_server.games.game import Declaration

BASE = mnk

GAME = Declaration(
    name="tictactoe",
    title="Tic-tac-toe",
    summary="Place stones in turn on any empty square; three in a line win, a full board is a draw.",
    move_help="a move is an empty square, such as b2 for the centre, or its tile number (5)",
)
