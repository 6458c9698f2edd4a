"""Slots on other machines, which Dask connects: the server's side, what travels, and `member`, the workers' side.

Only `dask`, `connection` and `actor` import `distributed`, and only where a cluster is used.
"""
