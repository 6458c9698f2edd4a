"""Conformance check of a server, from a client's side."""
