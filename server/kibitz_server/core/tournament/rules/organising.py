"""Commands of the organiser: start, pause, resume, extend, cancel, results, pairs and tie-breaks."""

from kibitz_server.core.tournament.commands import (
    Cancel,
    Extend,
    Hide,
    Pause,
    Resume,
    SetPair,
    SetResult,
    SetTieBreaks,
    StartTournament,
)
from kibitz_server.core.tournament.events import (
    Event,
    Extended,
    GameVoided,
    ResultSet,
    TieBreaksChanged,
    TournamentEnded,
    TournamentHidden,
    TournamentPaused,
    TournamentResumed,
)
from kibitz_server.core.tournament.formats import swiss
from kibitz_server.core.tournament.records import GameRecord
from kibitz_server.core.tournament.rules.games import replayed
from kibitz_server.core.tournament.rules.progress import ending, start_events, start_obstacle
from kibitz_server.core.tournament.rules.terms import bad_format, tie_breaks_fault
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.values import Format
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason, Refusal

MOST_PAUSES = 1000
MOST_RESULT_CHANGES = 50
"""How often the result of one game may be set."""
MOST_TIE_BREAK_CHANGES = 100
MOST_ROUNDS = 15
MOST_SECONDS = 24 * 3600.0
"""Most rounds of a Swiss, and longest arena, extensions included."""


def not_organiser(state: TournamentState, by: Human | None) -> Refusal | None:
    """Return the refusal of a command that only the organiser may send; None if the player is that, or the server."""
    if by is None or by.id == state.created.organiser.id:
        return None
    name = state.created.organiser.shown
    return Refusal(Reason.NOT_ORGANISER, f"only the organiser, {name}, may do this")


def start(state: TournamentState, _command: StartTournament, now: float) -> list[Event] | Refusal:
    """Return what happens when the organiser starts the tournament."""
    if state.ended is not None or state.started:
        return _wrong_time("this tournament has started already" if state.ended is None else "this tournament is over")
    obstacle = start_obstacle(state)
    return Refusal(Reason.NO_PAIRING, obstacle, "let others enter first") if obstacle else start_events(state, now)


def pause(state: TournamentState, command: Pause) -> list[Event] | Refusal:
    """Return what happens when the organiser pauses the tournament. Games that run go on."""
    if state.ended is not None:
        return _wrong_time("this tournament is over")
    if state.paused is not None:
        return _wrong_time("this tournament is paused already")
    if state.pauses >= MOST_PAUSES:
        return Refusal(Reason.TOO_MANY, f"this tournament was paused {MOST_PAUSES} times")
    return [TournamentPaused(command.reason, command.by.shown if command.by else "")]


def resume(state: TournamentState, _command: Resume) -> list[Event] | Refusal:
    """Return what happens when the organiser lets the tournament go on."""
    if state.ended is not None or state.paused is None:
        return Refusal(Reason.NOT_PAUSED, "this tournament is not paused")
    return [TournamentResumed()]


def extend(state: TournamentState, command: Extend) -> list[Event] | Refusal:
    """Return what happens when the organiser adds rounds of a Swiss or time of an arena."""
    if state.ended is not None:
        return _wrong_time("this tournament is over")
    if state.format is Format.SWISS and command.rounds > 0 and not command.seconds:
        if state.planned_rounds + command.rounds > MOST_ROUNDS:
            return bad_format(f"a swiss has at most {MOST_ROUNDS} rounds")
        return [Extended(rounds=command.rounds)]
    if state.format is Format.ARENA and command.seconds > 0 and not command.rounds:
        if (state.terms.minutes or 0.0) * 60 + state.more_seconds + command.seconds > MOST_SECONDS:
            return bad_format("an arena lasts at most a day")
        return [Extended(seconds=command.seconds)]
    return bad_format("a swiss can be extended by rounds, and an arena by minutes; no other format can be extended")


def cancel(state: TournamentState, command: Cancel) -> list[Event] | Refusal:
    """Return what happens when the organiser or a moderator ends the tournament early."""
    if state.ended is not None:
        return _wrong_time("this tournament is over")
    reason = command.reason or ("ended by a moderator" if command.moderator else "ended by the organiser")
    return ending(state, TournamentEnded(reason, cancelled=True))


def hide(state: TournamentState, command: Hide) -> list[Event]:
    """Return what happens when a moderator takes the tournament out of lists, at any time."""
    return [] if state.hidden else [TournamentHidden(command.reason)]


def set_result(state: TournamentState, command: SetResult) -> list[Event] | Refusal:
    """Return what happens when the organiser sets, voids or restores the result of a game."""
    if not 1 <= command.game <= len(state.games):
        return Refusal(Reason.NO_PAIRING, f"there is no game {command.game}", "list the games with their numbers")
    game = state.games[command.game - 1]
    if game.changes >= MOST_RESULT_CHANGES:
        return Refusal(Reason.TOO_MANY, f"the result of this game was changed {MOST_RESULT_CHANGES} times")
    slot = state.pairs[game.begun.pair - 1].slots[game.begun.slot]
    if slot.game != game.number or slot.forfeit is not None:
        return Refusal(Reason.ALREADY_PAIRED, f"game {game.number} is void and was replaced", "change the other game")
    if state.format is Format.LADDER and not game.runs and not game.void:
        return Refusal(Reason.ALREADY_PAIRED, "the places of the ladder follow from this result, so it stands")
    if state.format is Format.KNOCKOUT and len(state.rounds) > game.round:
        return Refusal(Reason.ALREADY_PAIRED, f"round {game.round + 1} was paired by this result, so it stands")
    if command.void:
        return _void_result(state, command, game)
    if command.outcome is None and game.played is None:
        return Refusal(Reason.NOT_OVER, "the match of this game had no result to restore", "set a result instead")
    return [ResultSet(game.number, command.outcome, command.by.shown, command.reason)]


def _void_result(state: TournamentState, command: SetResult, game: GameRecord) -> list[Event] | Refusal:
    if game.void:
        return _wrong_time(f"game {game.number} is void already")
    if state.ended is not None:
        return _wrong_time("this tournament is over, so no game is played again: set the result instead")
    if state.format is Format.SWISS and len(state.rounds) > game.round:
        return Refusal(
            Reason.ALREADY_PAIRED,
            f"round {game.round + 1} is paired, so a game of round {game.round} cannot be played again",
            "set its result instead",
        )
    return [GameVoided(game.number, command.reason, again=replayed(state), by=command.by.shown)]


def set_pair(state: TournamentState, command: SetPair) -> list[Event] | Refusal:
    """Return what happens when the organiser pairs two entrants of the next round."""
    if state.format is not Format.SWISS:
        return bad_format("only the rounds of a swiss can be paired by hand")
    return swiss.set_pair(state, command)


def set_tie_breaks(state: TournamentState, command: SetTieBreaks) -> list[Event] | Refusal:
    """Return what happens when the organiser chooses other tie-breaks."""
    if state.tie_break_changes >= MOST_TIE_BREAK_CHANGES:
        return Refusal(Reason.TOO_MANY, f"the tie-breaks were changed {MOST_TIE_BREAK_CHANGES} times")
    fault = tie_breaks_fault(state.format, command.tie_breaks)
    return fault or [TieBreaksChanged(command.tie_breaks)]


def _wrong_time(message: str) -> Refusal:
    return Refusal(Reason.NOT_RUNNING, message)
