"""What a beginner laughs at, by the rules of each game: the moves of a position that are plain mistakes.

`FACTS` has the kinds of a game with their functions: each returns the moves that are mistakes of that kind, as texts.
Those of `SURE` need no search to be certain.
"""

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from kibitz_server.games.game import LegalMove, Position

Mistakes = set[str]
Fact = Callable[[Position], Mistakes]
PIECES = {"n": 3, "b": 3, "r": 5, "q": 9}
"""Pieces of chess whose loss a beginner sees, in pawns."""
AHEAD = 5
"""Pawns of chess by which a side is far ahead."""
GROUP = 4
"""Stones of a chain of Go that everyone would capture or save."""
LITTLE = 6
"""Chips that are no reason to call an all-in bet."""
SEEDS = 5
"""Seeds of Kalah that are worth more than other plans."""


def wins(position: Position, move: LegalMove) -> bool:
    """Return whether a move wins at once."""
    outcome = position.after(move).outcome
    return outcome is not None and outcome.winner == position.to_move


def missed_win(position: Position) -> Mistakes:
    """Return the moves that do not win, where another one does."""
    won = winning(position)
    return texts(position) - won if won else set()


def allowed_win(position: Position) -> Mistakes:
    """Return the moves after which the opponent can win at once, where the side to move cannot."""
    if missed_win(position):
        return set()
    found, spread = set[str](), position.game.name == "hex"  # no move gives the opponent a new one that wins
    threats = {text for move in position.legal[:2] for text in winning(position.after(move))} if spread else None
    for move in position.legal:
        if threats is None or threats:
            after = position.after(move)
            if after.to_move == 1 - position.state.turn and winning(after, threats):
                found.add(move.text)
    return found if len(found) < len(position.legal) else set()


def winning(position: Position, among: set[str] | None = None) -> set[str]:
    """Return the moves that win at once, of some moves or of all."""
    return {move.text for move in position.legal if (among is None or move.text in among) and wins(position, move)}


def piece(position: Position, cell: int) -> str:
    """Return the symbol on a cell."""
    return "".join("".join(row) for row in position.picture.rows)[cell]


def free_pieces(position: Position) -> dict[str, int]:
    """Return the captures of chess that win a piece which is not protected, with its worth."""
    found = {}
    for move in position.legal:
        worth = PIECES.get(piece(position, move.path[-1]).lower(), 0)
        after = position.after(move)
        if worth and all(answer.path[-1] != move.path[-1] for answer in after.legal):
            found[move.text] = worth
    return found


def left_piece(position: Position) -> Mistakes:
    """Return the moves of chess that do not take the best piece that is free."""
    free = free_pieces(position)
    best = {text for text, worth in free.items() if worth == max(free.values())}
    return texts(position) - best if best else set()


def hung_piece(position: Position) -> Mistakes:
    """Return the moves of chess after which a piece is free that was not, as there is none to take."""
    if free_pieces(position):
        return set()
    return {move.text for move in position.legal if free_pieces(position.after(move))}


def stalemate(position: Position) -> Mistakes:
    """Return the moves of chess that end the game in a draw though their side is far ahead."""
    symbols = "".join("".join(row) for row in position.picture.rows)
    own, other = (
        sum({**PIECES, "p": 1}.get(symbol.lower(), 0) for symbol in symbols if symbol.isupper() == white)
        for white in (position.state.turn == 0, position.state.turn == 1)
    )
    if own < other + AHEAD:
        return set()
    ends = [(move.text, position.after(move).outcome) for move in position.legal]
    return {text for text, outcome in ends if outcome is not None and outcome.winner is None}


def men(position: Position, seat: int) -> int:
    """Return the worth of a side's pieces in draughts: a king counts two."""
    symbols = "".join("".join(row) for row in position.picture.rows)
    return sum(symbols.count(symbol) * worth for symbol, worth in (("bw"[seat], 1), ("BW"[seat], 2)))


def side_of(position: Position) -> int:
    """Return 0 if the side to move in draughts is black, else 1."""
    return 0 if ":" in position.text and position.text.startswith("B") else 1


def exchanged(position: Position, side: int, depth: int = 8) -> int:
    """Return what a side of draughts has more than the other one once all captures are made."""
    if position.outcome is not None or depth == 0 or not captures(position):
        return men(position, side) - men(position, 1 - side)
    values = [exchanged(position.after(move), side, depth - 1) for move in position.legal]
    return max(values) if side_of(position) == side else min(values)


