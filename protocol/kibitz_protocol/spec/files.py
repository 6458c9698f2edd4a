"""Files of the specifications, made from the models wherever they are wanted. They are not part of the sources."""

import hashlib
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from kibitz_protocol.spec import asyncapi, json_schema, typescript

FILES: dict[str, Callable[[], str]] = {
    **{name: partial(json_schema.text, name) for name in json_schema.SCHEMAS},
    asyncapi.NAME: asyncapi.text,
    typescript.FILE: typescript.text,
}


@cache
def text(name: str) -> str:
    """Return the text of a file. The first call makes it, in up to 50 ms."""
    return FILES[name]()


def write(folder: Path) -> None:
    """Write all files into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        (folder / name).write_text(text(name), encoding="utf-8")


def hashes() -> str:
    """Return a line for each file, with its SHA-256 and its name, as `sha256sum` writes and checks them."""
    lines = (f"{hashlib.sha256(text(name).encode()).hexdigest()}  {name}\n" for name in sorted(FILES))
    return "".join(lines)
