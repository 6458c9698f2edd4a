"""The ladder of levels: what each level of each game does at a move, and which moves a player of that level sees."""
