"""Command-line definitions of `kibitz` (Typer)."""
