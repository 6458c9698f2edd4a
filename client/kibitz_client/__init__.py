"""Client: a reconnecting connection, the state of a match, the command line, the Textual app and the bot library."""
