"""Play on a ladder: challenges, their games, and seasons."""

from kibitz_server.core.tournament.commands import AnswerChallenge, Challenge
from kibitz_server.core.tournament.events import ChallengeAnswered, Challenged, Event, RoundPaired, SeasonEnded
from kibitz_server.core.tournament.formats import ladder
from kibitz_server.core.tournament.formats.pairs import paired
from kibitz_server.core.tournament.records import ChallengeRecord
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.values import Format
from kibitz_server.core.values.refusal import Reason, Refusal

_CODES = {
    ladder.Obstacle.NOT_ON_LADDER: Reason.NOT_ENTERED,
    ladder.Obstacle.NOT_ABOVE: Reason.NO_PAIRING,
    ladder.Obstacle.OUT_OF_REACH: Reason.NO_PAIRING,
    ladder.Obstacle.ALREADY_OPEN: Reason.ALREADY_PAIRED,
    ladder.Obstacle.TOO_MANY_OUTGOING: Reason.TOO_MANY,
    ladder.Obstacle.TOO_MANY_INCOMING: Reason.TOO_MANY,
    ladder.Obstacle.PLAYED_LATELY: Reason.TOO_SOON,
}


def challenge(state: TournamentState, command: Challenge, now: float) -> list[Event] | Refusal:
    """Return what happens when an entrant challenges another one."""
    own = state.find(command.by.id)
    refusal = _not_now(state)
    if refusal is not None:
        return refusal
    if own is None or not own.active:
        return Refusal(Reason.NOT_ENTERED, "you are not on this ladder", "enter it first")
    if own.resting:
        return Refusal(Reason.NO_PAIRING, "you rest", "say that you are ready first")
    wanted = ladder.Challenge(own.number, command.challenged, now)
    challenges = [_pure(each) for each in state.challenges.values()]
    against = ladder.obstacle(state.places, challenges, state.met_at, wanted, state.terms.reach)
    if against is not None:
        return Refusal(_CODES[against], against.value.rstrip("."))
    return [Challenged(state.challenges_made + 1, own.number, command.challenged)]


def answer(state: TournamentState, command: AnswerChallenge) -> list[Event] | Refusal:
    """Return what happens when a challenge is accepted or declined, which loses it, or withdrawn."""
    refusal = _not_now(state)
    if refusal is not None:
        return refusal
    made = state.challenges.get(command.challenge)
    own = state.find(command.by.id)
    if made is None or own is None or own.number not in (made.challenger, made.challenged):
        return Refusal(Reason.NO_OFFER, f"you have no open challenge {command.challenge}")
    if made.accepted_at is not None:
        return Refusal(Reason.ALREADY_PAIRED, "this challenge was accepted, so its game is played")
    if own.number == made.challenger:
        if command.accept:
            return Refusal(Reason.NOT_ALLOWED, "the other entrant accepts your challenge, or not")
        return [_answered(made)]
    if not command.accept:
        return [_answered(made, lost=True)]
    played = sum(game.outcome is not None for game in state.games_between(made.challenger, made.challenged))
    sides = (made.challenger, made.challenged) if played % 2 else (made.challenged, made.challenger)
    return [_answered(made, accepted=True), paired(state, 1, [sides])]


def answered_by(made: ChallengeRecord) -> float | None:
    """Return when a challenge is lost if it is not accepted; None once it is."""
    return made.made_at + ladder.ACCEPT_S if made.accepted_at is None else None


def _answered(made: ChallengeRecord, accepted: bool = False, lost: bool = False) -> ChallengeAnswered:
    return ChallengeAnswered(made.number, accepted, lost, made.challenger, made.challenged)


def next_pairings(_state: TournamentState, _now: float) -> RoundPaired | None:
    """Return None: entrants pair themselves."""
    return None


def is_over(_state: TournamentState, _now: float) -> bool:
    """Return False: a ladder has no end."""
    return False


def passed_deadlines(state: TournamentState, now: float) -> list[Event]:
    """Return the events of the deadlines that have passed: lost challenges, and the end of a season."""
    if state.format is not Format.LADDER or not state.runs or state.paused is not None:
        return []
    late = ladder.lost_unanswered(map(_pure, state.challenges.values()), now)
    lost = {(each.challenger, each.challenged) for each in late}
    events: list[Event] = [
        _answered(made, lost=True) for made in state.challenges.values() if (made.challenger, made.challenged) in lost
    ]
    ends_at = _season_ends_at(state)
    if ends_at is not None and now >= ends_at:
        events.append(SeasonEnded(len(state.seasons) + 1, state.places))
    return events


def next_deadline(state: TournamentState) -> float | None:
    """Return when a challenge is lost or a season ends; None without either."""
    at = ladder.next_deadline(map(_pure, state.challenges.values()))
    ends_at = _season_ends_at(state)
    return min(at, ends_at) if ends_at is not None else (at if state.challenges else None)


def _season_ends_at(state: TournamentState) -> float | None:
    if state.started_at is None or state.terms.season_days is None:
        return None
    return state.started_at + (len(state.seasons) + 1) * state.terms.season_days * ladder.DAY_S


def _not_now(state: TournamentState) -> Refusal | None:
    if state.format is not Format.LADDER:
        return Refusal(Reason.BAD_FORMAT, "only a ladder has challenges")
    if not state.runs:
        return Refusal(Reason.NOT_RUNNING, "this ladder is over" if state.ended else "this ladder has not started")
    if state.paused is not None:
        return Refusal(Reason.NOT_RUNNING, "this ladder is paused", "wait until it goes on")
    return None


def _pure(made: ChallengeRecord) -> ladder.Challenge:
    return ladder.Challenge(made.challenger, made.challenged, made.made_at, made.accepted_at)
