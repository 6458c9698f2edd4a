"""Samples of all messages."""
