"""Changes of a tournament's state: what each event means, by subject."""
