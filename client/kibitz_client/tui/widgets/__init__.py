"""Widgets, one a module. A widget shows the values that a screen gives it; it does not know the session."""
