"""Report of `kibitz-server verify`: its lines and exit code."""

import json
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from kibitz_protocol.formats.forms import form_of_name
from kibitz_protocol.formats.record import NotARecord, lines_of
from kibitz_protocol.validation.reading import open_regular
from kibitz_server.records.difference import DifferenceError
from kibitz_server.records.replay import Verified
from kibitz_server.records.reproduce import Searched, search_again
from kibitz_server.records.verifier import verify

AGREES, DIFFERS, UNREADABLE = 0, 1, 2


def check(source: str, *, engines: bool, as_json: bool, say: Callable[[str], None]) -> int:
    """Verify a file, or standard input for `-`, print the result, and return the exit code."""
    try:
        found, searched = _verified(source, engines=engines)
    except DifferenceError as error:
        parts = {name: getattr(error, name) for name in ("seq", "line", "what", "recorded", "computed")}
        say(_json({"agrees": False, "difference": str(error), **parts}) if as_json else f"differs: {error}")
        return DIFFERS
    except OSError as error:
        return _unreadable(source, error.strerror or "", None, as_json=as_json, say=say)
    except NotARecord as error:
        way = conversion(source)
        hint = f"{way} | kibitz-server verify -" if way else None
        return _unreadable(source, str(error), hint, as_json=as_json, say=say)
    say(_json(_summary(found, searched)) if as_json else "\n".join(_sentences(found, searched)))
    return AGREES


def _unreadable(source: str, why: str, hint: str | None, *, as_json: bool, say: Callable[[str], None]) -> int:
    """Print why a file is not a record, and return the exit code."""
    if as_json:
        say(_json({"agrees": None, "error": why} | ({"hint": hint} if hint else {})))
    else:
        say(f"error: {source} is not a record: {why}" + (f"\ntry: {hint}" if hint else ""))
    return UNREADABLE


def _verified(source: str, *, engines: bool) -> tuple[Verified, Searched | None]:
    found = verify(source_lines(source))
    return found, search_again(found) if engines else None


def source_lines(source: str) -> Iterator[bytes]:
    """Yield the lines of a file, or of standard input for `-`, no further than the limits of a record.

    Raises:
        NotARecord: A line or the whole is too long.
        OSError: The file cannot be read.
    """
    with nullcontext(sys.stdin.buffer) if source == "-" else open_regular(Path(source)) as stream:
        yield from lines_of(stream)


def conversion(source: str) -> str | None:
    """Return the command that makes a record of a file in another form; None for a file of any other name."""
    form = form_of_name(Path(source).name)
    return f"kibitz-server {form} {shlex.quote(source)}" if form else None


def _summary(found: Verified, searched: Searched | None) -> dict[str, Any]:
    return {
        "agrees": True,
        "game": found.snapshot.game.name,
        "over": found.over,
        "events": found.events,
        "moves": len(found.played),
        "clocked": found.clocked,
        "chance_events": found.chance_events,
        "searched": searched.moves if searched else None,
        "unchecked": [*found.unchecked, *(searched.unchecked if searched else [])],
    }


def _sentences(found: Verified, searched: Searched | None) -> list[str]:
    parts = [_count(len(found.played), "move"), _count(found.events, "event")]
    if found.clocked:
        parts.append(f"the clocks of {_count(found.clocked, 'move')}")
    if found.chance_events:
        parts.append(f"{_count(found.chance_events, 'chance event')} computed from the server seed")
    if searched is not None:
        parts.append(_count(searched.moves, "search", "searches"))
    lines = [f"agrees: {', '.join(parts)} of {found.snapshot.game.title} checked, and nothing differs"]
    if not found.over:
        lines.append("note: the record ends before the match does")
    unchecked = [*found.unchecked, *(searched.unchecked if searched else [])]
    return [*lines, *(f"note: {why}" if why in found.unchecked else f"not searched again: {why}" for why in unchecked)]


def _count(number: int, thing: str, things: str | None = None) -> str:
    return f"{number} {thing if number == 1 else things or thing + 's'}"


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, default=str)
