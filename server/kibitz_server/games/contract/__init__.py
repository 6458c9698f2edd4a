"""What a module needs to be a game: the table of its parts, and the check of a module against it."""
