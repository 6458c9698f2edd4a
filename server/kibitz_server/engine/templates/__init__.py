"""Templates of the searches, each written once for all games.

A template is a module of plain functions and a `Workspace`, the record of all memory that it uses. The names in its
`SLOTS` are open: `specialise` fills them with the rules of a game and the sizes that follow from it. Its `ENTRIES` are
the functions that Python calls. A template uses only what a numeric compiler supports: numbers, records with their
arrays, and functions of this kind, but no objects.
"""
