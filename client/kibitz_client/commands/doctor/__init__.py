"""`kibitz doctor`: checks of this machine, the server and the broker."""
