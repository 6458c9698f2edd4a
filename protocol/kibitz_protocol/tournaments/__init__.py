"""Tournaments: the command `tournament`, its results, and the messages that followers of a tournament receive."""
