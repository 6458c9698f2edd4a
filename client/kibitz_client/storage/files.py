"""Paths of the client's files in the user's home directory, and private writes."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from platformdirs.unix import Unix

from kibitz_client.errors import UsageError
from kibitz_client.reading import reason_of
from kibitz_protocol.validation.plain_text import plain_text
from kibitz_protocol.validation.reading import open_regular, read_content

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

# The XDG directories on every system, because the files have always been there, also on macOS and Windows.
_DIRECTORIES = Unix("kibitz")


def accounts_path() -> Path:
    """Return the path of the file with the accounts that this machine is signed in to."""
    return _DIRECTORIES.user_state_path / "accounts.json"


def guests_path() -> Path:
    """Return the path of the file with the guest tokens of the app."""
    return _DIRECTORIES.user_state_path / "guests.json"


def servers_path() -> Path:
    """Return the path of the file with the servers that this machine has used."""
    return _DIRECTORIES.user_state_path / "servers.json"


def seats_path() -> Path:
    """Return the path of the file with the remembered seats."""
    return _DIRECTORIES.user_state_path / "seats.json"


def received_path() -> Path:
    """Return the path of the file with the hashes of server seeds from before matches."""
    return _DIRECTORIES.user_state_path / "received.json"


def completions_path() -> Path:
    """Return the path of the file with the words that shells complete."""
    return _DIRECTORIES.user_state_path / "completions.json"


def matches_path() -> Path:
    """Return the path of the folder with the records of matches whose private servers have ended."""
    return _DIRECTORIES.user_state_path / "matches"


def preferences_path() -> Path:
    """Return the path of the file with the app's preferences."""
    return _DIRECTORIES.user_config_path / "app.json"


@contextlib.contextmanager
def temporary_file(name: str, text: str) -> Iterator[Path]:
    """Write a text to a temporary file with this name, and remove it at the end.

    Raises:
        UsageError: It cannot be written.
    """
    with contextlib.ExitStack() as stack:
        try:
            file = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kibitz-"))) / name
            file.write_text(text, encoding="utf-8")
        except OSError as error:
            raise UsageError(
                f"no folder for temporary files can be written: {error.strerror or error}",
                "set TMPDIR to a folder that can be written, or mount /tmp",
            ) from None
        yield file


def make_private_directory(path: Path) -> None:
    """Create a directory that only its owner can open, or close an existing one to others. Let `OSError` pass."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if os.name == "posix" and path.stat().st_mode & 0o077:
        path.chmod(0o700)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep other processes of this user from changing a file at the same time, and create its directory.

    `OSError` passes.
    """
    make_private_directory(path.parent)
    with open(os.open(path.with_suffix(".lock"), os.O_CREAT | os.O_RDWR, 0o600), "w") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def read_private(path: Path) -> str:
    """Return the text of a file with secrets, and close the file to others if they can read it. Let `OSError` pass."""
    with open_regular(path) as file:
        if os.name == "posix" and os.fstat(file.fileno()).st_mode & 0o077:
            with contextlib.suppress(OSError):  # a file of another owner
                os.fchmod(file.fileno(), 0o600)
        return plain_text(read_content(file, path))


def create_private(path: Path, text: str) -> None:
    """Create a file that only its owner can read, and its folders. Let `FileExistsError` and other `OSError`s pass."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
        file.write(text)


def keep_token(path: Path, token: str) -> None:
    """Write the token of a player to a file of the user's choice, which only its owner can read then.

    Missing folders are made, but others stay as they are.

    Raises:
        UsageError: The file cannot be written.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as file:
            if os.name == "posix":
                os.fchmod(file.fileno(), 0o600)
            file.write(f"{token}\n")
    except OSError as error:
        raise UsageError(f"the token file {path} cannot be written: {reason_of(error)}", "name another file") from None


def write_private(path: Path, text: str) -> None:
    """Write or replace a file that only its owner can read, and create its directory.

    The write is atomic: readers see the old text or the new one. `OSError` passes.
    """
    make_private_directory(path.parent)
    # A symbolic link stays, and its target is replaced: some users keep their configuration in another directory.
    path = path.resolve()
    # mkstemp creates the file with the mode 0600, and os.replace is atomic.
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
