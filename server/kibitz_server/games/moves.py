"""Legal moves of a position: as moves, found by text, and encoded for messages.

In many games the text and the path of a move follow from a number, its key. Such a game has a `MoveTable`: each move is
made and encoded once for all positions of all matches. A game says so by the constant MOVES:

    MOVES = BY_CODE     text and path follow from the code of the move, in every position
    MOVES = PLACED      also, a move stays legal until it is played, and playing it makes no other move legal; each
                        position has the moves in the same order

or, where they follow from the code and a part of the state, by `keys(s)`: the key of each legal move, in the order of
`legal`.
"""

import json
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

BY_CODE = "by code"
PLACED = "placed"
PASS = "pass"
"""Text of a pass, in each game that has one."""
PASSES = frozenset(("pa", "ps", "--", "@@", "tt", "[]"))
"""Other texts of a pass, as files and programs write it."""
MOST_KEYS = 4096
"""Moves that a table keeps. A game may have more, and clients choose positions, so the memory is bounded."""


class LegalMove(NamedTuple):
    """Legal move: its code in the rules, its text, and the cells it touches from origin to target."""

    code: int
    text: str
    path: tuple[int, ...]


class Chance(NamedTuple):
    """Possible outcome of a chance event: its code in the rules, its text, and its weight, an integer above 0."""

    code: int
    text: str
    weight: int

    @property
    def move(self) -> LegalMove:
        """The outcome as `Position.after` plays it: a move that touches no cells."""
        return LegalMove(self.code, self.text, ())


def named(text: str) -> str:
    """Return a text by which moves are compared: case and blanks do not matter."""
    return "".join(text.split()).lower()


class EncodedMoves(NamedTuple):
    """Legal moves as two JSON arrays: their texts and their paths."""

    texts: bytes
    paths: bytes


class MoveTable:
    """Moves of a game by their keys, with the parts that they add to the JSON arrays."""

    __slots__ = ("by_text", "moves", "paths", "texts")

    def __init__(self) -> None:
        self.moves: dict[int, LegalMove] = {}
        self.texts: dict[int, bytes] = {}
        self.paths: dict[int, bytes] = {}
        self.by_text: dict[str, LegalMove] = {}
        """One of the moves with a text. It may differ from the one that is legal in a position."""

    def add(self, keys: Sequence[int], moves: Sequence[LegalMove]) -> None:
        """Keep moves. A full table is emptied first: it fills again from the positions that come."""
        if len(self.moves) >= MOST_KEYS:
            for kept in (self.moves, self.texts, self.paths, self.by_text):
                kept.clear()
        for key, move in zip(keys, moves, strict=True):
            self.moves[key] = self.by_text[move.text] = move
            self.texts[key] = json.dumps(move.text, ensure_ascii=False).encode()
            self.paths[key] = f"[{','.join(map(str, move.path))}]".encode()

    def encoded(self, keys: Sequence[int]) -> EncodedMoves:
        """Return moves that the table has, encoded.

        Raises:
            KeyError: The table does not have one of the moves.
        """
        texts, paths = self.texts, self.paths
        return EncodedMoves(
            b"[" + b",".join([texts[key] for key in keys]) + b"]",
            b"[" + b",".join([paths[key] for key in keys]) + b"]",
        )

    def encoded_without(self, encoded: EncodedMoves, key: int) -> EncodedMoves:
        """Return encoded moves without one of them.

        Raises:
            KeyError: The table does not have the move.
        """
        return EncodedMoves(_without(encoded.texts, self.texts[key]), _without(encoded.paths, self.paths[key]))


def _without(array: bytes, part: bytes) -> bytes:
    before, found, after = array.partition(part + b",")
    # The last part of an array has no comma after it, and the one before it keeps none.
    return before + after if found else array[: -1 - len(part)].removesuffix(b",") + b"]"


def has(keys: list[int], key: int) -> bool:
    """Return whether keys, which are ascending in most games, have a key."""
    place = bisect_left(keys, key)
    return (place < len(keys) and keys[place] == key) or key in keys


def without(keys: list[int], key: int) -> list[int]:
    """Return keys, which are ascending in most games, without one of them."""
    place = bisect_left(keys, key)
    if place == len(keys) or keys[place] != key:
        place = keys.index(key)
    left = keys.copy()
    del left[place]
    return left
