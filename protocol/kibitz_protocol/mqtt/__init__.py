"""The feed of matches over MQTT: addresses of brokers, topics and payloads."""
