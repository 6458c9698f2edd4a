"""Publisher of public matches to an MQTT broker: `feed` decides what and when, `queue` bounds, `publisher` sends."""
