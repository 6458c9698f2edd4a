"""SGF (Hollosi, 1999) for Go: reader and writer."""
