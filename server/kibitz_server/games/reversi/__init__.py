"""Reversi, and the parts of its rules and evaluation."""
