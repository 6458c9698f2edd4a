"""Estimates of the strength of entrants from results: differences, tests, rating lists, repeated games."""
