"""How fast the engine is, against our own C and against public peers: `make bench-engine`."""