def captures(position: Position) -> bool:
    """Return whether the side to move in draughts must capture."""
    return any("x" in move.text for move in position.legal)


def given_piece(position: Position) -> Mistakes:
    """Return the moves of draughts that lose a piece or more by captures alone, against the best one."""
    side = side_of(position)
    found = {move.text: exchanged(position.after(move), side) for move in position.legal}
    return {text for text, value in found.items() if value < max(found.values())}


def corners(position: Position) -> Mistakes:
    """Return the moves that can take a corner of Reversi."""
    size = len(position.picture.rows)
    cells = {0, size - 1, size * (size - 1), size * size - 1}
    return {move.text for move in position.legal if move.path and move.path[-1] in cells}


def left_corner(position: Position) -> Mistakes:
    """Return the moves of Reversi that do not take a corner, where another one does."""
    taken = corners(position)
    return texts(position) - taken if taken else set()


def given_corner(position: Position) -> Mistakes:
    """Return the moves of Reversi that allow the opponent to take a corner, where none can be taken now."""
    if corners(position):
        return set()
    return {move.text for move in position.legal if corners(position.after(move))}


def stored(position: Position, seat: int) -> int:
    """Return the seeds in a store of Kalah."""
    return int(position.text.split()[1 + seat])


def sown(position: Position, move: LegalMove) -> int:
    """Return what a move of Kalah adds to the store of its side, at once."""
    seat = position.state.turn
    return stored(position.after(move), seat) - stored(position, seat)


def left_seeds(position: Position) -> Mistakes:
    """Return the moves of Kalah that gain SEEDS fewer than a capture that is open."""
    gains = {move.text: sown(position, move) for move in position.legal}
    return {text for text, gain in gains.items() if gain <= max(gains.values()) - SEEDS}


def given_seeds(position: Position) -> Mistakes:
    """Return the moves of Kalah after which the opponent captures more than after another."""
    losses = {}
    for move in position.legal:
        after = position.after(move)
        turned = after.to_move == 1 - position.state.turn
        losses[move.text] = max(sown(after, answer) for answer in after.legal) if turned and after.legal else 0
    return {text for text, loss in losses.items() if loss >= min(losses.values()) + SEEDS}


def boxes(position: Position) -> Mistakes:
    """Return the moves of dots and boxes that complete a box: their side moves again."""
    found = set()
    for move in position.legal:
        after = position.after(move)
        if after.outcome is not None or after.state.turn == position.state.turn:
            found.add(move.text)
    return found


def left_box(position: Position) -> Mistakes:
    """Return the moves of dots and boxes that complete no box, where another one does."""
    open_ones = boxes(position)
    return texts(position) - open_ones if open_ones else set()


def given_box(position: Position) -> Mistakes:
    """Return the moves of dots and boxes after which the opponent completes one, where none can be completed now."""
    if boxes(position):
        return set()
    return {move.text for move in position.legal if boxes(position.after(move))}


def around(cell: int, size: int) -> Iterator[int]:
    """Yield the neighbours of a point of a square board."""
    row, column = divmod(cell, size)
    for y, x in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= y < size and 0 <= x < size:
            yield y * size + x


def chains(stones: str, size: int) -> Iterator[tuple[set[int], set[int]]]:
    """Yield the chains of a board of Go with their liberties."""
    left = {cell for cell, stone in enumerate(stones) if stone != "-"}
    while left:
        chain, edge, free = set[int](), {min(left)}, set[int]()
        while edge:
            cell = edge.pop()
            chain.add(cell)
            for other in around(cell, size):
                if stones[other] == "-":
                    free.add(other)
                elif stones[other] == stones[cell] and other not in chain:
                    edge.add(other)
        left -= chain
        yield chain, free


def in_atari(position: Position, own: bool) -> list[tuple[set[int], int]]:
    """Return the large chains of Go with a single liberty, with it: of the side to move, or of the other one."""
    rows = position.picture.rows
    stones = "".join("".join(row) for row in rows)
    colour = "BW"[position.state.turn if own else 1 - position.state.turn]
    return [
        (chain, min(free))
        for chain, free in chains(stones, len(rows))
        if len(free) == 1 and len(chain) >= GROUP and stones[min(chain)] == colour
    ]


def left_stones(position: Position) -> Mistakes:
    """Return the moves of Go that do not capture a chain, where the largest one in atari can be captured."""
    open_ones = in_atari(position, own=False)
    if not open_ones or in_atari(position, own=True):
        return set()
    last = {cell for _, cell in open_ones}
    return {move.text for move in position.legal if not (move.path and move.path[-1] in last)}


