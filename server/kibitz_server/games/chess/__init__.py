"""Chess, and the parts of its rules."""
