"""Tests of the commands of lessons."""
