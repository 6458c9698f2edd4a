"""Analysis of positions by search or proof, one on each line."""

import json
from typing import Any

from kibitz_server.engine.algorithms import ALGORITHMS, UnfitAlgorithm, UnknownAlgorithm, check, usual
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run, without_search
from kibitz_server.engine.limit import LEVELS, Limit
from kibitz_server.engine.per_move import Values, run_per_move
from kibitz_server.games.game import Game
from kibitz_server.programs.json_lines.lines import (
    POSITION_FIELDS,
    Answer,
    BadLine,
    Request,
    game_of,
    notes_of,
    object_of,
    position_of,
    text_of,
    whole,
)

FIELDS = (*POSITION_FIELDS, "algorithm", "limit", "all_moves")
SECONDS = 1.0
"""Time limit of a search without a bound in its line; only `solve` then runs until the result is proven."""
MAX_SECONDS = 86_400
WHOLE_NUMBERS = {
    "depth": (1, 200),
    "nodes": (1, 10**12),
    "playouts": (1, 10**12),
    "seed": (0, 2**63 - 1),
    "level": (LEVELS[0], LEVELS[-1]),
}
LEAST_SECONDS = 0.001
DEPTH_FIRST = ("seconds", "depth", "nodes")
BOUNDS = {
    "cfr": ("seconds", "nodes", "playouts"),
    "ismcts": ("seconds", "nodes", "playouts"),
    "mcts": ("seconds", "nodes", "playouts"),
    "random": ("seconds", "depth", "nodes", "playouts"),
    "level": ("seconds", "level"),
}
"""Bounds that apply to these algorithms; DEPTH_FIRST applies to all others."""


def analyse(request: Request) -> Answer:
    """Return the answer to a line.

    `score` is for the side to move: hundredths of a stone, disc or seed, or 30,000 - n for a win in n plies. An `exact`
    score is a result in the game's own unit, `distance` plies away. No draw by repetition or by a number of moves is
    claimed before the search. Where a chance event is due, the score is the
    average of its outcomes, and `best` is null. In a game with hidden information, `shares` has the probabilities
    of the moves in thousandths, and the search knows only what the side to move has seen. In a game with gammons,
    `prospects` has the chances of both sides, and what to do with the cube.

    Raises:
        BadLine: The position, the algorithm or the limit is invalid, or the game is over.
    """
    position = position_of(request, study=True)
    if position.outcome is not None:
        raise BadLine(f"the position is over already: {position.outcome.reason}", "leave out the last move")
    algorithm, level = _algorithm(request, position.game)
    all_moves = request.get("all_moves") or False
    if not isinstance(all_moves, bool):
        raise BadLine("all_moves is true or false", "or leave it out")
    scores: Values | None = None
    try:
        check(algorithm, position.game)
        limit = read_limit(object_of(request, "limit", '{"seconds": 1}') | level, algorithm)
        if position.game.options != game_of(request).options:
            report = without_search(position)
            if all_moves:
                scores = {move.text: 0 for move in position.legal}
        elif all_moves:
            report, scores = run_per_move(position, algorithm, limit)
        else:
            control = SearchControl()
            control.reset(limit.nodes)
            report = run(position, algorithm, limit, control)
    except (UnknownAlgorithm, UnfitAlgorithm) as error:
        raise BadLine(str(error), f"the algorithms are {', '.join(ALGORITHMS)}") from None
    answer: Answer = {
        "best": report.move or None,
        "score": report.score,
        "exact": report.exact,
        "depth": report.depth,
        "nodes": report.nodes,
        "seconds": round(report.seconds, 6),
        "line": report.line,
        "scores": scores,
    }
    answer |= {"said": report.said} if position.game.has_said else {}
    answer |= {"shares": dict(report.shares)} if position.game.hidden else {}
    answer |= {"prospects": report.prospects.as_data()} if report.prospects else {}
    answer |= notes_of(request)
    return answer | ({"distance": report.distance} if report.exact else {})


def _algorithm(request: Request, game: Game) -> tuple[str, dict[str, Any]]:
    """Return the name of the algorithm, and what its text adds to the limit: `level:7` means level 7."""
    name, colon, number = (text_of(request, "algorithm") or usual(game)).partition(":")
    if not colon:
        return name, {}
    if name != "level" or not number.isdecimal():
        raise BadLine(
            f"there is no algorithm {name}:{number}", 'levels are written like "level:7"; put bounds into "limit"'
        )
    return name, {"level": int(number)}


def read_limit(given: dict[str, Any], algorithm: str) -> Limit:
    """Return the limit that an object describes; null leaves a bound out.

    Raises:
        BadLine: A bound is unknown, out of range, or does not apply to the algorithm.
    """
    values = {name: value for name, value in given.items() if value is not None}
    for name, value in values.items():
        if name in WHOLE_NUMBERS:
            whole(name, value, *WHOLE_NUMBERS[name])
        elif name != "seconds":
            raise BadLine(f"a limit has no {name!r}", f"a limit has seconds, {', '.join(WHOLE_NUMBERS)}")
        elif isinstance(value, bool) or not isinstance(value, int | float) or not LEAST_SECONDS <= value <= MAX_SECONDS:
            sentence = f"seconds is a number from {LEAST_SECONDS} to {MAX_SECONDS}, not {json.dumps(value)}"
            raise BadLine(sentence, "or leave it out")
    if algorithm == "level" and "level" not in values:
        raise BadLine("the limit does not say which level", 'add a level: "limit": {"level": 7}')
    bounds = BOUNDS.get(algorithm, DEPTH_FIRST)
    given_bounds = [name for name in values if name != "seed"]
    if given_bounds and not any(name in bounds for name in given_bounds):
        raise BadLine(f"{' and '.join(given_bounds)} does not bound {algorithm}", f"give {', '.join(bounds)}")
    if not given_bounds and algorithm != "solve":
        values["seconds"] = SECONDS
    return Limit(**values, thorough=True)
