"""What a document of the page says by itself: title and description, and of a tournament its tables.

Other programs show these as the preview of a link, and browsers without JavaScript show the tables. All of them have no
token and no key. So a preview says only what the lobby shows everyone, of a match as its spectators may see it.
"""

from dataclasses import dataclass

from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.tournament.standings import standings
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.core.values.players import Human, Invited
from kibitz_server.games.registry import UnknownGame, declaration
from kibitz_server.tournament_files.html import content

MOST_TABLES = 42_000
"""Most bytes of the tables of a tournament. With all else, the document stays below 60 kB."""
PHASES = {
    "announced": "Not started yet",
    "running": "Running",
    "paused": "Paused",
    "finished": "Finished",
    "cancelled": "Cancelled",
}


@dataclass(frozen=True, slots=True)
class Preview:
    """What the preview of a link says. The default is that of all pages without a match.

    `content` is what browsers without JavaScript show, as HTML, and `version` names its state; both are those of
    tournaments alone.
    """

    title: str = "Kibitz"
    description: str = "Play board games with friends and engines, and watch engines think."
    content: str = ""
    version: str = ""


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


def tournament_preview(state: Tournament) -> Preview | None:
    """Return the preview of a tournament with its tables, or None if it is private."""
    if state.terms.key_hash is not None:
        return None
    return Preview(
        tournament_title(state),
        tournament_sentence(state),
        content(state, MOST_TABLES),
        str(state.seq),
    )


def tournament_title(state: Tournament) -> str:
    """Return what a tournament is: `Friday: arena of Connect Four`."""
    terms = state.terms
    try:
        game = declaration(terms.game).title
    except UnknownGame:  # that of a server which had more games
        game = terms.game
    return f"{state.created.name}: {terms.format} of {game}"


def tournament_sentence(state: Tournament) -> str:
    """Return the state of a tournament, as a sentence."""
    count = len(state.active)
    facts = [f"{PHASES[state.phase]}, {count} entrant{'s' * (count != 1)}"]
    if state.started and state.planned_rounds:
        facts.append(f"round {state.round} of {state.planned_rounds}")
    rows = standings(state).rows
    if state.counted and rows:
        name = state.entrant(rows[0].number).entrant.name
        facts.append(f"{name} {'won' if state.phase == 'finished' else 'leads'} with {rows[0].points:g} points")
    return ", ".join(facts) + "."


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
