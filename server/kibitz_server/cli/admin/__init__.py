"""Commands of `kibitz-server admin`: their requests, tokens and output."""
