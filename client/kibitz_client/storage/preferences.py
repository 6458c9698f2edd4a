"""Preferences of the app, saved as JSON. An unknown or invalid value counts as the default."""

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Literal, get_args

from kibitz_client.reading import read_json
from kibitz_client.storage.files import write_private

THEME = "kibitz-dark"
BoardStyle = Literal["theme", "wood", "felt", "slate", "contrast", "outline"]
BOARD_STYLES: tuple[BoardStyle, ...] = get_args(BoardStyle)
"""Colours of boards; `theme` has those of the theme."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What the user chose in the app.

    `bell` rings the terminal's bell when it is the player's turn; `notices` sends a desktop notice (OSC 9) as well.
    `turn_board` puts the side to move at the bottom while two people play at one keyboard.
    """

    theme: str = THEME
    board_style: BoardStyle = "theme"
    ascii_only: bool = False
    bell: bool = False
    notices: bool = False
    confirm: bool = False
    turn_board: bool = False
    server: str = ""
    game: str = "connect4"


def load(path: Path) -> Preferences:
    """Return the saved preferences, or the defaults."""
    try:
        kept = read_json(path)
        known = {field.name: type(getattr(Preferences(), field.name)) for field in fields(Preferences)}
        found = {name: value for name, value in kept.items() if type(value) is known.get(name)}
        if found.get("board_style") not in BOARD_STYLES:
            found.pop("board_style", None)
        return Preferences(**found)
    except (OSError, ValueError, AttributeError):
        return Preferences()


def save(path: Path, prefs: Preferences) -> str:
    """Save the preferences. Return what went wrong, or an empty string: the app works without the file."""
    try:
        write_private(path, json.dumps(asdict(prefs), indent=1) + "\n")
    except OSError as error:
        return f"{path}: {error.strerror}"
    return ""
