"""Tests of puzzles in the app."""
