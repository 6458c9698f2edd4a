"""A game of a PGN file as the record of a match, played again by the rules."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from kibitz_server.core.match.deadlines import DRAWN_ON_TIME
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.events import (
    Event,
    MatchAborted,
    MatchCreated,
    MatchFinished,
    MatchStarted,
    MovePlayed,
    Result,
    SearchInfo,
)
from kibitz_server.core.values.players import Human
from kibitz_server.games.game import BadOption, BadPosition, Game, IllegalMove, Position
from kibitz_server.games.registry import UnknownGame, load
from kibitz_server.messages import record
from kibitz_server.messages.encoding import encode
from kibitz_server.offline.pgn.reader import BadPgn, PgnGame, PgnMove
from kibitz_server.store import Entry

HEADER = {"t": "record", "version": 1}
MATCH = "pgn"
SITE = re.compile(r"Kibitz ([0-9A-Z]{4,12})")
GAME_TYPES = {"20": "international", "21": "draughts", "25": "russian"}
"""Games by their numbers in PDN, the form of PGN for draughts."""
USUAL = ("", "standard", "normal", "chess", "from position")
CHESS960 = ("chess960", "fischerandom", "fischerrandom", "fischer random", "960")
UNKNOWN_ENDS = ("", "normal", "unterminated", "?")
LONGEST_SENTENCE = 300
WHOLE = 1 << 62
"""Bytes of a page that has the whole record."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What the tags of a game say: the game with its options, its first position, and the moves before the game."""

    game: Game
    start: str | None
    opening: tuple[str, ...] = ()
    first: int = 0
    """Seat that the result `1-0` is for."""


def record_lines(found: PgnGame) -> Iterator[str]:
    """Yield the lines of a record: a header, the snapshot of the match, and its events.

    Raises:
        BadPgn: The game is not known here, or a move is not legal.
    """
    setting = setting_of(found)
    try:
        entries = _entries(found, setting)
    except _Over:
        # A draw may be claimed at the board, so players may have gone on after it.
        if "claims" not in setting.game.options:
            raise
        options = {**setting.game.options, "claims": True}
        game = load(setting.game.name, options)
        entries = _entries(found, Setting(game, setting.start, setting.opening, setting.first))
    page = record.RecordPages(entries, 0, len(entries), None, thinking=True).page(WHOLE)
    for message in (HEADER, page["snapshot"], *page["events"]):
        yield encode(message).decode()


def setting_of(found: PgnGame) -> Setting:
    """Return what the tags say.

    Raises:
        BadPgn: There is no such game, it has chance, or an option or the first position is not valid.
    """
    tags = found.tags
    try:
        setting = _own(tags) if "Game" in tags else _standard(tags)
        setting.game.start(setting.start)
    except (UnknownGame, BadOption, BadPosition) as error:
        raise BadPgn(_short(str(error))) from None
    if setting.game.declaration.chance:
        raise BadPgn(f"PGN has no draws, such as rolls of dice, so {setting.game.name} cannot be read from it")
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
            raise BadPgn(f"draughts of the type {number[:20]!r} are not known here; there are {', '.join(GAME_TYPES)}")
        game = load(name)
        return Setting(game, start, first=_seat(game, "White") if name != "draughts" else 0)
    variant = tags.get("Variant", "").strip().lower()
    if variant in CHESS960:
        if start is None:
            raise BadPgn("a game of Chess960 needs its first position in the tag FEN")
        # Each array but the usual one reads the castling rights of every first row.
        return Setting(load("chess", {"array": 0}), start)
    if variant not in USUAL:
        raise BadPgn(f"the variant {tags['Variant'][:40]!r} is not known here")
    return Setting(load("chess"), start)


def _seat(game: Game, name: str) -> int:
    seats = game.declaration.seats
    return seats.index(name) if name in seats else 0


def _short(sentence: str) -> str:
    """Return a sentence that quotes a file, cut where the quotation is long."""
    return sentence if len(sentence) <= LONGEST_SENTENCE else f"{sentence[:LONGEST_SENTENCE]}..."


class _Over(BadPgn):
    """Moves after the end of the game."""


