"""Fuzzing of all readers of untrusted text: `make fuzz` searches new inputs, the tests replay the kept ones."""
