"""Strength of the engine: suites of positions with exact results, and matches."""
