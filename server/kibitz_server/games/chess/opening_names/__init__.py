"""Names of the openings of chess: a table, and how a position finds its name."""
