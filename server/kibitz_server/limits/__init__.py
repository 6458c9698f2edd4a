"""Rate limits for clients, addresses and the whole server."""
