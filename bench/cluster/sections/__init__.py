"""What is measured, one module a subject."""
