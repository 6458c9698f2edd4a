"""Tests of `kibitz demo`."""
