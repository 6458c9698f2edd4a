"""Parsers of what the user types: arguments, words during a match, and archive queries."""
