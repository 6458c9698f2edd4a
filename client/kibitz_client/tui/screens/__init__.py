"""Screens, one a module. A screen shows the state of the session and sends requests through it."""
