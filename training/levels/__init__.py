"""Measurements of the levels: what they lose by move, and what they score. `__main__` is the command."""
