"""One screen a module. A screen shows what `Hub` knows and asks the server through it."""
