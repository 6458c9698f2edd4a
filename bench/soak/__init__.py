"""Soak test: mixed load for a long time, while memory, files and tasks of the server are sampled: `make soak`."""
