"""Tests of programs that speak the Go Text Protocol as bots."""
