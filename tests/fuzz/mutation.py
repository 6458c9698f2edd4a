"""Random changes of an input. Changed bytes seldom leave JSON intact, so lines of JSON are changed by their values."""

import json
from random import Random

from tests.hostile.mutation import mutated as mutated_data

ODD_BYTES = (
    b"",
    b"\x00",
    b"\xff",
    b"\xe2\x80\xae",
    b"\n",
    b" ",
    b"-",
    b"/",
    b"9" * 30,
    b"(" * 30,
    b"[" * 3000,
    b"\xf0",
)


def mutated(data: bytes, other: bytes, rng: Random, longest: int) -> bytes:
    """Return an input that is like `data`, with one to three changes, some of which take parts of `other`."""
    for _ in range(rng.randint(1, 3)):
        data = _json_changed(data, other, rng) or _bytes_changed(data, other, rng)
    return data[:longest]


def _bytes_changed(data: bytes, other: bytes, rng: Random) -> bytes:
    start = rng.randint(0, len(data))
    end = min(len(data), start + rng.choice((0, 1, 1, 2, 8)))
    match rng.randrange(4):
        case 0:
            return data[:start] + rng.choice(ODD_BYTES) + data[end:]
        case 1:
            return data[:start] + bytes((rng.randrange(256),)) + data[end:]
        case 2:
            cut = rng.randint(0, len(other))
            return data[:start] + other[cut:]
        case _:
            return data[:start] + data[start:end] * rng.choice((0, 2, 20)) + data[end:]


def _json_changed(data: bytes, other: bytes, rng: Random) -> bytes | None:
    """Return the input with changes of the data of one of its lines of JSON; None without such a line."""
    lines = data.split(b"\n")
    places = [number for number, line in enumerate(lines) if line[:1] in (b"{", b"[")]
    if not places or rng.random() < 0.15:
        return None
    place = rng.choice(places)
    try:
        lines[place] = json.dumps(mutated_data(json.loads(lines[place]), rng)).encode()
    except (ValueError, RecursionError):
        return None
    if rng.random() < 0.1:
        lines.insert(place, rng.choice((*lines, *other.split(b"\n"))))
    return b"\n".join(lines)