def lost_stones(position: Position) -> Mistakes:
    """Return the moves of Go that leave a chain in atari, where another one saves it."""
    threatened = in_atari(position, own=True)
    if not threatened or in_atari(position, own=False):
        return set()
    found = set()
    for move in position.legal:
        rows = position.after(move).picture.rows
        stones = "".join("".join(row) for row in rows)
        free = {cell: free for chain, free in chains(stones, len(rows)) for cell in chain}
        if any(len(free.get(min(chain), ())) <= 1 for chain, _ in threatened):
            found.add(move.text)
    return found if len(found) < len(position.legal) else set()


def filled_eye(position: Position) -> Mistakes:
    """Return the moves of Go that fill an eye of their side: all its neighbours are of chains with another liberty."""
    rows = position.picture.rows
    size, stones = len(rows), "".join("".join(row) for row in rows)
    colour, found = "BW"[position.state.turn], set()
    of = {cell: (chain, free) for chain, free in chains(stones, size) for cell in chain}
    for move in position.legal:
        if not move.path:
            continue
        sides = list(around(move.path[-1], size))
        row, column = divmod(move.path[-1], size)
        diagonal = [
            stones[y * size + x]
            for y, x in itertools.product((row - 1, row + 1), (column - 1, column + 1))
            if 0 <= y < size and 0 <= x < size
        ]
        real = sum(each != colour for each in diagonal) <= (1 if len(diagonal) == 4 else 0)
        if real and all(stones[cell] == colour and len(of[cell][1]) > 1 for cell in sides):
            found.add(move.text)
    return found


@functools.lru_cache(maxsize=400)
def lines_through(cell: int, size: int) -> list[list[int]]:
    """Return the lines of five cells of a square board through a cell."""
    (row, column), found = divmod(cell, size), []
    for (y, x), start in itertools.product(((0, 1), (1, 0), (1, 1), (1, -1)), range(-4, 1)):
        line = [(row + y * i, column + x * i) for i in range(start, start + 5)]
        if all(0 <= at < size for at in (*line[0], *line[-1])):
            found.append([each[0] * size + each[1] for each in line])
    return found


def completing(stones: str, size: int, cell: int, colour: str) -> set[int]:
    """Return the cells that would complete five once a colour has taken an empty cell; -1 for five at once."""
    found = set()
    for line in lines_through(cell, size):
        rest = [other for other in line if other != cell and stones[other] != colour]
        if len(rest) < 2 and all(stones[other] == "-" for other in rest):
            found.add(rest[0] if rest else -1)
    return found


@functools.lru_cache(maxsize=4)
def gomoku_ways(position: Position, seat: int) -> dict[int, set[int]]:
    """Return for each empty cell of Gomoku what a stone of a seat would complete next."""
    size, stones = len(position.picture.rows), "".join("".join(row) for row in position.picture.rows)
    return {cell: completing(stones, size, cell, "XO"[seat]) for cell, at in enumerate(stones) if at == "-"}


def moves_elsewhere(position: Position, cells: Sequence[int]) -> Mistakes:
    """Return the moves to other cells than these; none where there are no cells, or no other moves."""
    others = {move.text for move in position.legal if move.path[-1] not in cells}
    return others if cells and len(others) < len(position.legal) else set()


def missed_five(position: Position) -> Mistakes:
    """Return the moves of Gomoku that do not win, where another one does."""
    return moves_elsewhere(
        position, [cell for cell, ways in gomoku_ways(position, position.state.turn).items() if -1 in ways]
    )


def allowed_five(position: Position) -> Mistakes:
    """Return the moves of Gomoku that leave the cell where the opponent wins, if there is one and no win before."""
    if missed_five(position):
        return set()
    lost = [cell for cell, ways in gomoku_ways(position, 1 - position.state.turn).items() if -1 in ways]
    return moves_elsewhere(position, lost) if len(lost) == 1 else set()


def made_two_ways(position: Position) -> Mistakes:
    """Return the moves of Gomoku that leave no two ways to win, where one does and neither side can win at once."""
    own, other = (gomoku_ways(position, seat) for seat in (position.state.turn, 1 - position.state.turn))
    if any(-1 in ways for ways in (*own.values(), *other.values())):
        return set()
    return moves_elsewhere(position, [cell for cell, ways in own.items() if len(ways) > 1])


