"""Small games for tests, and their registration."""
