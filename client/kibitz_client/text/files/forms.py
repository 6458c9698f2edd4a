"""The forms in which a match is written for other programs, and the usual one of its game. Pure."""

from collections.abc import Sequence
from typing import Literal

from kibitz_client.errors import UsageError
from kibitz_client.text.files import sgf
from kibitz_client.text.files.pgn import pgn_text
from kibitz_protocol.to_client import Event, Snapshot

Form = Literal["pgn", "sgf"]
SUFFIXES: dict[str, Form] = {".pgn": "pgn", ".pdn": "pgn", ".sgf": "sgf"}
"""Forms by the ends of the names of files. PDN is the form of PGN for draughts."""


def form_of_name(name: str) -> Form | None:
    """Return the form of a file by its name; None for other files, such as records."""
    return next((form for suffix, form in SUFFIXES.items() if name.lower().endswith(suffix)), None)


def usual_form(game: str) -> Form:
    """Return the form that other programs for a game read: SGF for Go, PGN for all others."""
    return "sgf" if game == sgf.GAME else "pgn"


def written(messages: Sequence[Snapshot | Event], form: Form | None = None, *, comments: bool = False) -> str:
    """Return a match in a form, given its first snapshot and all events.

    Args:
        messages: The messages of the match.
        form: The form; None for the usual one of the game.
        comments: Whether to add score, clock and time to each move.

    Raises:
        UsageError: SGF has no such game.
    """
    first = messages[0]
    assert isinstance(first, Snapshot)
    check_form(form, first.game.name)
    if (form or usual_form(first.game.name)) == "sgf":
        return sgf.sgf_text(messages, comments=comments)
    return pgn_text(messages, comments=comments)


def check_form(form: Form | None, game: str) -> None:
    """Check that a form can have a game.

    Raises:
        UsageError: SGF has no such game.
    """
    if form == "sgf" and game != sgf.GAME:
        raise UsageError(f"SGF is written for Go only, not for {game}", "write PGN: --pgn")
