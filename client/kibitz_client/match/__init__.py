"""Client-side state of a match and of a series, and the file format of records."""
