"""Tournaments as text: tables, statistics, and what happens in them."""
