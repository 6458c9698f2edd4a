"""Tests of the checks of a game's file."""
