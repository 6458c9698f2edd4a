"""Pace of a match between two engines: its host sets it, and may have one move played at a time.

A pace is the shortest time in which an engine answers. The host pauses such a match by an offer to pause.
"""

from kibitz_server.core.match.commands import SetPace
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.state import MatchState
from kibitz_server.core.values.events import Event, MatchResumed, PaceSet
from kibitz_server.core.values.players import Engine
from kibitz_server.core.values.refusal import Reason, Refusal


def set_pace(match: MatchState, command: SetPace) -> list[Event] | Refusal:
    """Return the events of a new pace or of a step, or a refusal."""
    if command.by != match.created.host.id:
        return Refusal(Reason.NOT_HOST, "only the host of the match can set its pace", "create a match of your own")
    if not all(isinstance(player, Engine) for player in match.seats):
        return Refusal(Reason.NOT_ALLOWED, "a person plays in this match", "the pace of two engines can be set")
    if match.created.terms.tournament is not None:
        return Refusal(Reason.NOT_ALLOWED, "a game of an event has no pace", "replay it at your own speed")
    pace_s = command.pace_s if command.pace_s is not None else match.pace_s or 0.0
    if command.step_at is None:
        return [] if pace_s == match.pace_s else [PaceSet(pace_s, match.stepping)]
    if match.created.terms.rated and match.begun:
        sentence = "engines play a rated match that has begun to its end"
        return Refusal(Reason.NOT_OVER, sentence, "host it without a rating to be able to stop it")
    if command.step_at != match.ply:
        return Refusal(Reason.STALE_PLY, f"the match is at ply {match.ply}", "look at the position again")
    if match.settling:
        return Refusal(Reason.NOT_RUNNING, "the game has ended", "settle what is dead, or resume to play on")
    if match.stepping:
        return []
    resumed: list[Event] = [] if match.phase is Phase.RUNNING else [MatchResumed()]
    return [*resumed, PaceSet(pace_s, step=True)]
