"""Judgement of finished games: win probabilities, losses of single moves, accuracy."""
