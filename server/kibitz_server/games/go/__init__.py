"""Go, and what its playouts know."""
