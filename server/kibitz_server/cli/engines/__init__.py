"""Commands about engines: those for other programs, and the worker of a cluster."""
