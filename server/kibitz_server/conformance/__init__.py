"""Conformance check of other clients against a server that provokes faults."""
