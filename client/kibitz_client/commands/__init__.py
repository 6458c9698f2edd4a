"""The work of each `kibitz` command."""
