"""Connecting to a server: that of the settings, one on the local network, or a private one on this machine."""
