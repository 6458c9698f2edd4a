"""Benchmark of the MQTT feed: `make bench ARGS=feed`."""
