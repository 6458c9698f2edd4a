"""Networks of backgammon."""
