"""What a board looks like at a size and what a click on it means, as pure functions. No Textual, no game."""
