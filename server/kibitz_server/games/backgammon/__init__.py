"""Backgammon: its rules, its moves and positions as texts, and the network that evaluates positions."""
