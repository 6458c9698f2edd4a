"""Games of draughts, and what they share."""
