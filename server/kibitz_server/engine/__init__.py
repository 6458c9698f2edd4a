"""Game tree searches, written once and specialised for each game."""
