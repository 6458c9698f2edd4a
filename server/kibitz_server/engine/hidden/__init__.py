"""Best play of games with hidden information."""
