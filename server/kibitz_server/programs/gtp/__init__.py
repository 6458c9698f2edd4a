"""The engines of Kibitz as a Go engine that speaks GTP, for programs that run games, tournaments and analysis."""
