"""Dots and boxes, and the shapes that decide it."""
