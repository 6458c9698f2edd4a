"""Searches for wins by threats: their templates, and the Python code that runs them."""
