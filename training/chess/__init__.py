"""Weights of the evaluation of chess."""
