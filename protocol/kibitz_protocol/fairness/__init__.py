"""Chance events that anyone can compute again: how they are made, and the check of those of a finished match."""
