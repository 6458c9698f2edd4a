"""Typer commands of `kibitz study`."""
