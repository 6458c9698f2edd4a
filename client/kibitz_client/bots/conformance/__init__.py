"""Conformance check of a server, from a bot's side."""
