"""Commands of `kibitz-server`."""
