"""Titles and descriptions of pages, which other programs show as the preview of a link.

Such a program has no token and no key. So a preview says only what the lobby shows everyone, of a match as its
spectators may see it.
"""

from dataclasses import dataclass

from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.players import Human, Invited


@dataclass(frozen=True, slots=True)
class Preview:
    """What the preview of a link says. The default is that of all pages without a match."""

    title: str = "Kibitz"
    description: str = "Play board games with friends and engines, and watch engines think."


def match_preview(match: Match) -> Preview | None:
    """Return the preview of a match as spectators may see it, or None if it is private.

    An unlisted match is named without its players.
    """
    created = match.created
    if created.terms.key_hash is not None:
        return None
    title = match.game.declaration.title
    if not created.listed:
        return Preview(title, "A match on Kibitz, for people who have the link.")
    names = [_name(match, seat) for seat in range(len(match.seats))]
    return Preview(f"{title}: {' v '.join(names)}", _standing(match, names))


def _standing(match: Match, names: list[str]) -> str:
    """Return the state of a match, as a sentence."""
    plies = f"ply {match.ply}"
    match match.phase:
        case Phase.OPEN if None in match.seats:
            return "A seat is free: open the link to play."
        case Phase.OPEN:
            return "Begins soon."
        case Phase.RUNNING:
            return f"Live, {plies}. Open the link to watch." if match.created.terms.watchable else f"Live, {plies}."
        case Phase.PAUSED:
            return f"Paused, {plies}."
        case Phase.ABORTED:
            return f"Aborted, {plies}."
        case _:
            result = match.result
            if result is None or result.winner is None:
                return f"Ended in a draw, {plies}."
            return f"{names[result.winner]} won, {plies}."


def _name(match: Match, seat: int) -> str:
    player = match.seats[seat]
    if player is None or isinstance(player, Invited):
        return "open seat"
    if isinstance(player, Human) and player.label is not None:
        return player.label
    return player.shown
