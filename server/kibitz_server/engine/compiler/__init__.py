"""Specialisation of searches for one game, as plain Python or machine code."""
