"""Weights of the patterns of Reversi, and its test positions."""
