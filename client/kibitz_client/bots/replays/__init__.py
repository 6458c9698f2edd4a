"""Recorded sessions of bots, and what a bot chooses when it is asked again."""
