"""Analyses of finished matches in the background, and positions of analysis boards."""
