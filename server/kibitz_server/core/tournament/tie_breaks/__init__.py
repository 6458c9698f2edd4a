"""Tie-breaks by FIDE's rules of 2026 (C.07): their values, the ranking that they give, and the reasons in words."""
