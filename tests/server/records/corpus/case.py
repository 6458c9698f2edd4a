"""A small file, and what is to be read of it. What a case leaves out is not checked, but there is no note then."""

import json
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from kibitz_protocol.formats.pgn.reader import read_file as pgn_file
from kibitz_protocol.formats.pgn.reader import read_game as pgn_game
from kibitz_protocol.formats.sgf.reader import read_file as sgf_file
from kibitz_protocol.formats.sgf.reader import read_game as sgf_game
from kibitz_server.records.pgn import record_lines as pgn_lines
from kibitz_server.records.sgf import record_lines as sgf_lines
from kibitz_server.records.verifier import verify


@dataclass(frozen=True, slots=True)
class Case:
    """A file with one fault, or one peculiarity of a dialect.

    Attributes:
        fault: What is odd about it; the id of its test.
        data: The file, in UTF-8 if it is text.
        moves: The moves as Kibitz writes them, joined by blanks.
        result: The winner's seat or None for a draw; "*" where the match has no result.
        reason: Why it ended.
        players: The names by seat.
        options: The options that matter.
        start: The first position.
        elapsed_s: The time of each move in seconds.
        scores: The score of each move for the side that made it: hundredths, `#` and the plies to the end, or None.
        depths: The depth of the search of each move.
        notes: A part of each note, in order.
        number: The number of the game in its file.
    """

    fault: str
    data: str | bytes
    moves: str | None = None
    result: Any = ...
    reason: str | None = None
    players: tuple[str, ...] | None = None
    options: tuple[tuple[str, object], ...] = ()
    start: str | None = None
    elapsed_s: tuple[float, ...] | None = None
    scores: tuple[int | str | None, ...] | None = None
    depths: tuple[int | None, ...] | None = None
    notes: tuple[str, ...] = ()
    number: int = 1


def check(case: Case, form: str) -> None:
    """Check that a file is read as its case says, and that its record verifies."""
    data = case.data.encode() if isinstance(case.data, str) else case.data
    if form == "sgf":
        sgf = sgf_file(BytesIO(data))
        lines = list(sgf_lines(sgf_game(sgf.text, case.number, sgf.notes)))
    else:
        pgn = pgn_file(BytesIO(data))
        lines = list(pgn_lines(pgn_game(pgn.text, case.number, pgn.notes), pdn=form == "pdn"))
    assert verify(f"{line}\n" for line in lines).over
    _, snapshot, *events = map(json.loads, lines)
    _compare(case, snapshot, [message["event"] for message in events])


def _compare(case: Case, snapshot: dict[str, Any], events: list[dict[str, Any]]) -> None:
    notes = snapshot.get("notes", [])
    assert len(notes) == len(case.notes), notes
    for part, note in zip(case.notes, notes, strict=True):
        assert part in note
    played = [event["move"] for event in events if event["kind"] == "moved"]
    end = events[-1]
    result = end.get("result") or {"winner": "*", "reason": end["reason"]}
    searches = [move["search"] for move in played]
    found = {
        "moves": " ".join(move["said"] or move["move"] for move in played),
        "result": result["winner"],
        "reason": result["reason"],
        "players": tuple(view["name"] for view in snapshot["seats"]),
        "start": snapshot["start"],
        "elapsed_s": tuple(move["elapsed_ms"] / 1000 for move in played),
        "scores": tuple(map(_score, searches)),
        "depths": tuple(search and search["depth"] for search in searches),
    }
    for name, value in found.items():
        wanted = getattr(case, name)
        if wanted is not None and wanted is not ...:
            assert value == wanted, name
    assert {name: snapshot["options"][name] for name, _ in case.options} == dict(case.options)


def _score(search: dict[str, Any] | None) -> int | str | None:
    if search is None:
        return None
    return search["score"] if search["wins_in"] is None else f"#{search['wins_in']}"
