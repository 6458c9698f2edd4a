"""Fakes for tests: parts of the server, peers of a client, the app with a scripted server, and bots."""