def _entries(found: PgnGame, setting: Setting) -> list[Entry]:
    """Return the events of the match."""
    tags, seats = found.tags, setting.game.declaration.seats
    site = SITE.search(tags.get("Site", ""))
    at = _date(tags)
    created = MatchCreated(
        id=MATCH,
        code=site[1] if site else MATCH.upper(),
        host=Human("", "PGN"),
        game=setting.game.name,
        options=tuple(setting.game.options.items()),
        seats=tuple(_player(tags, seat, name) for seat, name in enumerate(seats)),
        control=None,
        position=setting.start,
        listed=True,
        autostart=True,
        show_thinking=True,
        created_at=at,
        opening=setting.opening,
    )
    try:
        match = Match(created, at)
    except ValueError as error:
        raise BadPgn(_short(str(error))) from None
    entries = [Entry(MATCH, 1, created, at)]

    def add(event: Event) -> None:
        match.apply(event)
        entries.append(Entry(MATCH, len(entries) + 1, event, at))

    add(MatchStarted())
    clocks = _clocks(tags)
    for ply, move in enumerate(found.moves):
        played = _played(match, ply, move, clocks)
        at += played.elapsed_s
        add(played)
    add(_end(match, found, setting))
    return entries


def _player(tags: dict[str, str], seat: int, name: str) -> Human:
    program = tags.get(f"{name}Type", "").lower() == "program"
    return Human(f"{MATCH}-{seat}", tags.get(name, "?").strip()[:32] or "?", bot=program)


def _played(match: Match, ply: int, move: PgnMove, clocks: "_Clocks") -> MovePlayed:
    position = match.position
    seat = position.to_move
    if seat is None:
        raise _Over(f"move {move.number}, {move.text!r}, comes after the end of the game")
    try:
        text = position.find(move.text).text
    except IllegalMove as error:
        raise BadPgn(_short(f"move {move.number}, {move.text!r}: {error}")) from None
    return MovePlayed(ply, seat, text, clocks.elapsed_s(seat, move), None, _thought(move, seat))


def _thought(move: PgnMove, seat: int) -> SearchInfo | None:
    """Return the score of a move as search info; it is for the side that moved."""
    sign = 1 if seat == 0 else -1
    if move.mate is not None:
        moves = sign * move.mate
        return SearchInfo(MATCH, 0, 2 * moves - 1 if moves > 0 else 2 * moves, 0, 0, 0.0, ())
    return None if move.score is None else SearchInfo(MATCH, sign * move.score, None, 0, 0, 0.0, ())


def _end(match: Match, found: PgnGame, setting: Setting) -> MatchFinished | MatchAborted:
    outcome = match.position.outcome
    if outcome is not None:
        return MatchFinished(Result(outcome.winner, outcome.reason, outcome.points), 0.0)
    told = found.tags.get("Termination", "").strip()
    reason = "" if told.lower() in UNKNOWN_ENDS else told
    result = found.result
    if result not in ("1-0", "0-1", "1/2-1/2"):
        return MatchAborted(reason or "the game has no result")
    winner = None if result == "1/2-1/2" else setting.first if result == "1-0" else 1 - setting.first
    if reason in ("time", DRAWN_ON_TIME) and winner != _winner_on_time(match.position):
        reason = "time forfeit"
    return MatchFinished(Result(winner, reason or ("agreement" if winner is None else "resignation")), 0.0)


def _winner_on_time(position: Position) -> int | None:
    """Return the winner if the flag of the side to move has fallen."""
    assert position.to_move is not None
    other = 1 - position.to_move
    return other if position.can_win(other) else None


class _Clocks:
    """Times of moves, by their comments: their own, or what the clocks have lost."""

    def __init__(self, base_s: float | None, increment_s: float) -> None:
        self._left: dict[int, float | None] = {0: base_s, 1: base_s}
        self._increment_s = increment_s

    def elapsed_s(self, seat: int, move: PgnMove) -> float:
        """Return the time of a move; 0 if it is not known."""
        before, self._left[seat] = self._left[seat], move.clock_s
        if move.elapsed_s is not None:
            return move.elapsed_s
        if before is None or move.clock_s is None:
            return 0.0
        return max(0.0, round(before + self._increment_s - move.clock_s, 3))


def _clocks(tags: dict[str, str]) -> _Clocks:
    """Return the clocks at the start of a game: `300+3` is in seconds."""
    found = re.fullmatch(r"([0-9]{1,6})(?:\+([0-9]{1,5}))?", tags.get("TimeControl", ""))
    return _Clocks(float(found[1]), float(found[2] or 0)) if found else _Clocks(None, 0.0)


def _date(tags: dict[str, str]) -> float:
    """Return the date of a game in seconds since 1970; 0 if it is not known."""
    text = f"{tags.get('UTCDate') or tags.get('Date', '')} {tags.get('UTCTime', '00:00:00')}"
    try:
        return max(0.0, datetime.strptime(text, "%Y.%m.%d %H:%M:%S").replace(tzinfo=UTC).timestamp())
    except ValueError:
        return 0.0
