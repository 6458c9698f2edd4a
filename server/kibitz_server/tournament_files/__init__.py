"""Tournaments as files: the complete one that can be verified, and those for other programs and for people."""
