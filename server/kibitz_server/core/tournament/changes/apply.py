"""Change of a tournament's state by an event. No other code changes it, so the stored events rebuild it."""

from typing import assert_never

from kibitz_server.core.tournament.changes.entrants import change_entry, change_rest, number_by_seed
from kibitz_server.core.tournament.changes.ladder_places import change_challenge, delay_challenges
from kibitz_server.core.tournament.changes.results import begin_game, end_game
from kibitz_server.core.tournament.changes.rounds import pair_round
from kibitz_server.core.tournament.events import (
    ChallengeAnswered,
    Challenged,
    EntrantApproved,
    EntrantJoined,
    EntrantLeft,
    EntrantReady,
    EntrantRested,
    EntrantReturned,
    Event,
    Extended,
    GameBegun,
    GameCounted,
    GameVoided,
    ResultSet,
    RoundEnded,
    RoundPaired,
    SeasonEnded,
    SprtDecided,
    TieBreaksChanged,
    TournamentCreated,
    TournamentEnded,
    TournamentHidden,
    TournamentPaused,
    TournamentResumed,
    TournamentStarted,
)
from kibitz_server.core.tournament.state import TournamentState


def apply(state: TournamentState, event: Event, at: float) -> None:
    """Apply an event, which happened at a time on the clock of matches. Events are applied in their order.

    Raises:
        AssertionError: It is a second creation.
    """
    state.seq += 1
    state.version += 1
    match event:
        case EntrantJoined() | EntrantApproved() | EntrantLeft() | EntrantReturned():
            change_entry(state, event, at)
        case EntrantRested() | EntrantReady():
            change_rest(state, event, at)
        case TournamentStarted():
            number_by_seed(state, event, at)
        case RoundPaired():
            pair_round(state, event, at)
        case RoundEnded(round=number):
            state.rounds[number - 1].ended_at = at
            state.open_rounds.pop(number, None)
        case GameBegun():
            begin_game(state, event, at)
        case GameCounted() | GameVoided() | ResultSet():
            end_game(state, event, at)
        case TournamentPaused():
            state.paused, state.paused_at = event, at
            state.pauses += 1
        case TournamentResumed():
            _resume(state, at)
        case Extended(rounds=rounds, seconds=seconds):
            state.more_rounds += rounds
            state.more_seconds += seconds
        case TieBreaksChanged(tie_breaks=names):
            state.tie_breaks = names
            state.tie_break_changes += 1
        case TournamentHidden():
            state.hidden = True
        case Challenged() | ChallengeAnswered():
            change_challenge(state, event, at)
        case SeasonEnded():
            state.seasons.append(event)
        case SprtDecided():
            state.sprt = event
        case TournamentEnded():
            state.ended, state.ended_at = event, at
            state.due.clear()
            state.challenges.clear()
        case TournamentCreated():
            raise AssertionError("a tournament is created once")
        case _:
            assert_never(event)


def _resume(state: TournamentState, at: float) -> None:
    """End a pause. Its time since the start counts neither for an arena nor for challenges."""
    if state.paused_at is not None and state.started_at is not None:
        paused_s = at - max(state.paused_at, state.started_at)
        state.paused_s += paused_s
        delay_challenges(state, paused_s)
    state.paused = state.paused_at = None
