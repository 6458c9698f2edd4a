"""Grounds of grids that are more than rows of cells: their layouts, and what is special about them. Pure."""
