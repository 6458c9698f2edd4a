"""Programs that speak the Go Text Protocol (GTP) as bots."""
