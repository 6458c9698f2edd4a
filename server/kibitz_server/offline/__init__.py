"""Tools that need no running server."""
