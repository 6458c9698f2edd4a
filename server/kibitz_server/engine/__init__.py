"""Searches over the games: algorithms, their compilation, worker processes and opening books."""
