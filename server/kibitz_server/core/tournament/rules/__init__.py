"""Rules of tournaments by subject: what a command does, and what follows from the state."""
