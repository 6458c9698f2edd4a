"""Templates that play positions out at random."""
