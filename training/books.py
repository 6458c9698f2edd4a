"""Opening books of Reversi and draughts: `python -m training books` builds them again.

Nodes bound each search, so that the same command builds the same books.
"""

import argparse

from kibitz_server.cli.books import build_book
from kibitz_server.engine import book

BOOKS: dict[str, dict[str, int]] = {
    "reversi": {"plies": 8, "nodes": 500_000, "margin": 50, "most": 3},
    "draughts": {"plies": 5, "nodes": 300_000, "margin": 8, "most": 3},
}
"""Limits of each book. The book of Connect Four is written by hand."""


def main() -> None:
    """Build the chosen books, and write them to the folder of the engine."""
    parser = argparse.ArgumentParser(prog="python -m training books", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=BOOKS, default=list(BOOKS))
    for game in parser.parse_args().only:
        build_book(game, out=str(book.BUNDLED / f"{game}.book"), **BOOKS[game])


if __name__ == "__main__":
    main()
