"""The same games in OpenSpiel (Lanctot et al., 2019), which measures our strategies by its own rules and tree."""

import importlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from bench.engine import peers
from kibitz_server.engine.hidden.flat_tree import FlatTree, Numbers
from kibitz_server.games.game import Game, Position

NAMES = {"kuhn": "kuhn_poker", "leduc": "leduc_poker"}
WORDS = {"kuhn": (("check", "fold"), ("bet", "call")), "leduc": (("fold",), ("check", "call"), ("bet", "raise"))}
"""Our words for the actions of OpenSpiel, by their numbers. In each position one of them is legal."""


class Verdict(NamedTuple):
    """What OpenSpiel computes of a strategy: exploitability and the value for the first player, in antes."""

    exploitability: float
    value: float
    sets: int


def judged(game: Game, tree: FlatTree, strategy: Numbers) -> Verdict | None:
    """Return OpenSpiel's judgement of a strategy; None if OpenSpiel is not installed."""
    spiel = peers.found("pyspiel")
    if spiel is None:
        return None
    theirs = spiel.load_game(NAMES[game.name])
    algorithms = "open_spiel.python.algorithms"
    exploit = importlib.import_module(f"{algorithms}.exploitability")
    scores = importlib.import_module(f"{algorithms}.expected_game_score")
    policies = importlib.import_module("open_spiel.python.policy")
    table = policies.tabular_policy_from_callable(theirs, lambda state: _chosen(game, tree, strategy, state))
    value = scores.policy_value(theirs.new_initial_state(), [table, table])[0]
    return Verdict(float(exploit.exploitability(theirs, table)), float(value), len(table.state_lookup))


def _chosen(game: Game, tree: FlatTree, strategy: Numbers, state: Any) -> Mapping[int, float]:
    """Return the probabilities of the legal actions of a state of OpenSpiel."""
    position = _ours(game, state)
    number = tree.number[position.information]
    first = int(tree.start[number])
    by_code = dict(zip(tree.moves[number], strategy[first : first + len(tree.moves[number])], strict=True))
    return {action: float(by_code[_move(position, action)]) for action in state.legal_actions()}


def _ours(game: Game, state: Any) -> Position:
    """Return our position of a state: cards have the same numbers, in the same order."""
    position = game.start()
    for action in state.history():
        code = action if position.chances else _move(position, action)
        position = position.after(next(step for step in position.steps if step.code == code))
    return position


def _move(position: Position, action: int) -> int:
    words = WORDS[position.game.name][action]
    return next(move.code for move in position.legal if move.text in words)
