"""Hostile messages: a corpus that every client of the protocol survives."""
