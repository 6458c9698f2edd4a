"""Go: chains of stones, area, texts, and what its playouts know."""
