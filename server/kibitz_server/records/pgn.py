"""A game of a PGN file as the record of a match, played again by the rules."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

from kibitz_protocol.formats.pgn.reader import GAME_TYPES, PgnGame
from kibitz_protocol.formats.text import BadGame
from kibitz_server.games.ends.studies import longer
from kibitz_server.games.game import BadOption, BadPosition, Game
from kibitz_server.games.registry import UnknownGame, load
from kibitz_server.records.played import Ending, GameOver, Heading, MoveTimes, Setting, code_in, record_of, short

FORM = "PGN"
USUAL = ("", "standard", "normal", "chess", "from position")
CHESS960 = ("chess960", "fischerandom", "fischerrandom", "fischer random", "960")
UNKNOWN_ENDS = ("", "normal", "unterminated", "?")


def record_lines(found: PgnGame) -> Iterator[str]:
    """Yield the lines of a record: a header, the snapshot of the match, and its events.

    Raises:
        BadGame: The game is not known here, or a move is not legal.
    """
    setting = setting_of(found)
    *sooner, last = setting.game, *longer(setting.game)
    for game in sooner:
        # A draw may be claimed at the board, so players may have gone on after it.
        with suppress(GameOver):
            yield from list(_lines(found, replace(setting, game=game)))
            return
    yield from list(_lines(found, replace(setting, game=last)))


def _lines(found: PgnGame, setting: Setting) -> Iterator[str]:
    tags = found.tags
    players = tuple(
        (tags.get(name, "?"), tags.get(f"{name}Type", "").lower() == "program")
        for name in setting.game.declaration.seats
    )
    heading = Heading(FORM, players, _date(tags), code_in(tags.get("Site", "")))
    return record_of(heading, setting, found.moves, _clocks(tags), _ending(found, setting), found.notes)


def setting_of(found: PgnGame) -> Setting:
    """Return what the tags say.

    Raises:
        BadGame: There is no such game, it has chance, or an option or the first position is not valid.
    """
    tags = found.tags
    try:
        setting = _own(tags) if "Game" in tags else _standard(tags)
        setting.game.start(setting.start)
        setting = replace(setting, start=setting.game.written(setting.start))
    except (UnknownGame, BadOption, BadPosition) as error:
        raise BadGame(short(str(error))) from None
    if setting.game.declaration.chance:
        raise BadGame(f"PGN has no chance events, such as rolls of dice, so {setting.game.name} cannot be read from it")
    return setting


def _own(tags: dict[str, str]) -> Setting:
    """Return the setting of a game that Kibitz has written, in its own form."""
    declared = load(tags["Game"]).declaration
    options = {option.name: tags[option.name.capitalize()] for option in declared.options if _given(option.name, tags)}
    return Setting(load(tags["Game"], options), tags.get("Start"), tuple(tags.get("Opening", "").split()))


def _given(option: str, tags: dict[str, str]) -> bool:
    return option.capitalize() in tags


def _standard(tags: dict[str, str]) -> Setting:
    start = tags.get("FEN")
    if (number := tags.get("GameType")) is not None:
        name = GAME_TYPES.get(number.partition(",")[0].strip())
        if name is None:
            raise BadGame(f"draughts of the type {number[:20]!r} are not known here; there are {', '.join(GAME_TYPES)}")
        game = load(name)
        return Setting(game, start, first=_seat(game, "White") if name != "draughts" else 0)
    variant = tags.get("Variant", "").strip().lower()
    if variant in CHESS960:
        if start is None:
            raise BadGame("a game of Chess960 needs its first position in the tag FEN")
        # Each array but the usual one reads the castling rights of every first row.
        return Setting(load("chess", {"array": 0}), start)
    if variant not in USUAL:
        raise BadGame(f"the variant {tags['Variant'][:40]!r} is not known here")
    return Setting(load("chess"), start)


def _seat(game: Game, name: str) -> int:
    seats = game.declaration.seats
    return seats.index(name) if name in seats else 0


def _ending(found: PgnGame, setting: Setting) -> Ending:
    told = found.tags.get("Termination", "").strip()
    reason = "" if told.lower() in UNKNOWN_ENDS else told
    if found.result not in ("1-0", "0-1", "1/2-1/2"):
        return Ending(finished=False, reason=reason)
    winner = None if found.result == "1/2-1/2" else setting.first if found.result == "1-0" else 1 - setting.first
    return Ending(finished=True, winner=winner, reason=reason)


def _clocks(tags: dict[str, str]) -> MoveTimes:
    """Return the clocks at the start of a game: `300+3` is in seconds."""
    found = re.fullmatch(r"([0-9]{1,6})(?:\+([0-9]{1,5}))?", tags.get("TimeControl", ""))
    return MoveTimes(float(found[1]), float(found[2] or 0)) if found else MoveTimes(None, 0.0)


def _date(tags: dict[str, str]) -> float:
    """Return the date of a game in seconds since 1970; 0 if it is not known."""
    text = f"{tags.get('UTCDate') or tags.get('Date', '')} {tags.get('UTCTime', '00:00:00')}"
    try:
        return max(0.0, datetime.strptime(text, "%Y.%m.%d %H:%M:%S").replace(tzinfo=UTC).timestamp())
    except ValueError:
        return 0.0
