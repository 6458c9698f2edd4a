"""The searches, each written once.

A template is a module of plain functions and of a `Workspace`, the record of all memory that it works in. The names
in its `SLOTS` are open: they stand for the rules of a game (and sizes that follow from it), which `specialise` puts in.
Its `ENTRIES` are the functions that are called from outside. A template keeps to what a compiler for numbers knows:
numbers, records and their arrays, functions of this kind, and no objects.
"""
