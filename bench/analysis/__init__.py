"""How far the marks of an analysis agree with those of a stronger engine."""
