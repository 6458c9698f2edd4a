"""PGN (Edwards, 1994) and PDN, its form for draughts: reader and writer."""
