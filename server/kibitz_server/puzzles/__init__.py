"""Puzzles: making them of matches, choosing them for a player, judging answers. The bundles are its only files."""
