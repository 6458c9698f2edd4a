"""What the app does on behalf of its screens."""
