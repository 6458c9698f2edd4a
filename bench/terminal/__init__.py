"""Benchmark of the terminal app: time to its first frame, and bytes over a slow connection."""
