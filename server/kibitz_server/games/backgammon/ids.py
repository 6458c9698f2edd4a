"""Positions of backgammon as GNU Backgammon writes them: a position id and a match id.

The position id has as many bits 1 as there are checkers and then a bit 0, for each point from 1 to 24 and for the bar:
first those of the side that is not on roll, then those of the side on roll. The match id has the numbers of
`MatchIdFields` in fields of bits. Both are little-endian numbers in base 64. Seat 0 is player 0 of GNU Backgammon.
"""

import base64
import binascii
from collections.abc import Sequence
from typing import NamedTuple

NO_GAME, PLAYING, FINISHED, GIVEN_UP, REFUSED = 0, 1, 2, 3, 4
"""States of a match: before the opening roll, in a game, after the last checker, resigned, after a dropped double."""
CENTRED = 3
POSITION_BYTES, MATCH_BYTES = 10, 9
LENGTHS = (4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1)
"""Bits of the fields of a match id, in their order."""


class MatchIdFields(NamedTuple):
    """Contents of a match id: all that a position has beside the checkers.

    `cube` is the binary logarithm of the cube's value, `owner` its seat or CENTRED. `on_roll` is the seat that rolls or
    has doubled, `turn` the one that decides next. `length` is 0 without a match. `no_jacoby` is 1 if gammons count also
    while the cube is in the middle.
    """

    cube: int = 0
    owner: int = CENTRED
    on_roll: int = 0
    crawford: int = 0
    state: int = PLAYING
    turn: int = 0
    doubled: int = 0
    resigned: int = 0
    first_die: int = 0
    second_die: int = 0
    length: int = 0
    score_0: int = 0
    score_1: int = 0
    no_jacoby: int = 1


def write_match(match: MatchIdFields) -> str:
    """Return the match id."""
    number = shift = 0
    for value, length in zip(match, LENGTHS, strict=True):
        number |= value << shift
        shift += length
    return base64.b64encode(number.to_bytes(MATCH_BYTES, "little")).decode()


def read_match(text: str) -> MatchIdFields:
    """Return the contents of a match id.

    Raises:
        ValueError: The text is not a match id.
    """
    number = _number(text, MATCH_BYTES, "match id, such as cAkAAAAAAAAA")
    values = []
    for length in LENGTHS:
        values.append(number & ((1 << length) - 1))
        number >>= length
    if number:
        raise ValueError(f"{text!r} is not a match id: its last bits must be 0")
    return MatchIdFields(*values)


def write_position(waiting: Sequence[int], on_roll: Sequence[int]) -> str:
    """Return the position id of the checkers of both sides on their points from 1, and on the bar."""
    number = shift = 0
    for count in (*waiting, *on_roll):
        number |= ((1 << count) - 1) << shift
        shift += count + 1
    return base64.b64encode(number.to_bytes(POSITION_BYTES, "little")).decode().rstrip("=")


def read_position(text: str) -> tuple[list[int], list[int]]:
    """Return the checkers of the side that is not on roll and of the side on roll, on points 1 to 24 and on the bar.

    Raises:
        ValueError: The text is not a position id.
    """
    number = _number(text, POSITION_BYTES, "position id, such as 4HPwATDgc/ABMA")
    counts = [0]
    while number:
        if number & 1:
            counts[-1] += 1
        else:
            counts.append(0)
        number >>= 1
    if len(counts) > 50:
        raise ValueError(f"{text!r} is not a position id: it has more than 24 points and a bar for a side")
    counts += [0] * (50 - len(counts))
    return counts[:25], counts[25:]


def _number(text: str, size: int, what: str) -> int:
    length = -(-size * 8 // 6)
    try:
        found = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        found = b""
    if len(text) != length or len(found) != size:
        raise ValueError(f"{text[:40]!r} is not a {what}")
    return int.from_bytes(found, "little")
