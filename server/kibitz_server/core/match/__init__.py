"""One match: decides commands and applies events."""
