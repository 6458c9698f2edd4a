"""Commands about engines: offline tools, and the worker of a cluster."""
