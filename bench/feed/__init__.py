"""Benchmark of the MQTT feed: `make bench-feed`."""
