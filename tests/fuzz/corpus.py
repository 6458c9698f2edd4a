"""Kept inputs of each target: those that reached new code, and those by which a defect was found.

A target has one file, with one input a line as a JSON text in which each character is a byte. Lines of inputs that
failed begin with a `!`.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from tests.fuzz.targets import TARGETS

FOLDER = Path(__file__).parent / "corpus"
FAILED = "!"


def inputs(target: str) -> Iterator[bytes]:
    """Yield the valid inputs of a target and then the kept ones, always in the same order."""
    yield from TARGETS[target].seeds()
    kept, failed = _read(target)
    yield from sorted(kept)
    yield from sorted(failed)


def keep_failed(target: str, data: bytes) -> None:
    """Keep an input that failed."""
    kept, failed = _read(target)
    _write(target, kept, failed | {data})


def replace(target: str, smallest: set[bytes]) -> None:
    """Keep these inputs of a target instead of all others, but for those that failed."""
    _write(target, smallest - set(TARGETS[target].seeds()), _read(target)[1])


def _file(target: str) -> Path:
    return FOLDER / f"{target}.txt"


def _read(target: str) -> tuple[set[bytes], set[bytes]]:
    """Return the inputs that reach new code, and those that failed."""
    lines = _file(target).read_text(encoding="ascii").splitlines() if _file(target).exists() else []
    kept = {_bytes(line) for line in lines if not line.startswith(FAILED)}
    return kept, {_bytes(line.removeprefix(FAILED)) for line in lines if line.startswith(FAILED)}


def _bytes(line: str) -> bytes:
    text: str = json.loads(line)
    return text.encode("latin-1")


def _write(target: str, kept: set[bytes], failed: set[bytes]) -> None:
    lines = [json.dumps(data.decode("latin-1")) for data in sorted(kept)]
    lines += [FAILED + json.dumps(data.decode("latin-1")) for data in sorted(failed)]
    FOLDER.mkdir(exist_ok=True)
    _file(target).write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
