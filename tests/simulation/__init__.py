"""Simulation of a whole server on virtual time, with clients and faults that a seed chooses.

Everything above the sockets, the disk, the search processes and the clock is the real server. `world` has the time,
`machine` the fakes, `checks` the invariants. `python -m tests.simulation --seed 7` runs one seed.
"""
