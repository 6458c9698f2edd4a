"""Benchmark of how much the clients of one address can slow the others, with each command."""
