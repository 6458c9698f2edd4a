"""Tests of what a client knows of single games."""
