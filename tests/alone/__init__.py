"""Ways in which one side alone ends a match in which something was drawn: what it costs, and what it shows."""
