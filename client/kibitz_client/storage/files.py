"""TODO."""

import contextlib
import os
import tempfile
from pathlib import Path


def write_secret(path: Path, text: str, *, replace: bool = False) -> None:
    """Write a file that only its owner may read, whole or not at all. Raises OSError."""
    if not replace:
        with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(text)
        return
    # mkstemp gives the file the mode 0600, and replacing is atomic.
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(text)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
