"""Events of a tournament as lines of text."""

from kibitz_client.text.formatting import counted, points_text
from kibitz_client.text.tournaments.tables import BYES, time_text
from kibitz_protocol.tournaments.messages import (
    ChallengeChanged,
    EntrantChanged,
    GameChanged,
    Happened,
    RoundEnded,
    RoundPaired,
    SeasonEnded,
    SprtDecided,
    TieBreaksChanged,
    TournamentEvent,
)
from kibitz_protocol.tournaments.views import GameRow

HAPPENED = {
    "created": "the tournament was created",
    "started": "the tournament has started",
    "paused": "the tournament is paused",
    "resumed": "the tournament goes on",
    "extended": "the tournament was extended",
    "hidden": "a moderator took the tournament out of lists",
    "ended": "the tournament has ended",
    "cancelled": "the tournament was cancelled",
}
CHANGED = {
    "joined": "entered",
    "approved": "was approved",
    "left": "withdrew",
    "removed": "was removed",
    "returned": "returned",
    "rested": "rests",
    "ready": "is ready",
}
CHALLENGED = {
    "challenged": "{challenger} challenged {challenged} (challenge {number})",
    "accepted": "{challenged} accepted the challenge of {challenger}",
    "dropped": "the challenge of {challenger} to {challenged} has ended",
}


def news_lines(message: TournamentEvent) -> list[str]:
    """Return an event as lines."""
    match message.event:
        case Happened(kind=kind) as fact:
            return [_reasoned(_happened(fact), fact.reason if kind != "created" else "", fact.by)]
        case EntrantChanged(kind=kind, entrant=entrant, reason=reason):
            return [_reasoned(f"{entrant.name} {CHANGED[kind]}", reason)]
        case RoundPaired(round=number, pairs=pairs):
            pairings = [
                f"  {pair.first.name} - {pair.second.name}"
                if pair.second is not None
                else f"  {pair.first.name} {BYES.get(pair.bye or '', 'has a bye')}"
                for pair in pairs
            ]
            return [f"round {number}: {counted(len(pairs), 'pairing')}", *pairings]
        case GameChanged(kind=kind, game=game) as fact:
            # A counted game has its reason in itself.
            return [_reasoned(_game_text(kind, game), "" if kind == "counted" else fact.reason, fact.by)]
        case TieBreaksChanged(tie_breaks=names):
            return [f"the tie-breaks are now {', '.join(names)}"]
        case RoundEnded(round=number, next_at=next_at):
            return [f"round {number} is over" + (f"; the next one starts at {time_text(next_at)}" if next_at else "")]
        case SprtDecided(verdict=verdict, llr=llr, pairs=pairs):
            return [f"the test is {verdict}: LLR {llr:+.2f} after {counted(pairs, 'pair')}"]
        case ChallengeChanged(kind=kind) as fact:
            text = CHALLENGED[kind].format(
                challenger=fact.challenger.name, challenged=fact.challenged.name, number=fact.challenge
            )
            return [text]
        case SeasonEnded(season=number, places=places):
            best = ", ".join(entrant.name for entrant in places[:3])
            return [f"season {number} is over: {best}"]


def result_text(game: GameRow) -> str:
    """Return the result of a game, or its points."""
    if game.result:
        return game.result
    return "-".join(map(points_text, game.points)) if game.points is not None else game.phase


def _happened(fact: Happened) -> str:
    added = [counted(fact.rounds, "round")] if fact.rounds else []
    added += [f"{fact.seconds / 60:g} min"] if fact.seconds else []
    return HAPPENED[fact.kind] + (f" by {' and '.join(added)}" if added else "")


def _game_text(kind: str, game: GameRow) -> str:
    players = f"game {game.game}: {game.first.name} - {game.second.name}"
    if kind == "begun":
        return f"{players} begins ({game.code})"
    if kind == "voided":
        return f"{players} is void"
    reason = f" ({game.reason})" if game.reason and kind == "counted" else ""
    return f"{players} {result_text(game)}{reason}" + (" (set)" if kind == "result" else "")


def _reasoned(text: str, reason: str, by: str = "") -> str:
    parts = [f"by {by}" if by else "", reason]
    extra = ", ".join(filter(None, parts))
    return f"{text}: {extra}" if extra else text
