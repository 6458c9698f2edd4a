"""Hostile servers: what they send to clients, as cases and as inputs of the fuzzer."""
