"""Benchmark of searches on the workers of a Dask cluster, beside searches in processes of this machine."""
