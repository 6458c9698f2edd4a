"""Matches watched over an MQTT broker."""
