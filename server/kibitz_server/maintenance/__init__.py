"""Maintenance of a database: backup, restore, integrity check and pruning."""
