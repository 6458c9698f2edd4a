"""What the MQTT feed costs and gives: `make bench-feed`."""
