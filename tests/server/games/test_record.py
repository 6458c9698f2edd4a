from typing import Annotated

import pytest

from kibitz_server.games.record import I64, U64, Array, Record, RecordField, layout, plain


class Base(Record):
    """State with two numbers."""

    turn: I64
    discs: U64


class Bigger(Base):
    """State with an array."""

    cells: Annotated[list[int], Array("i1", "SIZE")]


def test_layout() -> None:
    """Fields come in order, a base's first, with the lengths that the constants give."""
    assert layout(Bigger, {"SIZE": 3}) == [
        RecordField("turn", "i8", None),
        RecordField("discs", "u8", None),
        RecordField("cells", "i1", 3),
    ]


def test_a_copy_shares_nothing() -> None:
    """Changing a copy leaves the record alone, arrays included."""
    record = plain(Bigger, {"SIZE": 2})()
    assert isinstance(record, Record)
    twin = record.copy()
    setattr(twin, "turn", 1)  # noqa: B010 - the class is made at run time
    twin.cells[0] = 5  # type: ignore[attr-defined]
    assert (record.turn, record.cells) == (0, [0, 0])  # type: ignore[attr-defined]
    record.assign(twin)
    assert (record.turn, record.cells) == (1, [5, 0])  # type: ignore[attr-defined]


def test_fields_need_a_kind() -> None:
    """A field annotated with a bare type is an error."""

    class Bad(Record):
        turn: I64
        name: str

    with pytest.raises(TypeError, match=r"Bad\.name needs"):
        layout(Bad, {})
