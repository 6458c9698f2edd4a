"""Archive queries."""

import time
from typing import Any

import pytest

from kibitz_client.errors import UsageError
from kibitz_client.parsing.archive_query import new_rows, parse_query
from kibitz_protocol.commands.archive import ArchiveRow
from kibitz_protocol.values.matches import Result
from tests.client.samples import CODE, ENGINE, GOMOKU, NIM, OTTER


def row(match: str, game: str = "tictactoe") -> ArchiveRow:
    """Return a finished match."""
    won = Result(winner=0, reason="line")
    common: dict[str, Any] = {"clock": None, "seats": [OTTER, ENGINE], "result": won, "rated": False}
    return ArchiveRow(match=match, code=CODE, game=game, ply=4, created_at=0.0, ended_at=0.0, **common)


def test_words_become_a_search() -> None:
    """Games, results, `rated` and times are recognized, and all other words are the player."""
    day = time.mktime((2026, 11, 21, 0, 0, 0, 0, 0, -1))
    assert parse_query("", [NIM, GOMOKU]) == {}
    assert parse_query("Nim otter WON rated since=2026-11-21", [NIM, GOMOKU]) == {
        "game": "nim",
        "player": "otter",
        "result": "won",
        "rated": True,
        "since": day,
    }
    assert parse_query("@otter", set()) == {"player": "@otter"}
    assert parse_query("casual nim", set()) == {"rated": False, "player": "nim"}
    assert parse_query("alphabeta:depth=4 blue otter", set()) == {"player": "alphabeta:depth=4 blue otter"}


def test_a_day_that_is_none() -> None:
    """The error quotes the text."""
    with pytest.raises(UsageError, match="until: 'soon' is not a day"):
        parse_query("until=soon", set())


def test_no_match_is_listed_twice() -> None:
    """Rows that two pages share are listed once."""
    assert [one.match for one in new_rows([row("m-1"), row("m-2")], ["m-1", None])] == ["m-2"]
