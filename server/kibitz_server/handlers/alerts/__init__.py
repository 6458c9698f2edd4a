"""Commands about alerts for absent players."""
