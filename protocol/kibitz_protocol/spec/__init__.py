"""Generated specification: JSON Schemas and AsyncAPI."""
