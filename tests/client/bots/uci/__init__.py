"""Tests of UCI engines as bots."""
