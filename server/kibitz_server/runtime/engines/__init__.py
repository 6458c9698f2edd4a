"""Searches that matches and players wait for: moves of engines, hints, and positions of analysis boards."""
