"""Golden transcripts in docs/protocol: complete message exchanges between clients and a real server."""
