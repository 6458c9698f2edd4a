"""What a worker process of the pool runs."""
