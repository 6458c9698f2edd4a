"""JSON files, and places for new files. `kibitz_protocol.validation.reading` opens what there is."""

import errno
import json
import os
from pathlib import Path
from typing import Any

from kibitz_protocol.validation.reading import open_regular, read_content


def reason_of(error: Exception) -> str:
    """Return why a file cannot be used, as the end of a sentence."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


def read_json(file: Path) -> Any:
    """Return the JSON data of a small regular file.

    Raises:
        OSError: The file cannot be read, or it is too large.
        ValueError: It is not JSON, or it is nested too deeply.
    """
    with open_regular(file) as stream:
        return parse_json(read_content(stream, file))


def parse_json(text: str | bytes) -> Any:
    """Return the data of a JSON text.

    Raises:
        ValueError: It is not JSON, or it is nested too deeply.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def check_creatable(file: Path) -> None:
    """Check that a file which does not exist can be made, with the folders that it needs.

    Raises:
        OSError: It cannot be made.
    """
    folder = next(folder for folder in file.absolute().parents if folder.exists())
    if not folder.is_dir():
        raise OSError(errno.ENOTDIR, f"{folder} is not a folder", str(file))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OSError(errno.EACCES, f"the folder {folder} cannot be written", str(file))
