"""Conversion of tournaments and statistics to protocol data, and of terms to values of the core."""
