"""Parser of trees of leaf values: `[[3, 12, 8], [2, 4, 6]]`, or in short `3 12 8 / 2 4 6`, as addresses have it.

Errors are sentences with the place in the text.
"""

import re

from kibitz_server.engine.trees.tree import LARGEST, Nested

DEEPEST = 24
"""Deepest allowed nesting of lists."""
QUOTED = 20
_TOKEN = re.compile(r"[\[\],]|[^\s\[\],]+")
_VALUE = re.compile(r"[^\s,;/]+")
_SLASHES = re.compile(r"/+")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


class BadLeaves(ValueError):
    """Text that is not a tree; the message is for users."""


def read(text: str) -> Nested:
    """Return the tree of a text.

    Raises:
        BadLeaves: The text is not a tree; the message names the place, counted in characters from 1.
    """
    if "[" not in text and "]" not in text and len(text.replace("/", " / ").split()) > 1:
        return _read_short(text)
    open_lists: list[list[Nested]] = []
    tree: Nested | None = None
    before = ""
    for found in _TOKEN.finditer(text):
        token, place = found.group(), found.start() + 1
        if tree is not None:
            raise BadLeaves(_behind_the_end(token, place))
        if token == ",":
            if before in ("", "[", ","):
                raise BadLeaves(f"a value is missing before the comma at place {place}")
            if not open_lists:
                raise BadLeaves(
                    f"several values are a tree only inside brackets: the comma at place {place} is in none"
                )
        elif token == "]":
            tree = _close(open_lists, before, place)
        else:
            if before not in ("", "[", ","):
                raise BadLeaves(f"a comma is missing before {_quoted(token)} at place {place}")
            if token == "[":
                _open(open_lists, place)
            else:
                tree = _leaf(open_lists, token, place)
        before = token
    if open_lists:
        missing = "]" * len(open_lists)
        if before == ",":
            raise BadLeaves(f"after the last comma a value is missing, and {missing} at the end")
        raise BadLeaves(f"the tree is not closed: {missing} is missing at the end")
    if tree is None:
        raise BadLeaves("no leaf values were given")
    return tree


def _read_short(text: str) -> Nested:
    """Return the tree of values between slashes: `1 2 / 3 4 // 5 6 / 7 8` is two branches of two branches each."""
    for found in _VALUE.finditer(text):
        _leaf([], found.group(), found.start() + 1)
    level = max((len(slashes) for slashes in _SLASHES.findall(text)), default=0)
    if level >= DEEPEST:
        raise BadLeaves(f"a tree is nested {DEEPEST} deep at most; {level} slashes in a row go deeper")
    return _group(text, level)


def _group(part: str, level: int) -> Nested:
    """Return the values of a part, or its branches between that many slashes."""
    if level:
        return [_group(below, level - 1) for below in re.split(rf"(?<!/)/{{{level}}}(?!/)", part)]
    values = _VALUE.findall(part)
    if not values:
        raise BadLeaves("a branch between slashes has no values")
    return [value for text in values if (value := _leaf([], text, 1)) is not None]


def _open(open_lists: list[list[Nested]], place: int) -> None:
    if len(open_lists) == DEEPEST:
        raise BadLeaves(f"a tree is nested {DEEPEST} deep at most; the bracket at place {place} goes deeper")
    open_lists.append([])


def _close(open_lists: list[list[Nested]], before: str, place: int) -> Nested | None:
    """Close a list; return the tree if the outermost list is closed."""
    if not open_lists:
        raise BadLeaves(f"the ] at place {place} closes nothing")
    if before == "[":
        raise BadLeaves(f"the brackets that close at place {place} are empty: a node has at least one branch")
    if before == ",":
        raise BadLeaves(f"a value is missing before the ] at place {place}")
    closed = open_lists.pop()
    if not open_lists:
        return closed
    open_lists[-1].append(closed)
    return None


def _leaf(open_lists: list[list[Nested]], token: str, place: int) -> Nested | None:
    """Add a leaf; return it if it is the whole tree."""
    if not _NUMBER.fullmatch(token) or len(token) > QUOTED:
        raise BadLeaves(f"{_quoted(token)} at place {place} is not a number that a leaf can have")
    value = float(token)
    if abs(value) > LARGEST:
        bounds = f"between {-LARGEST:.0e} and {LARGEST:.0e}"
        raise BadLeaves(f"{token} at place {place} is too large: a leaf must be {bounds}")
    leaf = int(value) if value == int(value) else value
    if not open_lists:
        return leaf
    open_lists[-1].append(leaf)
    return None


def _behind_the_end(token: str, place: int) -> str:
    if token == "]":
        return f"the ] at place {place} closes nothing"
    if token == ",":
        return f"several values are a tree only inside brackets: the comma at place {place} is in none"
    return f"the tree ends before {_quoted(token)} at place {place}; put all of it into one pair of brackets"


def _quoted(token: str) -> str:
    return repr(token if len(token) <= QUOTED else f"{token[:QUOTED]}...")
