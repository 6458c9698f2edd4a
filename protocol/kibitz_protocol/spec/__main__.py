"""Command that writes the schemas, TypeScript types and the AsyncAPI document into a folder.

Run it as `python -m kibitz_protocol.spec FOLDER`. With a second argument it also writes their hashes into that file.
"""

import sys
from pathlib import Path

from kibitz_protocol.spec import files


def main(folder: str, hashes: str | None = None) -> None:
    """Write all specifications into the folder at this path, and their hashes into a file."""
    files.write(Path(folder))
    if hashes is not None:
        Path(hashes).write_text(files.hashes(), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
