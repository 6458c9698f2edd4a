"""Rules of a running match: berserk, moves of players and engines, their pace, chance events, resignation."""

from itertools import chain
from typing import NamedTuple

from kibitz_protocol.fairness.chance import Seeds, decide
from kibitz_server.core.adjudication import SearchedMove, result_by
from kibitz_server.core.history import FoundMove
from kibitz_server.core.match.commands import EngineMoved, GiveClientSeed, GoBerserk, MakeOffer, PlayMove, SetPace
from kibitz_server.core.match.deadlines import finished, given_up
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.seats import not_seated
from kibitz_server.core.match.state import MatchState
from kibitz_server.core.settling import may_settle
from kibitz_server.core.values.clock import MAX_LAG_S
from kibitz_server.core.values.endings import ENGINE_FAILURE, RESIGNATION
from kibitz_server.core.values.events import (
    ChanceDecided,
    Event,
    MatchFinished,
    MatchPaused,
    MatchResumed,
    MovePlayed,
    PaceSet,
    Result,
    SearchInfo,
    WentBerserk,
)
from kibitz_server.core.values.players import Engine
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.games.game import IllegalMove


class DecidedMove(NamedTuple):
    """Events of a legal move or a chance event, and what was found for it: the match need not find it again."""

    events: list[Event]
    found: FoundMove


def decide_chances(match: MatchState) -> list[DecidedMove]:
    """Decide chance events until none is due or the game is over, and return them in order."""
    decided: list[DecidedMove] = []
    seeds, position, number = _seeds_of(match), match.position, len(match.history.chance_events)
    while due := position.chances:
        number += 1
        chosen = due[decide(seeds, number, [each.weight for each in due])]
        move = chosen.move
        events: list[Event] = [ChanceDecided(number, chosen.text, position.said(move))]
        position = position.after(move)
        if (outcome := position.outcome) is not None:
            events.append(finished(outcome))
        decided.append(DecidedMove(events, FoundMove(move, position)))
    return decided


def play(match: MatchState, command: PlayMove, now: float) -> DecidedMove | Refusal:
    """Return a move of a human player in a running match, or a refusal."""
    seat = match.seat_of(command.by)
    if seat is None:
        return not_seated("you can watch it")
    look, history = "look at the position again", match.history
    if command.ply != len(history.moves):
        sentence = f"the match is at ply {match.ply}, your move was for ply {command.ply}"
        return Refusal(Reason.STALE_PLY, sentence, look)
    if seat != history.position.to_move:
        return Refusal(Reason.NOT_YOUR_TURN, "it is not your turn", "wait for the other side's move")
    if command.position is not None and command.position != history.position.seen_by(seat).id:
        return Refusal(Reason.STALE_PLY, "your move was for another position", look)
    try:
        found = history.find(command.move)
    except IllegalMove as error:
        return _illegal(match, command.move, error, seat)
    return _moved(match, seat, found, None, now, command.lag_s, command.id)


def go_berserk(match: MatchState, by: str) -> list[Event] | Refusal:
    """Return the event of a player who gives up half of the time and the increment, or a refusal."""
    seat, clock = match.seat_of(by), match.clock
    if seat is None:
        return not_seated("you can watch it")
    if clock is None or not match.created.terms.berserk:
        return Refusal(Reason.NO_BERSERK, "this match is played without berserk", "arenas allow it")
    if seat in match.history.moved:
        return Refusal(Reason.NO_BERSERK, "you have made your first move", "go berserk before it in the next game")
    return [WentBerserk(seat, clock.remaining_s[seat] / 2)]


def already_done(match: MatchState, command: PlayMove | MakeOffer | GiveClientSeed | GoBerserk) -> bool:
    """Return whether this command was carried out before: a client repeats it when the answer was lost.

    A move counts even if it was taken back later. The first client seed of a player is final, so a second one counts
    as well, and so does going berserk a second time.
    """
    if isinstance(command, GoBerserk):
        return any(match.berserk[seat] for seat in match.seats_of(command.by))
    if isinstance(command, GiveClientSeed):
        return match.chance and any(match.client_seeds[seat] is not None for seat in match.seats_of(command.by))
    if command.id is None:
        return False
    if isinstance(command, PlayMove) and 0 <= command.ply < match.ply:
        played = match.moves[command.ply]
        if played.command == command.id and played.seat in match.seats_of(command.by):
            return True
    if not match.earlier:
        return False
    what = command.ply if isinstance(command, PlayMove) else command.kind
    return any((seat, command.id, what) in match.earlier for seat in match.seats_of(command.by))


