"""Commands of clients, one module a group of commands."""
