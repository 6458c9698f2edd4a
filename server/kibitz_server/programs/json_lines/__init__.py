"""Rules and engines as filters of JSON lines."""
