"""Benchmark of the engine against our own C and against public programs: `make bench ARGS=engine`."""
