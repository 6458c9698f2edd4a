"""One widget a module. Widgets are given values to show, and know neither the hub nor each other."""
