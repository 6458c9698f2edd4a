"""Tables derived from the events of finished matches: archive, ratings, summaries."""
