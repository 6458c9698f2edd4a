"""Texts of moves that players type: lists of moves, and what a text that is not legal may have meant."""
