"""Which players are connected to their matches, and which are away."""
