"""WebSockets of clients over the library's parser without I/O: frames, limits in bytes and time, and pings."""
