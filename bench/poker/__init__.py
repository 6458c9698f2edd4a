"""Training of the strategy of limit hold'em, and measurements of it."""
