"""Tests of what bots share that run the engines of others."""
