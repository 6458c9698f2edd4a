"""Alerts for absent players: Web Push and e-mail, and the addresses that they go to."""
