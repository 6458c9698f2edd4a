"""Facts of single games that other programs and file formats need. A client has no rules. Pure."""
