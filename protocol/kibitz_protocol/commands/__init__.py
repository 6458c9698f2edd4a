"""Commands by subject, with their progress and results."""
