"""Immutable values that a match consists of, and the events that change it."""
