"""The terminal app. `launch` decides whether it runs; nothing here may be imported before that."""
