"""The engines of Kibitz as a UCI engine, for programs that run games between engines."""
