"""What bots share that run the engines of others: the process and its lines, and one engine for each match."""
