"""A day of rated play on virtual time: honest programs and cheats on one server, and the tables that follow."""
