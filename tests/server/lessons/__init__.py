"""Tests of tasks of lessons."""
