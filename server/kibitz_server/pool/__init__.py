"""Worker processes for engine searches, behind one fair queue."""
