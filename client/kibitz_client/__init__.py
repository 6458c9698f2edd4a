"""The client: a connection to a server that heals itself, the state of a match, and the command line around them."""
