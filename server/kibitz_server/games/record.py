"""Records: named fields of fixed size, changed in place and copied whole.

A game declares its state once, as a class with annotated fields (and a search its memory in the same way):

    class State(Record):
        turn: I64
        cells: Annotated[list[int], Array("i1", "CELLS")]

`layout` resolves it (an array's length is the name of one of the game's constants, because it depends on the
options), and `plain` makes a Python class of it. The layout is all that a compiled form needs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, Self, get_type_hints


@dataclass(frozen=True, slots=True)
class Scalar:
    """A field of one number; `kind` is the NumPy type it has when compiled."""

    kind: str


@dataclass(frozen=True, slots=True)
class Array:
    """A field of many whole numbers; `length` is their number, or names the constant that says it."""

    kind: str
    length: str | int


@dataclass(frozen=True, slots=True)
class Table:
    """A field of many records. `rows` names the constant that is their class, `length` is as in an array."""

    rows: str
    length: str | int


U64 = Annotated[int, Scalar("u8")]
I64 = Annotated[int, Scalar("i8")]
I32 = Annotated[int, Scalar("i4")]
I16 = Annotated[int, Scalar("i2")]
I8 = Annotated[int, Scalar("i1")]
F64 = Annotated[float, Scalar("f8")]


class Struct:
    """Base of all records. Instances come from the class that `plain` makes; all fields start at zero."""

    __slots__ = ()

    def assign(self, other: Self) -> None:
        """Become equal to `other`, which stays untouched."""
        raise NotImplementedError

    def copy(self) -> Self:
        """An equal record that shares nothing with this one."""
        twin = type(self)()
        twin.assign(self)
        return twin


class Record(Struct):
    """Base of every state of a game."""

    __slots__ = ()

    turn: I64
    """The seat to move, from 0."""


class Field(NamedTuple):
    """A resolved field: `kind` is a NumPy type or a class of records, `length` is None for a single number."""

    name: str
    kind: str | type[Struct]
    length: int | None


class Rows(list[Any]):
    """Many records. Setting one copies into it, as it does when compiled: no two rows are ever the same object."""

    def __setitem__(self, index: Any, record: Any) -> None:
        self[index].assign(record)


def layout(record: type[Struct], constants: Mapping[str, Any]) -> list[Field]:
    """The fields of a class of records in order, with the lengths that `constants` give the arrays.

    Raises TypeError for a field that is annotated as neither a scalar nor an array.
    """
    fields = []
    for name, hint in get_type_hints(record, include_extras=True).items():
        match getattr(hint, "__metadata__", ()):
            case (Scalar(kind),):
                fields.append(Field(name, kind, None))
            case (Array(kind, length),):
                fields.append(Field(name, kind, length if isinstance(length, int) else int(constants[length])))
            case (Table(rows, length),):
                many = length if isinstance(length, int) else int(constants[length])
                fields.append(Field(name, constants[rows], many))
            case _:
                raise TypeError(f"{record.__qualname__}.{name} needs a number, an Array or a Table as its annotation")
    return fields


def fixed(record: type[Struct], constants: Mapping[str, Any]) -> type[Struct]:
    """The same record with the lengths of its arrays settled, so that it can be a row of another's table."""
    kinds = {
        field.name: Annotated[
            int, Scalar(str(field.kind)) if field.length is None else Array(str(field.kind), field.length)
        ]
        for field in layout(record, constants)
    }
    return type(record.__name__, (Struct,), {"__annotations__": kinds, "__doc__": record.__doc__})


def plain(record: type[Struct], constants: Mapping[str, Any]) -> type[Any]:
    """A slotted Python class with the fields of `record`. Its `assign` leaves tables out: nothing copies those.

    The two methods are compiled from text, as dataclasses do, because a search copies a record at every node and
    a loop over field names would be several times slower.
    """
    fields = layout(record, constants)
    names = {f.name: plain(f.kind, constants) for f in fields if not isinstance(f.kind, str)}
    body = {"__slots__": tuple(f.name for f in fields), "__doc__": record.__doc__}
    zero = [f"self.{f.name} = {_zero(f)}" for f in fields]
    same = [f"self.{f.name}{'' if f.length is None else '[:]'} = other.{f.name}" for f in fields if f.name not in names]
    source = "\n    ".join(["def __init__(self):", *zero]) + "\n" + "\n    ".join(["def assign(self, other):", *same])
    exec(source, {"Rows": Rows, **names}, body)
    return type(record.__name__, (Record if issubclass(record, Record) else Struct,), body)


def _zero(field: Field) -> str:
    if field.length is None:
        return "0.0" if field.kind == "f8" else "0"
    if isinstance(field.kind, str):
        return f"[0] * {field.length}"
    return f"Rows({field.name}() for _ in range({field.length}))"
