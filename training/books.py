"""Opening books of Reversi and draughts: `python -m training books` builds them again.

Nodes bound each search, so that the same command builds the same books.
"""

import argparse

from kibitz_server.cli.books import build_book
from kibitz_server.engine import book

BOOKS = {"reversi": (8, 500_000, 50), "draughts": (5, 300_000, 8)}
"""Plies, nodes of a search, and margin of each book. The book of Connect Four is written by hand."""


def main() -> None:
    """Build the chosen books, and write them to the folder of the engine."""
    parser = argparse.ArgumentParser(prog="python -m training books", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=BOOKS, default=list(BOOKS))
    for game in parser.parse_args().only:
        plies, nodes, margin = BOOKS[game]
        out = book.BUNDLED / f"{game}.book"
        build_book(game, str(out), None, None, plies=plies, nodes=nodes, seconds=None, margin=margin, most=3)


if __name__ == "__main__":
    main()
