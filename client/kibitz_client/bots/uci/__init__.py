"""UCI engines as bots."""
