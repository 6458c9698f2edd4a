"""Commands of `kibitz-server stats`: strength of players from counts of results, or from the games of a file."""
