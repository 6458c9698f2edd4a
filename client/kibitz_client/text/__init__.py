"""A match as lines of text, without I/O."""
