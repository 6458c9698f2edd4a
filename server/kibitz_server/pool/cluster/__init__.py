"""Slots on other machines, which Dask connects: the server's side, the workers' side, and what travels between them.

Only `dask` and `actor` import `distributed`, and only where a cluster is used.
"""
