"""The server measured against a bare `websockets` server, in one run."""
