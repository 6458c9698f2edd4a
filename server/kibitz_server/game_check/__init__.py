"""Checks of a game's file for its author: `check` finds everything that would go wrong in a match or a search."""
