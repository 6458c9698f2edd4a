"""Offline tools over games and engine, without a server: rules, analysis, explained trees, perft."""
