"""What results say about the strength of entrants: differences, tests, rating lists, repeated games."""
