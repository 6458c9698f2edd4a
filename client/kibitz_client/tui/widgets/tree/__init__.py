"""Widgets of the search tree: the tree itself, and the card of a node."""
