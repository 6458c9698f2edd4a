"""Commands of players about what reaches them while they are away."""
