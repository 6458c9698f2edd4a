"""Which game of draughts a PDN file has: by its tags, or by its moves: the game whose rules allow most of them."""

import re
from dataclasses import replace

from kibitz_protocol.formats.pgn.reader import GAME_TYPES, PgnGame
from kibitz_protocol.formats.text import BadGame
from kibitz_server.games.draughts.fen import BETWEEN
from kibitz_server.games.game import BadPosition
from kibitz_server.games.registry import load
from kibitz_server.records.moves.legal_part import legal_part
from kibitz_server.records.played import Setting

OTHER_TYPES = {
    "22": "Italian",
    "23": "American pool checkers",
    "24": "Spanish",
    "26": "Brazilian",
    "27": "Canadian",
    "28": "Portuguese",
    "29": "Czech",
    "30": "Turkish",
    "31": "Thai",
    "40": "Frisian",
}
NAMES = {
    "international": ("international", "polish", "dutch", "10x10", "100", "hundred"),
    "draughts": ("english", "american", "checkers", "anglo", "acf"),
    "russian": ("russian", "shashki", "русск", "шашки"),
}
"""What other programs call the games that are known here."""
ALL = ("international", "draughts", "russian")
SQUARES = re.compile(rf"[0-9]{{1,2}}{BETWEEN}[0-9]{{1,2}}|[aceg]3{BETWEEN}?[bdfh]4", re.IGNORECASE)
"""A move of draughts by numbers, or a first move of Russian draughts, which is none of chess."""
POSITION = re.compile(r"\s*[WB?]\s*:\s*[WB]", re.IGNORECASE)


def draughts_setting(found: PgnGame, *, pdn: bool) -> Setting | None:
    """Return the game of a file and its first position; None if it is not draughts.

    Args:
        found: The game of the file.
        pdn: Whether the name of the file ends as those of draughts do.

    Raises:
        BadGame: It is a game of draughts that is not known here.
    """
    told = found.tags.get("GameType", found.tags.get("Variant", "") if pdn else "")
    if told.strip() and (name := _named(told, strict="GameType" in found.tags)) is not None:
        return _startable(_fitting(name, told, found), found)
    start = found.tags.get("FEN", "")
    first = found.moves[0].text if found.moves else ""
    if not (pdn or "GameType" in found.tags or POSITION.match(start) or (not start and SQUARES.match(first))):
        return None
    missing = "GameType" not in found.tags
    what = "the tag GameType is missing" if missing else f"the tag GameType, {told[:40]!r}, is not understood"
    return _startable(_guessed(_likeliest(found)[0], what, found), found)


def _named(told: str, *, strict: bool) -> str | None:
    """Return the game that a tag names; None if its text says nothing.

    Raises:
        BadGame: It names one that is not known here.
    """
    plain = told.strip().lower()
    number = re.match(r"0*([0-9]{1,4})(?![0-9])", plain)
    if strict and number is not None and number[1] in GAME_TYPES:
        return GAME_TYPES[number[1]]
    for name, forms in NAMES.items():
        if any(form in plain for form in forms):
            return name
    kind = OTHER_TYPES.get(number[1]) if strict and number is not None else None
    kind = kind or next((kind for kind in OTHER_TYPES.values() if kind.split()[0].lower() in plain), None)
    if kind is not None:
        known = "international, English and Russian draughts"
        raise BadGame(f"it is a game of {kind} draughts ({told.strip()[:20]}); {known} are known here")
    return None


def _setting(name: str, found: PgnGame) -> Setting:
    game = load(name)
    seats = game.declaration.seats
    first = seats.index("White") if name != "draughts" and "White" in seats else 0
    start = found.tags.get("FEN", "").strip()
    return Setting(game, start if re.search("[0-9]", start) else None, first=first)


def _startable(setting: Setting, found: PgnGame) -> Setting:
    """Return a setting without its first position, and with a note, if the game cannot begin there."""
    try:
        setting.game.start(setting.start)
    except BadPosition as error:
        found.notes.add(f"the tag FEN is left out, so the game begins as usual: {error}")
        return replace(setting, start=None)
    return setting


def _fitting(name: str, told: str, found: PgnGame) -> Setting:
    """Return the setting that a tag names, unless it allows no move, or not all, and another one some, or all."""
    setting = _setting(name, found)
    legal = _legal(setting, found)
    if legal < len(found.moves):
        other, most = _likeliest(found)
        if most > max(legal, 0) and (legal <= 0 or most == len(found.moves)):
            what = f"{told.strip()[:40]!r} is {setting.game.declaration.title}, whose rules do not allow the moves"
            return _guessed(other, what, found)
    return setting


def _likeliest(found: PgnGame) -> tuple[Setting, int]:
    """Return the setting by whose rules most of the moves are legal, and how many are; the first one of several."""
    settings = [_setting(name, found) for name in ALL]
    legal = [_legal(setting, found) for setting in settings]
    return settings[legal.index(max(legal))], max(legal)


def _legal(setting: Setting, found: PgnGame) -> int:
    """Return how many moves are legal from the first position on; -1 if there is no such position."""
    try:
        position = setting.game.start(setting.start)
    except BadPosition:
        return -1
    part = legal_part(position, found.moves)
    # What comes after the end of the game is no other one's either.
    return len(found.moves) if part.over else len(part.moves)


def _guessed(setting: Setting, what: str, found: PgnGame) -> Setting:
    found.notes.add(f"{what}; the game is read as {setting.game.declaration.title}, whose rules fit its moves")
    return setting
