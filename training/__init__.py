"""Scripts that make the data which Kibitz ships: networks, weights, tables and books; README.md lists the files.

Benchmarks may import from here, for example the rules in machine code. Nothing here imports a benchmark.
"""
