"""Sections of the benchmark: each yields its rows."""
