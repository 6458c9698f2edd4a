"""Win probabilities: the one scale for the scores of all engines, and what moves lost on it.

A win probability is the expected result, from 0 (lost) over 0.5 (even) to 1 (won); a draw counts half. The server
computes it; old records have only scores, in units that differ from game to game.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Literal, Protocol

from pydantic import Field

from kibitz_protocol.validation.bounds import MAX_PLIES, Count, Plies, ShortText
from kibitz_protocol.values.base import ServerModel
from kibitz_protocol.values.engines import SearchReport
from kibitz_protocol.values.fields import Ply, Seat
from kibitz_protocol.values.matches import MoveView

Probability = Annotated[float, Field(ge=0, le=1)]
Judgement = Literal["good", "inaccuracy", "mistake", "blunder"]
EVEN = 300
"""The score that counts as a win in three of four games where no win probability is known, in hundredths."""
MARKS: dict[Judgement, str] = {"good": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""The marks of judgements, as in chess books."""
THRESHOLDS: tuple[tuple[float, Judgement], ...] = ((0.20, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy"))
"""The smallest losses of win probability, as the analysis of the server judges them."""
SERIOUS: tuple[Judgement, ...] = ("mistake", "blunder")
"""Judgements by the engines' own searches. They differ in depth, so that smaller losses may be none."""
BETTER_MOVES = 3
"""Moves of a better line that are named."""
MAX_PIECES = 50
ACTIONS = {"roll": "roll without a double"}
PLURALS = {"man": "men", "box": "boxes"}
REASONS = {
    "allows_win": "allows {win}",
    "misses_win": "misses {win}",
    "loses": "loses {what}",
    "misses": "misses {what}",
    "concedes": "gives the opponent {points}",
    "corner": "gives the opponent the corner {at}",
    "group": "loses the group of {count} stones at {at}",
    "cube": "the right decision is to {action}",
    "shots": "can be hit by {count} rolls of 36, after the best move by {best}",
    "wins": "wins {count}% of the games, the best move {best}%",
    "gammons_won": "wins a gammon in {count}% of the games, the best move in {best}%",
    "gammons_lost": "loses a gammon in {count}% of the games, the best move in {best}%",
}
"""The sentences of the kinds of reasons."""


class Score(Protocol):
    """A score for the side to move, as searches and analyses have it."""

    @property
    def score(self) -> int: ...
    @property
    def wins_in(self) -> int | None: ...
    @property
    def exact(self) -> bool: ...


class Reason(ServerModel):
    """Fact that makes a move a mistake, proven by the lines after it and after the best move.

    Kinds: `allows_win` and `misses_win` in a number of `moves`; `loses` and `misses` the pieces `what` for `price`, the
    dearest one `at` a place; `concedes` a `count` of points in the opponent's next turn; `corner` at a place; `group`
    of a `count` of stones. In backgammon, `cube` says that `what` is the right decision; `shots` are rolls of 36 that
    hit, and `wins`, `gammons_won` and `gammons_lost` chances in percent: `count` after the move, and `best` after the
    best one. A newer server may send others.
    """

    kind: ShortText
    moves: Plies = 0
    what: list[ShortText] = Field(default=[], max_length=MAX_PIECES)
    price: list[ShortText] = Field(default=[], max_length=MAX_PIECES)
    at: ShortText = ""
    count: Count = 0
    best: Count = 0


class Mistake(ServerModel):
    """A move that lost win probability."""

    ply: Ply
    seat: Seat
    before: Probability = Field(description="win probability of the side that moved, before its move")
    after: Probability = Field(description="win probability of the same side, after its move")
    better: ShortText | None = Field(
        default=None, description="the first moves of the line that the search before it expected, if that is another"
    )
    score: ShortText = Field(default="", description="the score of that line, such as +1.5 or W7 for a proven win")
    judgement: Judgement = "mistake"
    checked: Plies | None = Field(
        default=None, description="depth of the searches that confirmed it; null where the next search says so alone"
    )
    why: Reason | None = Field(default=None, description="a proven reason, if there is one")


class Evaluation(ServerModel):
    """A match in the opinion of the searches that its engines made for their moves."""

    values: list[Probability | None] = Field(
        max_length=MAX_PLIES,
        description="win probability of the first side before each move; null where no search was made",
    )
    mistakes: list[Mistake] = Field(
        max_length=MAX_PLIES,
        description="moves after which the next search expects much less for the mover than the search before",
    )


def win_probability(search: SearchReport) -> float | None:
    """Return the win probability of the side to move; None for a random move, which has no score."""
    if search.source == "random":
        return None
    if search.win is not None:
        return search.win
    if search.wins_in is not None:
        return 1.0 if search.wins_in >= 0 else 0.0
    if search.exact:
        return 0.5 + 0.5 * ((search.score > 0) - (search.score < 0))
    return 0.5 + 0.5 * search.score / (abs(search.score) + EVEN)


def search_value(search: SearchReport, seat: Seat) -> float | None:
    """Return the win probability of the first seat in the opinion of a search of a seat."""
    win = win_probability(search)
    return win if win is None or seat == 0 else other_side(win)


def other_side(win: float) -> float:
    """Return the win probability of the other side, in the four digits that searches have."""
    return round(1 - win, 4)


def move_value(move: MoveView) -> float | None:
    """Return the win probability of the first seat before a move; None for a move without a search."""
    return search_value(move.search, move.seat) if move.search is not None else None


def evaluation_of(moves: Sequence[MoveView]) -> Evaluation:
    """Return the evaluation of a match by the searches of its moves."""
    return Evaluation(values=[move_value(move) for move in moves], mistakes=mistakes(moves))


def mistakes(moves: Sequence[MoveView]) -> list[Mistake]:
    """Return the moves after which the next search expects much less for the mover than the search before.

    A loss in which a random move had a part is not a mistake of the engine that chose it so.
    """
    found = []
    known = [(at, value) for at, value in enumerate(map(move_value, moves)) if value is not None]
    for (at, before), (later, after) in pairwise(known):
        loser = 0 if after < before else 1
        own = [move for move in moves[at:later] if move.seat == loser]
        judgement = judged(abs(after - before))
        if not own or judgement not in SERIOUS:
            continue
        if any(move.search is not None and move.search.source == "random" for move in own):
            continue
        move, search = own[-1], own[-1].search
        line = search.line if search is not None else []
        better = " ".join(search.written[:BETTER_MOVES]) if search and line and line[0] != move.move else None
        found.append(
            Mistake(
                ply=move.ply,
                seat=move.seat,
                before=before if loser == 0 else other_side(before),
                after=after if loser == 0 else other_side(after),
                better=better,
                score=short_score(search) if search is not None and better else "",
                judgement=judgement,
            )
        )
    return found


def judged(loss: float) -> Judgement:
    """Return the judgement of a move that loses this much win probability."""
    return next((name for least, name in THRESHOLDS if loss >= least - 1e-9), "good")


def percent(probability: float) -> str:
    """Return a probability as a whole percentage: `62%`. Only a certain result is `0%` or `100%`."""
    if 0 < probability < 1:
        return f"{max(1, min(99, round(100 * probability)))}%"
    return f"{100 * probability:.0f}%"


def short_score(found: Score) -> str:
    """Return a score for the side to move in about four characters: `+1.5`, `+12`, `W7` or `L4` when proven."""
    if found.wins_in is not None:
        return f"W{found.wins_in}" if found.wins_in >= 0 else f"L{-found.wins_in}"
    if found.exact:
        return f"{found.score:+d}"
    return f"{found.score / 100:+.{0 if abs(found.score) >= 1_000 else 1}f}"


def reason_text(why: Reason) -> str:
    """Return a reason as a clause, such as `hangs the knight on g4`; empty for a kind that is not known."""
    if why.kind == "allows_win" and why.at:
        return f"lets the opponent win at once with {why.at}"
    if why.kind == "loses" and len(why.what) == 1 and why.at and not why.price:
        return f"hangs {_pieces(why)}"
    mate = "mate" if "mate" in why.what else "a win"
    win = f"{mate} in {why.moves}"
    points = _named(why.what[0], why.count) if why.what else ""
    action = ACTIONS.get(why.what[0], why.what[0]) if why.what else ""
    values = {"win": win, "points": points, "action": action, "at": why.at, "count": why.count, "best": why.best}
    return REASONS.get(why.kind, "").format(what=_pieces(why), **values)


def _pieces(why: Reason) -> str:
    """Return what is lost and the price: `the knight on g4 for a pawn`, `the exchange`, `2 men for 1 man`."""
    if why.what == ["rook"] and len(why.price) == 1 and why.price[0] in ("knight", "bishop"):
        return "the exchange"
    one = len(why.what) == 1 and why.at
    what = f"the {why.what[0]} on {why.at}" if one else _counted(why.what)
    return f"{what} for {_counted(why.price)}" if why.price else what


def _counted(pieces: Sequence[str]) -> str:
    return " and ".join(_named(name, count) for name, count in Counter(pieces).items())


def _named(name: str, count: int) -> str:
    return f"a {name}" if count == 1 else f"{count} {PLURALS.get(name, name + 's')}"
