"""One match: decide commands, apply events."""
