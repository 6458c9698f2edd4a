"""A game of an SGF file as the record of a match, played again by the rules.

SGF knows more than matches here, and files have games by other rules. So the stones before the first move are a
position to start from, or the option `handicap` where they are its places. Where a side moves twice, the other one has
passed. Two passes end a match here; if the players went on after them, both are left out, as they change nothing.
If the players counted another result than the area of the stones on the board, theirs stays, and the last pass is left
out.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from kibitz_protocol.formats.games.go import BLACK, COLUMNS, PASS
from kibitz_protocol.formats.moves import LONGEST, WrittenMove
from kibitz_protocol.formats.sgf import values
from kibitz_protocol.formats.sgf.main_line import COLOURS, MainLine, line_of
from kibitz_protocol.formats.sgf.reader import SgfGame
from kibitz_protocol.formats.sgf.values import ToldResult
from kibitz_protocol.formats.text import BadGame
from kibitz_protocol.formats.time_control import TimeControl, TimeStage
from kibitz_protocol.validation.legible import legible
from kibitz_server.games.game import BadOption, BadPosition, Game, IllegalMove, Outcome
from kibitz_server.games.registry import load
from kibitz_server.records.moves.times import MoveTimes
from kibitz_server.records.played import Ending, Heading, Setting, code_in, record_of, short

FORM, GAME = "SGF", "go"
DATE = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?![0-9])")


def record_lines(found: SgfGame) -> Iterator[str]:
    """Yield the lines of a record: a header, the snapshot of the match, and its events.

    Raises:
        BadGame: It is not a game of Go, its board or komi does not fit the game here, or a move is not legal here.
    """
    line = line_of(found)
    setting, moves = opening_of(line)
    told = values.result(line.facts.get("RE"))
    moves, ending = _ended(setting, moves, told)
    facts = line.facts
    base_s = values.seconds(facts.get("TM"))
    increment_s = values.increment_s(facts.get("OT"))
    clocks = MoveTimes(TimeControl((TimeStage(None, base_s, increment_s),)) if base_s is not None else None, moves)
    players = tuple((_name(facts.get(name)), False) for name in ("PB", "PW"))
    heading = Heading(FORM, players, _date(facts.get("DT", "")), code_in(facts.get("PC", "")))
    return record_of(heading, setting, moves, clocks, ending, found.notes)


def opening_of(line: MainLine) -> tuple[Setting, list[WrittenMove]]:
    """Return the game with its first position, and the moves, which take turns.

    Raises:
        BadGame: The board, the komi, the handicap or the first position is not possible here.
    """
    handicap, first = values.handicap(line.facts.get("HA")), 0
    stones, seats = dict(line.stones), line.seats
    if handicap and not any(symbol in COLOURS for symbol in stones.values()):
        leading = next((place for place, seat in enumerate(seats) if seat != BLACK), len(seats))
        if leading >= handicap and PASS not in [move.text for move in line.moves[:handicap]]:
            # Black placed the handicap freely, move by move.
            first = handicap
            stones = {_place(move.text, line.size): COLOURS[BLACK] for move in line.moves[:handicap]}
        elif leading:
            handicap = 0
    komi = values.komi(line.facts.get("KM"))
    side = seats[first] if first < len(seats) else line.side if line.side is not None else int(handicap > 0)
    setting = _setting(line.size, komi, handicap, stones, side)
    return setting, _by_turns(line.moves[first:], seats[first:], side)


def _place(vertex: str, size: int) -> tuple[int, int]:
    return COLUMNS.index(vertex[0]), size - int(vertex[1:])


def _setting(size: int, komi: float, handicap: int, stones: dict[tuple[int, int], str], side: int) -> Setting:
    """Return the game: with the option `handicap` if that begins like this, else with a position to start from."""
    board = [["-"] * size for _ in range(size)]
    for (across, down), symbol in stones.items():
        board[down][across] = symbol
    text = f"{'/'.join(map(''.join, board))} {COLOURS[side]}"
    options = {"size": size, "komi": komi}
    try:
        if handicap and not stones:
            return Setting(load(GAME, options | {"handicap": handicap}), None)
        for number in {0, len(stones)}:
            if (game := _fitting(options | {"handicap": number}, text)) is not None:
                return Setting(game, None)
        game = load(GAME, options)
        game.start(text)
    except (BadOption, BadPosition) as error:
        raise BadGame(short(str(error))) from None
    return Setting(game, text)


def _fitting(options: dict[str, float], text: str) -> Game | None:
    """Return the game with these options if there is one, and its first position has this board and side to move."""
    try:
        game = load(GAME, options)
    except BadOption:
        return None
    return game if game.start().text.split()[:2] == text.split() else None


def _by_turns(moves: Sequence[WrittenMove], seats: Sequence[int], side: int) -> list[WrittenMove]:
    """Return moves by alternating sides: with the passes that the file leaves out, and without pairs of
    passes after which the players went on. At most two passes stay at the end.

    Args:
        moves: The moves.
        seats: The seat of each.
        side: The seat of the first move.
    """
    kept: list[WrittenMove] = []
    passes: list[WrittenMove] = []
    for move, seat in zip(moves, seats, strict=True):
        if seat != side:
            passes.append(WrittenMove(move.number, PASS))
        side = 1 - seat
        if move.text == PASS:
            passes.append(move)
        else:
            kept += [*passes[: len(passes) % 2], move]
            passes = []
    return kept + passes[:2]


def _ended(setting: Setting, moves: list[WrittenMove], told: ToldResult) -> tuple[list[WrittenMove], Ending]:
    """Return the moves and the end: that of the players, unless they counted what the rules here count."""
    outcome = _outcome(setting, moves) if [move.text for move in moves[-2:]] == [PASS, PASS] else None
    if outcome is None:
        return moves, Ending(told.finished, told.winner, _reason(told))
    if told.open or _agrees(told, outcome):
        return moves, Ending(finished=False)
    return moves[:-1], Ending(told.finished, told.winner, _reason(told, outcome))


def _outcome(setting: Setting, moves: Sequence[WrittenMove]) -> Outcome | None:
    """Return how the rules end the game; None if they do not, or before all moves, or if a move is not legal."""
    position = setting.game.start(setting.start)
    for move in moves:
        if position.to_move is None:
            return None
        try:
            position = position.after(position.find(move.text))
        except IllegalMove:
            return None
    return position.outcome


def _agrees(told: ToldResult, outcome: Outcome) -> bool:
    """Return whether the result of the file is that of the rules."""
    if not told.finished or told.reason or told.winner != outcome.winner:
        return False
    return told.points is None or told.points == _margin(outcome)


def _margin(outcome: Outcome) -> float:
    return abs(float(outcome.points[0] - outcome.points[1])) if outcome.points else 0.0


def _reason(told: ToldResult, outcome: Outcome | None = None) -> str:
    """Return why the game ended as the file says, and what the board says if that was counted and differs."""
    if told.points is None:
        return told.reason or ("unknown reason" if told.finished else "")
    points = f"{told.points:g} point{'s' * (told.points != 1)}, " if told.points else ""
    here = ""
    if outcome is not None:
        area = "a draw" if outcome.winner is None else f"{COLOURS[outcome.winner]}+{_margin(outcome):g}"
        here = f" (the area of the stones on the board is {area})"
    return f"{points}counted by the players{here}"


def _name(value: str | None) -> str:
    return legible(" ".join((value or "?")[:LONGEST].split()))


def _date(text: str) -> float:
    """Return the first date of a game in seconds since 1970; 0 if it is not known to the day."""
    try:
        found = DATE.search(text)
        return max(0.0, datetime.fromisoformat(found[1]).replace(tzinfo=UTC).timestamp()) if found else 0.0
    except ValueError:
        return 0.0
