"""Commands about lessons."""
