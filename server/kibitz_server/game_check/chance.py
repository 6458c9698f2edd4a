"""Checks of a game with chance: the possible outcomes in a position, and what a finished game pays."""

from collections.abc import Callable
from typing import Any

from kibitz_server.game_check.finding import Broken
from kibitz_server.game_check.guarded import Guarded
from kibitz_server.games.game import DRAW, LOSS, WIN, Game, IllegalMove, Position
from kibitz_server.games.moves import named

MOST_CODE = 2**31 - 1
MOST_SAID = 200
"""Longest written form of a move or a chance outcome."""

Call = Callable[..., Any]
"""Calls a function of the game, by its name, that must not change the state: the arguments are state and more."""


def check_chances(game: Game, position: Position, call: Call) -> None:
    """Check the chance outcomes that are possible in a position, and that each is read back.

    Raises:
        Broken: The game breaks a promise.
    """
    written = _written(game, position, call)
    known: dict[str, int] = {}
    for code, weight in written:
        if not _is_number(code, 0):
            raise Broken(
                "chance", f"a chance outcome has the code {code!r}", f"use whole numbers from 0 to {MOST_CODE}"
            )
        if not _is_number(weight, 1):
            problem = f"the chance outcome {code} has the weight {weight!r}"
            raise Broken("chance", problem, f"use whole numbers from 1 to {MOST_CODE}")
        text = call("chance_text", position.state, code)
        if not isinstance(text, str) or not text.strip() or "\n" in text:
            raise Broken("chance_text", f"chance_text returns {text!r}")
        if known.setdefault(named(text), code) != code:
            problem = f"the chance outcomes {known[named(text)]} and {code} have the same text {text!r}"
            raise Broken("chance_text", problem, "make the texts of all chance outcomes of a position differ")
        _check_said(game, position, code, text, call)
    for chance in position.chances:
        _check_found(position, chance.code, chance.text)
    if sum(weight for _, weight in written) > MOST_CODE:
        raise Broken("chance", "the weights of the chance outcomes add up to 2^31 or more", "write smaller weights")
    if len(known) < len(written):
        raise Broken("chance", "a chance outcome is there twice", "write each one once, with all of its weight")


def _written(game: Game, position: Position, call: Call) -> list[tuple[Any, Any]]:
    """Return what `chance` writes, after one place of each list that it must leave alone."""
    most = int(game.rules.MAX_MOVES)
    codes = Guarded("the list of moves (MAX_MOVES)", [-7] * (most + 1))
    weights = Guarded("the list of weights (MAX_MOVES)", [-7] * (most + 1))
    end = call("chance", position.state, codes, weights, 1)
    if not isinstance(end, int) or not 1 <= end <= len(codes):
        raise Broken("chance", f"chance returns {end!r}", "return k, increased by the number of chance outcomes")
    if (codes[0], weights[0]) != (-7, -7):
        raise Broken("chance", "chance writes before moves[k] or weights[k]", "begin at k in both lists")
    return list(zip(codes[1:end], weights[1:end], strict=True))


def _is_number(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= MOST_CODE


def _check_said(game: Game, position: Position, code: int, text: str, call: Call) -> None:
    if "chance_said" not in game.names:
        return
    said = call("chance_said", position.state, code)
    if said is not None and (not isinstance(said, str) or not said.strip() or "\n" in said):
        raise Broken("chance_said", f"chance_said returns {said!r}")
    if said is not None and len(said) > MOST_SAID:
        raise Broken(
            "chance_said", f"chance_said returns {len(said)} characters for {text}", f"return at most {MOST_SAID}"
        )


def _check_found(position: Position, code: int, text: str) -> None:
    try:
        found = position.find(f" {text.upper()} ")
    except IllegalMove:
        problem = f"the chance outcome {text!r} is not found when it is typed"
        raise Broken("chance_text", problem, "leave texts of chance outcomes alone in alias") from None
    if found.code != code:
        raise Broken("alias", f"typing {text!r} chance outcomes {found.text!r}", "leave texts of chance outcomes alone")


def check_payoff(game: Game, position: Position, call: Call) -> None:
    """Check what a finished game pays.

    Raises:
        Broken: The game breaks a promise.
    """
    paid, most = call("payoff", position.state), int(game.names["PAYOFF_LIMIT"])
    if not isinstance(paid, int | float) or isinstance(paid, bool) or abs(paid) > most:
        raise Broken("payoff", f"payoff returns {paid!r}", f"return a number from -{most} to {most} (PAYOFF_LIMIT)")
    outcome = game.rules.outcome(position.state)
    sign = WIN if paid > 0 else LOSS if paid < 0 else DRAW
    if sign != outcome:
        problem = f"payoff returns {paid!r}, and outcome says otherwise"
        raise Broken("payoff", problem, "return a number above 0 for WIN, below 0 for LOSS, 0 for DRAW")
