"""The record of a match whose moves a file has: its events, made by playing the moves again by the rules."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kibitz_protocol.formats.moves import WrittenMove
from kibitz_protocol.formats.notes import Notes
from kibitz_protocol.formats.text import BadGame
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.endings import DRAWN_ON_TIME
from kibitz_server.core.values.events import (
    Event,
    MatchAborted,
    MatchCreated,
    MatchFinished,
    MatchPaused,
    MatchSettled,
    MatchStarted,
    MovePlayed,
    Result,
    SearchInfo,
)
from kibitz_server.core.values.players import Human
from kibitz_server.games.game import Game, IllegalMove, Position
from kibitz_server.messages.record import RecordPages
from kibitz_server.records.moves.times import MoveTimes
from kibitz_server.store import NumberedEvent

LONGEST_SENTENCE = 300
LONGEST_NAME = 32
NO_RESULT = "the game has no result"
SITE = re.compile(r"Kibitz ([0-9A-Z]{4,12})")


@dataclass(frozen=True, slots=True)
class Setting:
    """What a file says before the moves: the game with its options, its first position, and the moves before the game.

    `first` is the seat that the result `1-0` is for.
    """

    game: Game
    start: str | None
    opening: tuple[str, ...] = ()
    first: int = 0


@dataclass(frozen=True, slots=True)
class Heading:
    """What a file says about its match. `form` is the name of its form, such as `PGN`, and `at` in seconds since 1970.

    `players` are by seat, each with whether it is a program. `code` is that of a match of Kibitz, if it is one.
    """

    form: str
    players: tuple[tuple[str, bool], ...]
    at: float = 0.0
    code: str | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """What a file says of the end, which counts where the rules do not end the game. Without `finished`, it has none.

    `dead` are the cells of pieces that the players took off before they counted by the rules.
    `winner` is a seat, or None for a draw. An empty reason stands for agreement or resignation.
    """

    finished: bool
    winner: int | None = None
    reason: str = ""
    dead: tuple[int, ...] = ()


def record_of(
    heading: Heading,
    setting: Setting,
    moves: Sequence[WrittenMove],
    clocks: MoveTimes,
    ending: Ending,
    notes: Notes,
) -> Iterator[str]:
    """Yield the lines of a record: a header, the snapshot of the match with the notes of reading it, and its events.

    Raises:
        BadGame: The game cannot begin like this, or a move is not legal or comes after the end.
    """
    entries = _entries(heading, setting, moves, clocks, ending)
    for line in RecordPages(entries, 0, len(entries), None, thinking=True).lines(list(notes)):
        yield line.decode()


def code_in(place: str) -> str | None:
    """Return the code of a match of Kibitz that a file names as its place; None for another place."""
    found = SITE.search(place)
    return found[1] if found else None


def short(sentence: str) -> str:
    """Return a sentence that quotes a file, cut where the quotation is long."""
    return sentence if len(sentence) <= LONGEST_SENTENCE else f"{sentence[:LONGEST_SENTENCE]}..."


def _entries(
    heading: Heading, setting: Setting, moves: Sequence[WrittenMove], clocks: MoveTimes, ending: Ending
) -> list[NumberedEvent]:
    """Return the events of the match."""
    at, name = heading.at, heading.form.lower()
    created = MatchCreated(
        id=name,
        code=heading.code or heading.form,
        host=Human("", heading.form),
        game=setting.game.name,
        options=tuple(setting.game.options.items()),
        seats=tuple(
            Human(f"{name}-{seat}", player.strip()[:LONGEST_NAME].strip() or "?", bot=program)
            for seat, (player, program) in enumerate(heading.players)
        ),
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
        raise BadGame(short(str(error))) from None
    entries = [NumberedEvent(name, 1, created, at)]

    def add(event: Event) -> None:
        match.apply(event)
        entries.append(NumberedEvent(name, len(entries) + 1, event, at))

    add(MatchStarted())
    for ply, move in enumerate(moves):
        played = _played(match.position, ply, move, clocks, name)
        at += played.elapsed_s
        add(played)
    if ending.dead:
        add(MatchPaused(0.0, adjourned=False))
        add(MatchSettled(ending.dead))
    add(_end(match.position, ending))
    return entries


def _played(position: Position, ply: int, move: WrittenMove, clocks: MoveTimes, name: str) -> MovePlayed:
    seat = position.to_move
    if seat is None:
        raise BadGame(f"move {move.number}, {move.text!r}, comes after the end of the game")
    try:
        text = position.find(move.text).text
    except IllegalMove as error:
        raise BadGame(short(f"move {move.number}, {move.text!r}: {error}")) from None
    return MovePlayed(ply, seat, text, clocks.elapsed_s(seat, move), None, _search(move, seat, name))


def _search(move: WrittenMove, seat: int, name: str) -> SearchInfo | None:
    """Return the score of a move as search info; it is for the side that moved."""
    sign = 1 if seat == 0 or move.own else -1
    if move.mate is not None:
        moves = sign * move.mate
        return SearchInfo(name, 0, 2 * moves - 1 if moves > 0 else 2 * moves, move.depth, 0, 0.0, ())
    return None if move.score is None else SearchInfo(name, sign * move.score, None, move.depth, 0, 0.0, ())


def _end(position: Position, ending: Ending) -> MatchFinished | MatchAborted:
    outcome = position.outcome
    if outcome is not None:
        return MatchFinished(Result(outcome.winner, outcome.reason, outcome.points), 0.0)
    winner, reason = ending.winner, ending.reason
    if not ending.finished:
        return MatchAborted(reason or NO_RESULT)
    if reason in ("time", DRAWN_ON_TIME) and winner != _winner_on_time(position):
        reason = "time forfeit"
    return MatchFinished(Result(winner, reason or ("agreement" if winner is None else "resignation")), 0.0)


def _winner_on_time(position: Position) -> int | None:
    """Return the winner if the flag of the side to move has fallen."""
    assert position.to_move is not None
    other = 1 - position.to_move
    return other if position.can_win(other) else None
