"""The forms of files for other programs, and the usual one of a game: PGN with PDN, and SGF."""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Literal

from kibitz_protocol.formats.pgn.writer import pgn_text
from kibitz_protocol.formats.sgf.writer import sgf_text
from kibitz_protocol.to_client import Event, Snapshot

Form = Literal["pgn", "sgf"]
SUFFIXES: dict[str, Form] = {".pgn": "pgn", ".pdn": "pgn", ".sgf": "sgf"}
"""Forms by the ends of the names of files. PDN is the form of PGN for draughts."""
IN_SGF = ("go",)
"""Games that SGF is written for."""


def form_of_name(name: str) -> Form | None:
    """Return the form of a file by its name; None for other files, such as records."""
    return next((form for suffix, form in SUFFIXES.items() if name.lower().endswith(suffix)), None)


def usual_form(game: str) -> Form:
    """Return the form that other programs for a game read: SGF for Go, PGN for all others."""
    return "sgf" if game in IN_SGF else "pgn"


def written(
    messages: Iterable[Snapshot | Event],
    form: Form | None = None,
    *,
    comments: bool = False,
    tags: Mapping[str, str] | None = None,
) -> str:
    """Return a match in a format, given its first snapshot and all events.

    Args:
        messages: The messages of the match, which are read once.
        form: The form; None for the usual one of the game.
        comments: Whether to add score, clock and time to each move.
        tags: Tags of PGN that are added, or replace those of the same name. SGF has none of them.

    Raises:
        ValueError: The form does not have such games.
        NotARecord: An event does not fit the match.
    """
    messages = iter(messages)
    first = next(messages)
    assert isinstance(first, Snapshot)
    if (fault := form_fault(form, first.game.name)) is not None:
        raise ValueError(fault)
    whole = chain([first], messages)
    if (form or usual_form(first.game.name)) == "sgf":
        return sgf_text(whole, comments=comments)
    return pgn_text(whole, comments=comments, tags=tags)


def form_fault(form: Form | None, game: str) -> str | None:
    """Return why a format cannot have a game, as a sentence; None if it can."""
    return f"SGF is written for Go only, not for {game}" if form == "sgf" and game not in IN_SGF else None
