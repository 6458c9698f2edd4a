"""Immutable sequences that share their items with longer ones.

A replay keeps the state after each event. If each state had a tuple of all moves so far, a match of 10,000 moves would
take 400 MB.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar, overload

Item = TypeVar("Item")


class Grown(Sequence[Item], Generic[Item]):
    """The first items of a list to which items are only appended. It equals a tuple or list with the same items."""

    __slots__ = ("_count", "_items")

    def __init__(self, items: list[Item]) -> None:
        """Take over a list, which the caller must not change any more."""
        self._items = items
        self._count = len(items)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, at: int | slice) -> Item | tuple[Item, ...]:
        if isinstance(at, slice):
            return tuple(self._items[place] for place in range(*at.indices(self._count)))
        if not -self._count <= at < self._count:
            raise IndexError(f"there is no item {at} of {self._count}")
        return self._items[at % self._count]

    def __iter__(self) -> Iterator[Item]:
        return islice(self._items, self._count)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grown | tuple | list):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Grown({list(self)!r})"

    def plus(self, item: Item) -> "Grown[Item]":
        """Return a sequence with one more item. Items are copied only if this one has grown before."""
        items = self._items if len(self._items) == self._count else self._items[: self._count]
        items.append(item)
        return Grown(items)


def appended(items: Sequence[Item], item: Item) -> Grown[Item]:
    """Return any sequence with one more item, as one that grows without copies."""
    return (items if isinstance(items, Grown) else Grown(list(items))).plus(item)
