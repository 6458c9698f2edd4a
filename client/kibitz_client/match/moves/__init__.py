"""Moves of a match as players list them: their order, their numbers, and how legal moves are written. Pure."""
