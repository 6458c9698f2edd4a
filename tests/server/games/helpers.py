"""Helpers of the rules tests: perft, lines of moves, random games, and drawing a board as a client would."""

import random
from collections.abc import Iterator

from kibitz_server.games.board import BARS, OFF, POINTS, Grid, Heaps, Pits, Points, Table, split_rows
from kibitz_server.games.game import ONGOING, Game, Position
from kibitz_server.games.record import Record
from kibitz_server.games.registry import load
from tests.server.games import naive


def perft(game: Game, depth: int, position: str | None = None) -> list[int]:
    """Return the number of sequences of exactly 1, 2, ... `depth` plies. A draw is a ply."""
    rules = game.rules

    def count(state: Record, left: int) -> int:
        if rules.outcome(state) != ONGOING:
            return 0
        moves = [0] * rules.MAX_MOVES
        end = rules.chance(state, moves, [0] * rules.MAX_MOVES, 0) if game.chance else 0
        end = end or rules.legal(state, moves, 0)
        if left == 1:
            return int(end)
        total = 0
        for move in moves[:end]:
            after = state.copy()
            rules.play(after, move)
            total += count(after, left - 1)
        return total

    state = game.start(position).state
    return [count(state, plies) for plies in range(1, depth + 1)]


def play(position: Position, moves: str) -> Position:
    """Return the position after some moves separated by semicolons if there is one, otherwise by blanks."""
    for move in moves.split(";") if ";" in moves else moves.split():
        position = position.after(position.find(move))
    return position


def texts(position: Position) -> set[str]:
    """Return the texts of the legal moves."""
    return {move.text for move in position.legal}


def barred(position: Position) -> set[int]:
    """Return the codes of the moves that only the history forbids, which the text of a position therefore allows."""
    game = position.game
    if position.outcome is not None or not hasattr(game.rules, "barred"):
        return set()
    codes = [0] * game.rules.MAX_MOVES
    return set(codes[: game.rules.barred(position.state, codes, 0)])


def field(position: Position, name: str) -> int:
    """Return a field of the state."""
    value = getattr(position.state, name)
    assert isinstance(value, int)
    return value


def worth(game: Game, text: str) -> int:
    """Return the evaluation of a position for its side to move."""
    value = game.rules.evaluate(game.start(text).state)
    assert isinstance(value, int)
    return value


def quiet_game(position: Position, plies: int, seen: tuple[str, ...] = ()) -> Position | None:
    """Return a position of draughts after this many king moves, with no capture or third occurrence of a position."""
    if plies == 0:
        return position
    for move in position.legal:
        after = position.after(move)
        calm = field(after, "quiet") and not any("x" in text or ":" in text for text in texts(after))
        if calm and seen.count(after.text) < 2:
            found = quiet_game(after, plies - 1, (*seen, after.text))
            if found:
                return found
    return None


def game_of(spec: str) -> Game:
    """Return the game of text such as `reversi size=6`."""
    name, *options = spec.split()
    return load(name, dict(option.split("=") for option in options))


def playout(game: Game, seed: int) -> Iterator[Position]:
    """Yield every position of a random game."""
    rng = random.Random(seed)
    position = game.start()
    yield position
    while steps := position.steps:
        position = position.after(rng.choice(steps))
        yield position


def agree(game: Game, model: naive.Naive, seed: int) -> None:
    """Compare a random game with the second implementation: positions, legal moves and result."""
    rng = random.Random(seed)
    position = game.start()
    while True:
        successors = model.successors()
        assert position.text == model.text
        assert {move.text for move in position.legal} == set(successors), position.text
        if position.outcome is not None:
            winner = position.outcome.winner
            assert model.winner == (naive.DRAWN if winner is None else winner), position.text
            return
        assert model.winner is None, position.text
        move = rng.choice(position.legal)
        position, model = position.after(move), successors[move.text]


def drawn(position: Position) -> list[str]:
    """Return a board as lines of text, drawn only from data that every client gets."""
    board, picture = position.game.board, position.picture
    match board:
        case Grid():
            lines = _grid_lines(board, picture.rows, set(position.last))
        case Pits():
            counts = [f"{count:2}" for count in picture.counts]
            half = board.houses + 1
            lines = [
                "   " + " ".join(reversed(counts[half : half + board.houses])),
                counts[-1] + "   " * board.houses + " " + counts[board.houses],
                "   " + " ".join(counts[: board.houses]),
            ]
        case Heaps():
            pairs = zip(board.cell_labels, picture.counts, strict=True)
            lines = [f"{label}: {'o ' * count}".rstrip() for label, count in pairs]
        case Points():
            half, counts = POINTS // 2, [f"{count:+3}" if count else "  ." for count in picture.counts]
            lines = [" ".join(counts[half:POINTS]), " ".join(reversed(counts[:half]))]
            for name, cells in (("bar", BARS), ("off", OFF)):
                lines.append(f"{name} {' '.join(str(abs(picture.counts[cell])) for cell in cells)}")
        case Table():
            lines = []
    for tray in picture.trays:
        names = position.game.declaration.seats
        owner = "" if tray.owner is None else f" of {names[tray.owner]}"
        lines.append(f"{tray.name}{owner}: {' '.join(board.faces[face].text for face in tray.faces)}".rstrip())
    if picture.blocks:
        lines.append(f"blocks {' '.join(picture.blocks[i : i + 3] for i in (0, 3, 6))}")
    if picture.shades:
        assert isinstance(board, Grid)
        lines.append(f"shades {'/'.join(split_rows(picture.shades, len(board.column_labels)))}")
    if picture.counters:
        lines.append(", ".join(f"{label} {count}" for label, count in picture.counters))
    return lines


def _grid_lines(board: Grid, rows: tuple[str, ...], last: set[int]) -> list[str]:
    width = len(board.column_labels)
    margin = max(len(label) for label in board.row_labels)
    lines = []
    for y, row in enumerate(rows):
        if board.block and y and y % board.block == 0:
            lines.append("")
        text = ""
        for x, symbol in enumerate(row):
            gap = "  " if board.block and x and x % board.block == 0 else ""
            text += gap + (f"({symbol})" if y * width + x in last else f" {symbol} ")
        lines.append(f"{board.row_labels[y]:>{margin}} {text}".rstrip())
    if any(board.column_labels):
        lines.append(" " * (margin + 1) + "".join(f" {label} " for label in board.column_labels).rstrip())
    return lines
