"""Wins by threats, looked for before any other search of a game that can name its threats.

The template is `fours`; here is the deepening, by one threat at a time. If there is no such win, a win by threats of
threats is looked for.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from kibitz_server.engine.compiler.specialise import SpecialisedSearch, specialise
from kibitz_server.engine.control import UNLIMITED, SearchControl, publish
from kibitz_server.engine.score import WIN
from kibitz_server.engine.threats.attack import Attack, prepare_attack
from kibitz_server.games.game import Game, Position

SHARE = 8
"""The part of a node limit that the search may use is one SHARE."""
MOST_NODES = 50_000
MOST_NODES_PLAIN = 1_000
"""Largest number of nodes for it, compiled and in plain Python: some hundredths of a second."""
MOST_ATTACK_NODES = 200_000
FEWEST_ATTACK_NODES = 2_000
"""Nodes for threats of threats: the largest number, and the smallest one for which the search begins at all."""
MOST_THREATS = 60


def has_threats(game: Game) -> bool:
    """Return whether a game names its threats."""
    return game.names.get("threatening") is not None


def prepare_threats(game: Game) -> tuple[SpecialisedSearch, ...]:
    """Return the searches for threats, and for threats of threats; nothing for a game that names no threats."""
    return (specialise("threats", game), prepare_attack(game)) if has_threats(game) else ()


def wins_by_threats(position: Position, like: SpecialisedSearch, control: SearchControl) -> bool:
    """Look for a win by threats, and report it. Return whether there is one.

    Args:
        position: A position that is not over.
        like: The search that follows; a threat search that is not compiled as this one is would take too long.
        control: Gets the report, and the nodes.
    """
    searches = prepare_threats(position.game)
    if not searches or any(search.backend.compiled != like.backend.compiled for search in searches):
        return False
    fours, attacks = searches
    with share_of(control, SHARE, MOST_NODES if fours.backend.compiled else MOST_NODES_PLAIN):
        plies, line = threat_line(fours, position, control)
    if not plies and fours.backend.compiled and control.node_limit - control.nodes >= SHARE * FEWEST_ATTACK_NODES:
        with share_of(control, SHARE, MOST_ATTACK_NODES):
            line = Attack(attacks, position.state.turn, control).line(position)
            plies = len(line)
    if plies and control.node_limit:
        publish(control, plies, WIN - plies, line)
    return bool(plies)


@contextmanager
def share_of(control: SearchControl, parts: int, most: int) -> Iterator[None]:
    """Lower the node limit inside the block to one of this many parts of the nodes left, and to `most` at most.

    A stop meanwhile stays in force.
    """
    limit = control.node_limit
    control.narrow(control.nodes + max(1, min(most, (limit - control.nodes) // parts)))
    try:
        yield
    finally:
        if control.node_limit:
            control.node_limit = limit


def threat_line(search: SpecialisedSearch, position: Position, control: SearchControl) -> tuple[int, list[int]]:
    """Return the plies of the win by the fewest threats, and its moves as codes; 0 plies if none was found."""
    ws, view = search.workspace(position.state), search.attach(control)
    for threats in range(MOST_THREATS):
        control.horizon = 0
        plies = int(search.run.win_by_threats(ws, view, threats, UNLIMITED))
        if plies or control.stop or not control.horizon:
            return plies, search.line(ws)
    return 0, []
