"""Conversion of tournaments to protocol data, and of their terms to values of the core."""