def engine_moved(match: MatchState, command: EngineMoved, now: float) -> DecidedMove | Refusal:
    """Return the move that a search found, or a refusal."""
    stale = _stale_search(match, command.turn)
    if stale:
        return stale
    seat = match.to_move
    assert seat is not None
    try:
        found = match.history.find(command.move)
    except IllegalMove as error:
        return _illegal(match, command.move, error, seat)
    return _moved(match, seat, found, command.search_info, now)


def engine_failed(match: MatchState, turn: int, now: float) -> list[Event] | Refusal:
    """Return the event of an engine that found no move: it loses, so that its opponent does not wait forever."""
    if stale := _stale_search(match, turn):
        return stale
    assert match.to_move is not None
    return [MatchFinished(given_up(match, match.to_move, ENGINE_FAILURE), match.elapsed_s(now))]


def set_pace(match: MatchState, command: SetPace) -> list[Event] | Refusal:
    """Return the events of a new pace of two engines or of a step, or a refusal.

    A pace is the shortest time in which an engine answers. The host pauses such a match by an offer to pause.
    """
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


def resign(match: MatchState, by: str, now: float) -> list[Event] | Refusal:
    """Return the event of a resignation, on either side's turn, or a refusal.

    The opponent wins whatever pieces it has: unlike a flag, a resignation says who won (FIDE 5.1.2).
    """
    seat = match.seat_of(by)
    if seat is None:
        return not_seated("to leave a match you watch, stop watching")
    return [MatchFinished(Result(1 - seat, RESIGNATION), match.elapsed_s(now))]


def _moved(
    match: MatchState,
    seat: int,
    found: FoundMove,
    search_info: SearchInfo | None,
    now: float,
    lag_s: float = 0.0,
    command: str | None = None,
) -> DecidedMove:
    elapsed_s = match.turn.elapsed_s(now)
    credit_s, remaining_s, periods = 0.0, None, None
    clock = match.clock
    if clock is not None:
        if match.first_move:
            remaining_s, periods = clock.remaining_s[seat], clock.periods[seat]
        else:
            credit_s = max(0.0, min(lag_s, MAX_LAG_S, elapsed_s))
            remaining_s, periods = clock.left_after_move(seat, elapsed_s - credit_s)
    text, ply = found.move.text, len(match.history.moves)
    said = match.history.position.said(found.move) if match.game.has_said else None
    shown, credit, name = search_info, credit_s, found.position.opening_name
    played = MovePlayed(ply, seat, text, elapsed_s, remaining_s, shown, periods or None, credit, command, said, name)
    outcome = found.position.outcome
    if outcome is not None:
        settles = not match.played_on and may_settle(found.position, match.seats)
        return DecidedMove([played, MatchPaused(0.0, adjourned=False) if settles else finished(outcome)], found)
    if (result := _adjudicated(match, played)) is not None:
        return DecidedMove([played, MatchFinished(result, 0.0)], found)
    return DecidedMove([played], found)


def _adjudicated(match: MatchState, played: MovePlayed) -> Result | None:
    """Return the result with which a move ends a match between engines by its terms; None if the match goes on."""
    rules = match.created.terms.adjudication
    if rules is None or not all(isinstance(player, Engine) for player in match.seats):
        return None
    newest = chain([played], reversed(match.moves))
    return result_by(rules, match.ply + 1, (SearchedMove(move.seat, move.thought) for move in newest))


def _seeds_of(match: MatchState) -> Seeds:
    created = match.created
    assert created.server_seed is not None
    return Seeds.of(created.server_seed, created.id, match.client_seeds, repeatable=created.repeatable)


def _illegal(match: MatchState, text: str, error: IllegalMove, seat: int) -> Refusal:
    sentence = str(error)
    return Refusal(Reason.ILLEGAL_MOVE, sentence, match.position.seen_by(seat).instead_of(text, sentence))


def _stale_search(match: MatchState, turn: int) -> Refusal | None:
    seat = match.to_move
    if turn == match.turn.number and seat is not None and isinstance(match.seats[seat], Engine):
        return None
    return Refusal(Reason.STALE_PLY, f"this is turn {match.turn.number}, the search was for turn {turn}")
