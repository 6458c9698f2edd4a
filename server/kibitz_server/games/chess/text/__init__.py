"""Texts of chess that do not depend on its options: positions, algebraic notation, and why a move is not legal."""
