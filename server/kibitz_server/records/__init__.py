"""Match records: reading, verifying and searching them again."""
