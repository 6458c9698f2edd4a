"""Strategy of limit hold'em."""