def allowed_two_ways(position: Position) -> Mistakes:
    """Return the moves of Gomoku after which the opponent can make two ways to win, where the side to move cannot.

    A move that threatens to win at once is no mistake.
    """
    own, other = (gomoku_ways(position, seat) for seat in (position.state.turn, 1 - position.state.turn))
    if any(-1 in ways for ways in (*own.values(), *other.values())) or max(map(len, own.values())) > 1:
        return set()
    dangers = [cell for cell, ways in other.items() if len(ways) > 1]
    mistakes = set()
    for move in position.legal:
        cell = move.path[-1]
        if not own[cell] and any(each != cell and len(other[each] - {cell}) > 1 for each in dangers):
            after = gomoku_ways(position.after(move), 1 - position.state.turn)
            if any(len(ways) > 1 for ways in after.values()):
                mistakes.add(move.text)
    return mistakes if len(mistakes) < len(position.legal) else set()


def folded_best(position: Position) -> Mistakes:
    """Return the fold of a hand of poker that no other one beats, once all cards are there."""
    return {"fold"} & senseless(position)


def called_worst(position: Position) -> Mistakes:
    """Return the call with a hand of poker that beats no other one and seldom splits, once all cards are there."""
    return {"call"} & senseless(position)


def senseless(position: Position) -> Mistakes:
    """Return the moves that the game itself calls plain mistakes."""
    codes = position.game.rules.senseless(position.state)
    return {move.text for move in position.legal if move.code in codes}


def texts(position: Position) -> set[str]:
    """Return the legal moves as texts."""
    return {move.text for move in position.legal}


def before_flop(position: Position) -> bool:
    """Return whether the board of hold'em is still empty."""
    state: Any = position.state
    return not any(state.board)


def shoved(position: Position) -> bool:
    """Return whether the opponent is all in before the flop, and the side to move has paid hardly anything."""
    state: Any = position.state
    paid = state.committed[state.turn], state.committed[1 - state.turn]
    return before_flop(position) and paid[0] <= LITTLE and paid[1] >= position.game.rules.STACK


def ranks(position: Position) -> Sequence[int]:
    """Return the ranks of the two cards of the side to move in hold'em, 12 for an ace, the higher one first."""
    state: Any = position.state
    return sorted(((int(state.hole[2 * state.turn + i]) - 1) % 13 for i in (0, 1)), reverse=True)


def folded_aces(position: Position) -> Mistakes:
    """Return the fold of a pair of aces or kings before the flop."""
    high, low = ranks(position)
    return {"fold"} & texts(position) if before_flop(position) and high == low >= 11 else set()


def called_shove(position: Position) -> Mistakes:
    """Return the call of an all-in bet with two low cards of no pair."""
    high, low = ranks(position)
    return {"call"} & texts(position) if shoved(position) and high != low and high <= 5 else set()


WIN_AND_STOP: dict[str, Fact] = {"win": missed_win, "stop": allowed_win}
DRAUGHTS = WIN_AND_STOP | {"give": given_piece}
POKER: dict[str, Fact] = {"nuts": folded_best, "worst": called_worst}
FACTS: dict[str, dict[str, Fact]] = {
    "tictactoe": WIN_AND_STOP,
    "mnk": WIN_AND_STOP,
    "connect4": WIN_AND_STOP,
    "ultimate": WIN_AND_STOP,
    "hex": WIN_AND_STOP,
    "gomoku": {"win": missed_five, "stop": allowed_five, "make two": made_two_ways, "stop two": allowed_two_ways},
    "chess": WIN_AND_STOP | {"take": left_piece, "give": hung_piece, "stalemate": stalemate},
    "draughts": DRAUGHTS,
    "international": DRAUGHTS,
    "russian": DRAUGHTS,
    "reversi": {"take": left_corner, "give": given_corner},
    "kalah": WIN_AND_STOP | {"take": left_seeds, "give": given_seeds},
    "dots": WIN_AND_STOP | {"take": left_box, "give": given_box},
    "go": {"take": left_stones, "save": lost_stones, "eye": filled_eye, "border": senseless},
    "backgammon": {"win": missed_win, "bear off": senseless},
    "kuhn": POKER,
    "leduc": POKER,
    "holdem": POKER | {"aces": folded_aces},
    "no-limit holdem": POKER | {"aces": folded_aces, "shove": called_shove},
}
"""The kinds of each game, in the order in which a position is tried for them."""
SURE = {"win", "stalemate", "eye", *POKER, "aces", "shove"}
"""Kinds in which the fact alone is enough."""
