"""Identity, authentication and moderation of players."""
