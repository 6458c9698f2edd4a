"""Invariants of a simulation, checked against what is durable and against a second model of matches."""
