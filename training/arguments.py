"""Types of arguments of the scripts: paths to write to, whose folders are made before the hours of work that follow."""

import argparse
from pathlib import Path


def new_folder(text: str) -> Path:
    """Return the path of a folder to write files to.

    Raises:
        argparse.ArgumentTypeError: It cannot be made.
    """
    path = Path(text)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{path}: {error.strerror}") from error
    return path


def new_file(text: str) -> Path:
    """Return the path of a file to write.

    Raises:
        argparse.ArgumentTypeError: Its folder cannot be made.
    """
    return new_folder(str(Path(text).parent)) / Path(text).name
