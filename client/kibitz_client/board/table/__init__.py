"""A table of cards: where each part of it lies, and how cards and chips look. Pure."""
