"""Tournaments while they run: pairings by other programs."""
