"""Lobby subscriptions, invitations, matchmaking and TV."""
