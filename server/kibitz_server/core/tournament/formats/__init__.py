"""Pairings of each format."""
