"""Hex: rules, texts, the board, and what searches use."""
