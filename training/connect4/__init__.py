"""Solved openings of Connect Four, and its test positions."""
