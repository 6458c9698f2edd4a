"""Benchmark of the server against a bare `websockets` server, in one run."""
