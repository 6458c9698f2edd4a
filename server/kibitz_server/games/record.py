"""Records: named fields of fixed size, changed in place and copied whole.

A game declares its state once, as a class with annotated fields. A search declares its memory in the same way:

    class State(Record):
        turn: I64
        cells: Annotated[list[int], Array("i1", "CELLS")]

`layout` resolves the declaration. The length of an array is the name of one of the game's constants, because it depends
on the options. `plain` makes a Python class of it. A compiled record needs only the layout.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, Self, get_type_hints

__all__ = ["F64", "I8", "I16", "I32", "I64", "U64", "Array", "Record"]
"""Names for authors of games. The other names are for the engine."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """Field of one number; `kind` is its NumPy type when compiled."""

    kind: str


@dataclass(frozen=True, slots=True)
class Array:
    """Field of many numbers. `kind` is their NumPy type, `length` how many there are; both may name a constant."""

    kind: str
    length: str | int


@dataclass(frozen=True, slots=True)
class RecordArray:
    """Field of many records; `rows` names the constant that is their class, `length` is as in `Array`."""

    rows: str
    length: str | int


U64 = Annotated[int, Scalar("u8")]
I64 = Annotated[int, Scalar("i8")]
I32 = Annotated[int, Scalar("i4")]
I16 = Annotated[int, Scalar("i2")]
I8 = Annotated[int, Scalar("i1")]
F64 = Annotated[float, Scalar("f8")]


class Struct:
    """Base of all records. `plain` makes the classes that have instances; all fields start at zero."""

    __slots__ = ()

    def assign(self, other: Self) -> None:
        """Copy every field of `other`, which stays unchanged.

        Raises:
            NotImplementedError: On a class that `plain` did not make.
        """
        raise NotImplementedError

    def copy(self) -> Self:
        """Return an equal record that shares no memory with this one."""
        twin = type(self)()
        twin.assign(self)
        return twin


class Record(Struct):
    """Base of every game state."""

    __slots__ = ()

    turn: I64
    """The seat to move, from 0."""


class RecordField(NamedTuple):
    """Resolved field: `kind` is a NumPy type or a class of records, `length` is None for a single number."""

    name: str
    kind: str | type[Struct]
    length: int | None


class Rows(list[Any]):
    """List of records. Assigning a row copies into it, as in compiled code: two rows are never the same object."""

    def __setitem__(self, index: Any, record: Any) -> None:
        self[index].assign(record)


def layout(record: type[Struct], constants: Mapping[str, Any]) -> list[RecordField]:
    """Return the fields of a record class in order, with array lengths taken from `constants`.

    Raises:
        TypeError: The annotation of a field is not a scalar, an array or a table.
    """
    fields = []
    for name, hint in get_type_hints(record, include_extras=True).items():
        match getattr(hint, "__metadata__", ()):
            case (Scalar(kind),):
                fields.append(RecordField(name, kind, None))
            case (Array(kind, length),):
                many = length if isinstance(length, int) else int(constants[length])
                fields.append(RecordField(name, constants.get(kind, kind), many))
            case (RecordArray(rows, length),):
                many = length if isinstance(length, int) else int(constants[length])
                fields.append(RecordField(name, constants[rows], many))
            case _:
                raise TypeError(f"{record.__qualname__}.{name} needs a number, an Array or a RecordArray as annotation")
    return fields


def fixed(record: type[Struct], constants: Mapping[str, Any]) -> type[Struct]:
    """Return the same record with literal array lengths, so that it can be a row of another record's table."""
    kinds = {
        field.name: Annotated[
            int, Scalar(str(field.kind)) if field.length is None else Array(str(field.kind), field.length)
        ]
        for field in layout(record, constants)
    }
    return type(record.__name__, (Struct,), {"__annotations__": kinds, "__doc__": record.__doc__})


def plain(record: type[Struct], constants: Mapping[str, Any]) -> type[Any]:
    """Return a slotted Python class with the fields of `record`. Its `assign` skips tables, which are never copied.

    The methods are compiled from text, as dataclasses do. A search copies a record at every node, and a loop over
    field names would be several times slower.
    """
    fields = layout(record, constants)
    names = {f.name: plain(f.kind, constants) for f in fields if not isinstance(f.kind, str)}
    body = {"__slots__": tuple(f.name for f in fields), "__doc__": record.__doc__}
    zero = [f"self.{f.name} = {_zero(f)}" for f in fields]
    same = [f"self.{f.name}{'' if f.length is None else '[:]'} = other.{f.name}" for f in fields if f.name not in names]
    methods = {"__init__(self)": zero, "assign(self, other)": same}
    if not names:
        copied = [f"twin.{f.name} = self.{f.name}{'' if f.length is None else '[:]'}" for f in fields]
        methods["copy(self)"] = ["twin = new(type(self))", *copied, "return twin"]
    source = "\n".join("\n    ".join([f"def {signature}:", *lines]) for signature, lines in methods.items())
    exec(source, {"Rows": Rows, "new": object.__new__, **names}, body)
    return type(record.__name__, (Record if issubclass(record, Record) else Struct,), body)


def _zero(field: RecordField) -> str:
    if field.length is None:
        return "0.0" if field.kind == "f8" else "0"
    if isinstance(field.kind, str):
        return f"[0] * {field.length}"
    return f"Rows({field.name}() for _ in range({field.length}))"
