"""Data files of games, made by scripts in `bench/tuning`, and their loading."""
