"""The rules of matches without I/O: commands and `now` in, events out."""
