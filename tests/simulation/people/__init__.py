"""Clients of a simulation: their connections, and what they do."""
