"""WebSocket and HTTP: sockets, connections and pages."""
