"""Files and secrets that the client keeps on this machine."""
