"""Conversion between values of the core and messages of the protocol."""
