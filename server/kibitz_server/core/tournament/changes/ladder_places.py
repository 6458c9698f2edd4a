"""Places and challenges of a ladder: what events change in them."""

from kibitz_server.core.tournament.events import ChallengeAnswered, Challenged
from kibitz_server.core.tournament.formats.ladder import after_challenge, entered, without
from kibitz_server.core.tournament.records import ChallengeRecord, PairRecord
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.values import Format


def take_place(state: TournamentState, number: int) -> None:
    """Give an entrant the last place, if the tournament is a ladder and the entrant is approved."""
    if state.format is Format.LADDER and state.entrant(number).approved:
        state.places = entered(state.places, number)


def leave_place(state: TournamentState, number: int) -> None:
    """Remove an entrant from the places, and its challenges whose game has not begun."""
    state.places = without(state.places, number)
    for challenge in list(state.challenges.values()):
        pair = state.pairs[challenge.pair - 1] if challenge.pair else None
        begun = pair is not None and not state.waits(pair, 0)
        if number in (challenge.challenger, challenge.challenged) and not begun:
            del state.challenges[challenge.number]


def delay_challenges(state: TournamentState, seconds: float) -> None:
    """Give the challenged entrants more time: during a pause no challenge can be accepted."""
    for challenge in state.challenges.values():
        challenge.made_at += seconds


def note_challenge(state: TournamentState, pair: PairRecord) -> None:
    """Note which challenge a new pair plays: the accepted one of the two entrants."""
    for challenge in state.challenges.values():
        if {challenge.challenger, challenge.challenged} == set(pair.entrants) and not challenge.pair:
            challenge.pair = pair.number


def change_challenge(state: TournamentState, event: Challenged | ChallengeAnswered, at: float) -> None:
    """Open a challenge, accept or close it."""
    if isinstance(event, Challenged):
        made = ChallengeRecord(event.challenge, event.challenger, event.challenged, at)
        state.challenges[event.challenge] = made
        state.challenges_made = event.challenge
        return
    challenge = state.challenges[event.challenge]
    if event.accepted:
        challenge.accepted_at = at
    else:
        _close_challenge(state, challenge, at, won=event.lost)


def end_challenge(state: TournamentState, pair: PairRecord, at: float) -> None:
    """Close the challenge whose game has ended, and move the places by its result."""
    challenge = next((each for each in state.challenges.values() if each.pair == pair.number), None)
    if challenge is not None:
        first, second = state.pair_points(pair)
        ahead = first - second if pair.pairing.first == challenge.challenger else second - first
        _close_challenge(state, challenge, at, won=ahead > 0)


def _close_challenge(state: TournamentState, challenge: ChallengeRecord, at: float, *, won: bool) -> None:
    """Close a challenge. The challenger takes the place if it has `won`."""
    del state.challenges[challenge.number]
    state.met_at[frozenset((challenge.challenger, challenge.challenged))] = at
    if challenge.challenger in state.places and challenge.challenged in state.places:
        state.places = after_challenge(state.places, challenge.challenger, challenge.challenged, won)
