"""Immutable values of a match, and the events that change it."""
