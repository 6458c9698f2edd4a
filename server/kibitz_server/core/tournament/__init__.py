"""Tournaments of any format without I/O: entrants, pairings, results, standings and statistics."""
