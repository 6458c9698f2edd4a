"""Puzzles in the app."""
