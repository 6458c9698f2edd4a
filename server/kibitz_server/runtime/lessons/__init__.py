"""Who has lessons open now."""
