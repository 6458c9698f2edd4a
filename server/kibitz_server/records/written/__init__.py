"""Games in the files of other programs, as records of matches: what PGN and SGF share."""
