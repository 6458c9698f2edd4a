"""State of screens without Textual."""
