"""Judgement of finished games: win probabilities, losses of single moves, accuracy, and dead stones of Go."""
