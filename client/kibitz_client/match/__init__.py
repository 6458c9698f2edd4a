"""What a client knows of a match, without I/O."""
