"""Files that clients without rules have: a game of one as pages of a record. A helper process makes them."""

import binascii
import json
from base64 import b64decode
from typing import Any

from kibitz_protocol.formats.charsets import Decoded
from kibitz_protocol.formats.pgn import reader as pgn_reader
from kibitz_protocol.formats.sgf import reader as sgf_reader
from kibitz_protocol.formats.text import BadGame
from kibitz_protocol.refusals import Code
from kibitz_protocol.values.evaluation import evaluation_of
from kibitz_protocol.values.matches import MoveView
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.record import PAGE_BYTES
from kibitz_server.records import pgn, sgf

Key = tuple[str, str, int]
_made: dict[Key, list[str]] = {}
"""The lines of the record whose first page this process made last."""


def opened_page(form: str, data: str, number: int, since: int) -> bytes:
    """Return an encoded `Recorded` with the events of a game after one of them.

    Args:
        form: `pgn`, `pdn` or `sgf`.
        data: The bytes of the file in Base64.
        number: The number of the game in the file, from 1.
        since: The number of the event before the page.

    Raises:
        CommandRefused: There is no such game in the file.
    """
    key = form, data, number
    if key not in _made:
        lines = _lines(form, data, number)
        _made.clear()
        _made[key] = lines
    _, snapshot, *events = _made[key]
    first = json.loads(snapshot)
    page: list[Any] = []
    size = 0
    for line in events[max(0, since - first["seq"]) :]:
        size += len(line)
        if page and size > PAGE_BYTES:
            break
        page.append(json.loads(line))
    last = first["seq"] + len(events)
    complete = not page or page[-1]["seq"] == last
    return encode(
        {
            "kind": "recorded",
            "match": first["match"],
            "snapshot": None if since else first,
            "events": page,
            "last": last,
            "evaluation": _evaluation(events) if complete else None,
        }
    )


def _lines(form: str, data: str, number: int) -> list[str]:
    try:
        raw = b64decode(data, validate=True)
        if form == "sgf":
            text = sgf_reader.decode_sgf(raw)
            return list(sgf.record_lines(sgf_reader.read_game(text.text, number, text.notes)))
        found: Decoded = pgn_reader.decode_pgn(raw)
        return list(pgn.record_lines(pgn_reader.read_game(found.text, number, found.notes), pdn=form == "pdn"))
    except binascii.Error:
        raise CommandRefused(Code.BAD_OPTION, "the data of the file is not in Base64", None) from None
    except BadGame as error:
        hint = "a file has PGN, PDN or SGF; another game of it has another number"
        raise CommandRefused(Code.BAD_POSITION, f"the file cannot be read: {error}", hint) from None


def _evaluation(events: list[str]) -> dict[str, Any]:
    moves = [json.loads(line)["event"]["move"] for line in events if '"moved"' in line]
    return evaluation_of([MoveView.model_validate(move) for move in moves]).model_dump()
