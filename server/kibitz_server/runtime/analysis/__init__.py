"""Analyses of finished matches, in the background."""
