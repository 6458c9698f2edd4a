"""Publisher of public matches to an MQTT broker."""
