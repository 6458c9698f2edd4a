"""Random openings of a duel: all lists of moves of a fixed length, in random order."""

import random
from collections.abc import Iterator, Sequence

from kibitz_client.errors import RefusedError, UsageError
from kibitz_client.network.client import NetworkClient
from kibitz_client.parsing.arguments import game_options
from kibitz_client.parsing.openings import FileOpening
from kibitz_client.requests import build
from kibitz_protocol.commands.explain import Explain, OfGame, TreeNode
from kibitz_protocol.refusals import Code


async def openings_of_length(
    client: NetworkClient, game: str, options: Sequence[str], plies: int, seed: int | None
) -> list[FileOpening]:
    """Return all openings of a length in random order, from the tree that the server can show.

    Args:
        seed: Makes the order repeatable.

    Raises:
        UsageError: The game has too many openings of this length, or none, or hidden information.
        RefusedError: The server refuses the game or its options.
    """
    of = OfGame(game=game, options=game_options(options))
    try:
        explained = await client.ask(build(Explain, of=of, algorithm="minimax", depth=plies))
    except RefusedError as refusal:
        if refusal.refused.code == Code.UNFIT_ENGINE:
            sentence = f"{game} has no openings to choose from: a match with hidden cards starts at the beginning"
            raise UsageError(sentence, "leave out --opening-plies") from None
        if refusal.refused.code != Code.TREE_TOO_LARGE:
            raise
        sentence = f"{game} has too many openings of {plies} plies to choose from"
        raise UsageError(sentence, "use fewer plies, or give some in a file: --openings FILE") from None
    found = [FileOpening(line) for line in _lines(explained.root, plies)]
    if not found:
        raise UsageError(f"{game} has no opening of {plies} plies", "use fewer plies")
    random.Random(seed).shuffle(found)
    return found


def _lines(node: TreeNode, plies: int) -> Iterator[tuple[str, ...]]:
    """Yield the moves to every node at a depth."""
    if plies == 0:
        yield ()
        return
    for child in node.children:
        if child.move is not None:
            yield from ((child.move, *rest) for rest in _lines(child, plies - 1))
