"""Screens about players: the own account, ratings and profiles."""
