"""Tests of tournaments on the page."""
