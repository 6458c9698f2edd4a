"""Ways in which one side alone ends a match in which something was drawn, and what it costs."""
