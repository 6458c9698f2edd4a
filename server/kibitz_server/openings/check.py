"""Check of openings: each goes on, is another one than those before it, and is balanced where that is asked for."""

from collections.abc import Callable, Iterator

from kibitz_protocol.formats.openings import BadOpenings
from kibitz_server.games.game import Position
from kibitz_server.games.symmetry import key_after
from kibitz_server.openings.read import GameOpenings


def problems(found: GameOpenings) -> Iterator[BadOpenings]:
    """Yield the openings that do not fit into a list: with which the game is over, or whose position is there already.

    Positions that a symmetry of the board makes equal are the same.
    """
    known: dict[str, int] = {}
    for opening in found.openings:
        if not opening.moves:
            yield BadOpenings(opening.line, "it has no move")
        elif (outcome := opening.position.outcome) is not None:
            yield BadOpenings(opening.line, f"the game is over after these moves: {outcome.reason}")
        else:
            first = known.setdefault(key_after(found.game, opening.moves), opening.line)
            if first != opening.line:
                yield BadOpenings(opening.line, f"it leads to the same position as line {first}, or to its image")


def unbalanced(found: GameOpenings, margin: int, lead: Callable[[Position], int]) -> Iterator[BadOpenings]:
    """Yield the openings after which one side is ahead by more than a margin.

    Args:
        found: The openings. Those after which the game is over are left out.
        margin: The largest lead, in hundredths.
        lead: Returns by how much seat 0 is ahead, in hundredths.
    """
    for opening in found.openings:
        if opening.position.outcome is None and abs(ahead := lead(opening.position)) > margin:
            side = found.game.declaration.seats[0 if ahead > 0 else 1]
            yield BadOpenings(opening.line, f"{side} is ahead by {abs(ahead)} hundredths")
