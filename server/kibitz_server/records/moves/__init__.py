"""Moves of a file: which are legal, how chess players write them, and how long they took."""
