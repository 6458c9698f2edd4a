"""What the terminal app costs: time to its first frame, and bytes over a slow line."""
