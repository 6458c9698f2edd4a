"""Formats of tournaments, one module each: which entrants meet next."""
