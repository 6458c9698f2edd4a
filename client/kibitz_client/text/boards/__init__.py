"""Boards of special shapes as lines of text, and what lies beside boards. Pure."""
