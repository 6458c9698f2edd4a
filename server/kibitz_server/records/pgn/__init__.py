"""Games as PGN, the text that programs for chess exchange, read as records of matches."""
