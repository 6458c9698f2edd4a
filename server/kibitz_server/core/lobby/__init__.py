"""Many matches: registry, lobby listing, matchmaking, series and ratings."""
