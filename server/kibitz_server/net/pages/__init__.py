"""HTTP responses of the server: the web page with its assets, and plain texts."""
