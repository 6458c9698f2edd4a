"""A game of an SGF file as the record of a match, played again by the rules.

SGF knows more than matches here, and files have games by other rules. So the stones before the first move are a
position to start from, or the option `handicap` where they are its places. Where a side moves twice, the other one has
passed. Two passes end a match here; if the players went on after them, both are left out, as they change nothing.
Where the file has the territory, stones in that of the other side are dead if the result is theirs without them.
If the players counted another result than the area of the stones on the board, theirs stays, and the last pass is left
out. A game with a move that is not legal here ends before it.
"""

import math
from collections.abc import Iterator, Sequence

from kibitz_protocol.formats.dates import day_of
from kibitz_protocol.formats.games.go import BLACK, COLUMNS, PASS
from kibitz_protocol.formats.moves import LONGEST, WrittenMove
from kibitz_protocol.formats.sgf import values
from kibitz_protocol.formats.sgf.main_line import COLOURS, MainLine, line_of
from kibitz_protocol.formats.sgf.reader import SgfGame
from kibitz_protocol.formats.sgf.results import ToldResult, result
from kibitz_protocol.formats.text import BadGame
from kibitz_protocol.formats.time_control import TimeControl, TimeStage
from kibitz_protocol.validation.legible import legible
from kibitz_server.games.game import BadOption, BadPosition, Game, Outcome, Position
from kibitz_server.games.go.notation import most_handicap
from kibitz_server.games.registry import load
from kibitz_server.records.moves.legal_part import legal_part
from kibitz_server.records.moves.times import MoveTimes
from kibitz_server.records.played import Ending, Heading, Setting, code_in, record_of, short

FORM, GAME = "SGF", "go"


def record_lines(found: SgfGame) -> Iterator[str]:
    """Yield the lines of a record: a header, the snapshot of the match, and its events.

    Raises:
        BadGame: It is not a game of Go, or its board does not fit the game here.
    """
    line = line_of(found)
    setting, moves = opening_of(line)
    part = legal_part(setting.game.start(setting.start), moves)
    if (note := part.note()) is not None:
        line.notes.add(note)
    moves = list(part.moves)
    facts = line.facts
    told, day_s, base_s = result(facts.get("RE")), day_of(facts.get("DT", "")), values.seconds(facts.get("TM"))
    odd = {
        "RE": ("the result", not told.understood),
        "DT": ("the date", day_s is None),
        "TM": ("the time", not values.is_time(facts.get("TM", ""))),
        "OT": ("the overtime", not values.is_overtime(facts.get("OT", ""))),
    }
    for name, (meaning, left_out) in odd.items():
        if left_out:
            line.notes.add(f"{name}[{facts[name][: values.QUOTED]}], {meaning}, is not understood, and is left out")
    moves, ending = _ended(setting, moves, told, line)
    increment_s = values.increment_s(facts.get("OT"))
    clocks = MoveTimes(TimeControl((TimeStage(None, base_s, increment_s),)) if base_s is not None else None, moves)
    players = tuple((_name(facts.get(name)), False) for name in ("PB", "PW"))
    heading = Heading(FORM, players, day_s or 0.0, code_in(facts.get("PC", "")))
    return record_of(heading, setting, moves, clocks, ending, found.notes)


def opening_of(line: MainLine) -> tuple[Setting, list[WrittenMove]]:
    """Return the game with its first position, and the moves, which take turns.

    Raises:
        BadGame: The first position is not possible here.
    """
    handicap, first = line.handicap, 0
    stones, seats = dict(line.stones), line.seats
    if handicap and not any(symbol in COLOURS for symbol in stones.values()):
        leading = next((place for place, seat in enumerate(seats) if seat != BLACK), len(seats))
        if leading >= handicap and PASS not in [move.text for move in line.moves[:handicap]]:
            # Black placed the handicap freely, move by move.
            first = handicap
            stones = {_place(move.text, line.size): COLOURS[BLACK] for move in line.moves[:handicap]}
        elif leading:
            handicap = 0
    komi = line.komi
    if not (2 * komi).is_integer():
        # Areas differ by whole numbers, so each komi between two of them decides in the same way.
        line.notes.add(f"KM[{line.facts['KM'].strip()}] is read as a komi of {(komi := math.floor(komi) + 0.5):g}")
    side = seats[first] if first < len(seats) else line.side if line.side is not None else int(handicap > 0)
    most = most_handicap(line.size)
    if handicap > most and not stones:
        line.notes.add(f"HA[{handicap}] is left out: a board of {line.size}x{line.size} has places for {most} stones")
        handicap = 0
    setting = _setting(line.size, komi, handicap, stones, side)
    return setting, _by_turns(line, first, side)


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


def _by_turns(line: MainLine, first: int, side: int) -> list[WrittenMove]:
    """Return moves by alternating sides: with the passes that the file leaves out, and without pairs of
    passes after which the players went on. At most two passes stay at the end.

    Args:
        line: The line with the moves.
        first: The number of moves that belong to the first position.
        side: The seat of the first move.
    """
    kept: list[WrittenMove] = []
    passes: list[WrittenMove] = []
    for move, seat in zip(line.moves[first:], line.seats[first:], strict=True):
        if seat != side:
            passes.append(WrittenMove(move.number, PASS))
            name = ("Black", "White")[seat]
            line.notes.add(f"move {move.number}: {name} moves twice in a row, as if the other side had passed")
        side = 1 - seat
        if move.text == PASS:
            passes.append(move)
        else:
            kept += [*passes[: len(passes) % 2], move]
            passes = []
    return kept + passes[:2]


def _ended(
    setting: Setting, moves: list[WrittenMove], told: ToldResult, line: MainLine
) -> tuple[list[WrittenMove], Ending]:
    """Return the moves and the end: that of the players, unless they counted what the rules here count."""
    position = _last(setting, moves)
    outcome = position.outcome if [move.text for move in moves[-2:]] == [PASS, PASS] else None
    if outcome is None:
        return moves, Ending(told.finished, told.winner, _reason(told))
    settled = position.without(dead := _dead(position, line)).outcome
    if dead and settled is not None and (told.open or _agrees(told, settled)):
        return moves, Ending(finished=False, dead=dead)
    if told.open or _agrees(told, outcome):
        return moves, Ending(finished=False)
    return moves[:-1], Ending(told.finished, told.winner, _reason(told, outcome))


def _last(setting: Setting, moves: Sequence[WrittenMove]) -> Position:
    """Return the position after legal moves."""
    position = setting.game.start(setting.start)
    for move in moves:
        position = position.after(position.find(move.text))
    return position


def _dead(position: Position, line: MainLine) -> tuple[int, ...]:
    """Return the stones of chains that are in the territory of the other side by the file, as cells."""
    stones = "".join(position.picture.rows)
    owners = {down * line.size + across: symbol for (across, down), symbol in line.territory.items()}
    chains = [chain for chain in position.removable if any(owners.get(at, stones[at]) != stones[at] for at in chain)]
    return tuple(sorted(at for chain in chains for at in chain))


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
