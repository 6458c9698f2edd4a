"""Ends of games: whether a seat can still win, and how a game goes on after a draw that was not claimed."""
