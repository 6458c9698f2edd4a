"""Soak test, `make bench ARGS=soak`: mixed load for a long time, with samples of memory, files and tasks."""
