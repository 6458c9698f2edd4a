"""Facts of single games that files and other programs need. Client and protocol have no rules. Pure."""
