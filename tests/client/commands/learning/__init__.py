"""Tests of commands about lessons."""
