"""Spectating over an MQTT broker."""
