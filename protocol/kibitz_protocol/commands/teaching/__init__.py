"""Commands of teachers and their pupils."""
