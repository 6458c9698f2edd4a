"""Fakes of the machine that a server runs on: event loop, network, disk, search processes and randomness."""
