"""Openings of a new tournament, in a helper process: those that a client sends are played, so that all are legal."""

from collections.abc import Mapping

from kibitz_protocol.refusals import Code
from kibitz_protocol.tournaments.terms import Openings
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.core.tournament.values import OpeningOrder, OpeningSet, TournamentOpening
from kibitz_server.core.values.opening import BadOpening, opening_of
from kibitz_server.games.game import BadPosition, Game
from kibitz_server.games.registry import load_request
from kibitz_server.openings.bundled import NoBundledOpenings, bundled

CHECK = "kibitz-server openings check FILE names what is wrong"


def openings_of_terms(name: str, options: Mapping[str, object], wanted: Openings) -> OpeningSet:
    """Return the openings that the terms of a tournament name.

    Args:
        name: The game.
        options: Its options.
        wanted: The openings.

    Raises:
        CommandRefused: The game has no bundled openings, or a given one cannot be played.
    """
    game, order = load_request(name, options), OpeningOrder(wanted.order)
    if wanted.source == "given":
        found = tuple(
            _played(game, TournamentOpening(tuple(each.moves), each.position, each.line), number)
            for number, each in enumerate(wanted.given, start=1)
        )
        return OpeningSet(wanted.name or "given", wanted.sha256, found, order, wanted.start)
    try:
        file, sha256 = bundled(game)
    except NoBundledOpenings as error:
        raise CommandRefused(Code.BAD_MOVES, str(error), error.hint) from None
    lines = tuple(TournamentOpening(line.moves, None, line.number) for line in file.lines)
    return OpeningSet("bundled", sha256, lines, order, wanted.start)


def _played(game: Game, opening: TournamentOpening, number: int) -> TournamentOpening:
    """Return an opening with its moves as the game writes them. Raises CommandRefused."""
    where = f"line {opening.line}" if opening.line else f"opening {number}"
    try:
        played = opening_of(game, opening.position, opening.moves)
    except (BadPosition, BadOpening) as error:
        raise CommandRefused(Code.BAD_MOVES, f"{where}: {error}", CHECK) from None
    if played.position.outcome is not None:
        raise CommandRefused(Code.BAD_MOVES, f"{where}: the game is over after this opening", CHECK)
    return TournamentOpening(played.moves, opening.position, opening.line)
