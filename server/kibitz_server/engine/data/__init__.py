"""Data files of games, made by scripts in `training`, and their loading."""
