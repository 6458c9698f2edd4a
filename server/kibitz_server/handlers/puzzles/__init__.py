"""Commands of puzzles."""
