"""Tables of cards: their parts, moves that are numbers, and words for what is not seen. Pure."""
