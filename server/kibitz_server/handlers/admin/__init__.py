"""Commands of moderators and admins."""
