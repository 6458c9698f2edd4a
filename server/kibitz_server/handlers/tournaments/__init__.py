"""Handlers of the command `tournament`: creating, showing, entering and organising."""
