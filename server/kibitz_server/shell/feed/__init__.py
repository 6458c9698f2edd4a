"""What the server publishes to an MQTT broker: `feed` what and when, `outgoing` what waits, `publisher` the wire."""
