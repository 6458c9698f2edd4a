"""Connect Four, and the parts of its rules."""
