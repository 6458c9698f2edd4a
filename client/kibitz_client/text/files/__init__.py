"""Matches as the files of other programs: PGN, and SGF for Go."""
