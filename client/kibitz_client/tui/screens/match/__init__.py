"""Screens that show matches."""
