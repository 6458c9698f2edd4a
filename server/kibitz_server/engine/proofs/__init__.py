"""Proofs that a search with a time or node limit tries before it trusts an evaluation."""
