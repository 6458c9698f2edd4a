"""Commands of lessons and classes."""
