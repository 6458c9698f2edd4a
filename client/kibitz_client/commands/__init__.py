"""Implementation of each `kibitz` command."""
