"""Slots that are processes of this machine, and the compilation of searches."""
