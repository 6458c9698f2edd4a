"""Typed text to commands of the protocol."""
