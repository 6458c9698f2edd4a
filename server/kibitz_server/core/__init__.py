"""Rules of matches and of the lobby, without I/O: commands and `now` in, events out."""
