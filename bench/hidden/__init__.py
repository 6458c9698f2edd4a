"""How well the engine plays games with hidden information that are small enough to be measured exactly."""
