"""Engines for other programs, without a running server: UCI, GTP, and filters of JSON lines."""
