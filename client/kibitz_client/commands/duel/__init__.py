"""`kibitz duel`: games between two engines, watched one by one or counted as a test of strength."""
