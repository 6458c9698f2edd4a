"""Games of a tournament: which can begin, and what their begin and end mean."""

from collections.abc import Iterator

from kibitz_server.core.search_seed import seed_in_event
from kibitz_server.core.tournament.commands import BeginGame, CountGame, VoidGame
from kibitz_server.core.tournament.events import (
    EntrantLeft,
    EntrantRested,
    Event,
    GameBegun,
    GameCounted,
    GameVoided,
    TournamentPaused,
)
from kibitz_server.core.tournament.records import GameRecord, PairRecord
from kibitz_server.core.tournament.rules.decision import DueGame
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.values import Format, GameOutcome, HowEnded
from kibitz_server.core.values.refusal import Reason, Refusal

MOST_FAILURES = 3
"""Games in a row that an engine loses by failure before it is withdrawn."""
MOST_VOIDS = 5
"""How often a game is void before the tournament pauses, so that its organiser can decide."""
MISSED = "missed a first move"


def due_games(state: TournamentState, now: float) -> Iterator[DueGame]:
    """Yield the games that can begin now, in the order of rounds and boards.

    People and bots play one game at a time. The caller begins as many games of engines as have a slot, and may do so
    before it takes the next one: of the games of a large tournament it looks only at those that it begins.
    """
    ends_at = state.arena_ends_at
    if ends_at is None or now < ends_at:
        yield from waiting_games(state)


def waiting_games(state: TournamentState) -> Iterator[DueGame]:
    """Yield the games that can begin, whether or not the time of an arena is up."""
    if not state.runs or state.paused is not None:
        return
    busy: set[int] = set()
    for pair in sorted(state.due.values(), key=lambda pair: (pair.round, pair.pairing.board, pair.number)):
        if not state.rounds[pair.round - 1].complete:
            continue
        for slot in range(len(pair.slots)):
            if not state.waits(pair, slot):
                continue
            sides = pair.sides(slot)
            if all(state.entrant(number).available and number not in busy for number in sides):
                busy.update(number for number in sides if not state.entrant(number).engine)
                yield _due(state, pair, slot)


def _due(state: TournamentState, pair: PairRecord, slot: int) -> DueGame:
    first, second = pair.sides(slot)
    openings, seed = state.terms.openings, state.terms.seed
    return DueGame(
        round=pair.round,
        pair=pair.number,
        slot=slot,
        first=first,
        second=second,
        opening=pair.opening,
        position=openings.openings[pair.opening] if openings is not None and pair.opening is not None else None,
        seeds=(seed_in_event(seed, pair.number, slot, 0), seed_in_event(seed, pair.number, slot, 1)),
        engines=state.entrant(first).engine and state.entrant(second).engine,
    )


def due_again(state: TournamentState, game: GameRecord) -> DueGame:
    """Return the values with which a game began, for a caller that must create its match again."""
    return _due(state, state.pairs[game.begun.pair - 1], game.begun.slot)


def begin(state: TournamentState, command: BeginGame) -> list[Event] | Refusal:
    """Return what happens when a due game begins as a match."""
    if not state.runs or state.paused is not None or not 1 <= command.pair <= len(state.pairs):
        return Refusal(Reason.NOT_RUNNING, "no game of this tournament can begin now")
    pair = state.pairs[command.pair - 1]
    ready = state.rounds[pair.round - 1].complete and 0 <= command.slot < len(pair.slots)
    if not ready or not state.waits(pair, command.slot) or command.match_id in state.matches:
        return Refusal(Reason.ALREADY_PAIRED, "this game has begun, or is not played any more")
    first, second = pair.sides(command.slot)
    if not (state.entrant(first).available and state.entrant(second).available):
        return Refusal(Reason.ALREADY_PAIRED, "an entrant of this game plays another one, or rests")
    return [
        GameBegun(
            game=len(state.games) + 1,
            pair=pair.number,
            slot=command.slot,
            first=first,
            second=second,
            match_id=command.match_id,
            code=command.code,
            opening=pair.opening,
        )
    ]


def _running(state: TournamentState, match_id: str) -> GameRecord | list[Event] | Refusal:
    """Return the running game that a match is; no events if it is over already, and a refusal if there is none."""
    game = state.game_of_match(match_id)
    if game is None:
        return Refusal(Reason.NOT_RUNNING, "this match is not a game of the tournament")
    return game if game.runs and state.ended is None else []


def count(state: TournamentState, command: CountGame) -> list[Event] | Refusal:
    """Return what happens when the match of a game has ended. A game that is over already is not counted twice."""
    game = _running(state, command.match_id)
    if not isinstance(game, GameRecord):
        return game
    outcome = command.outcome
    counted: list[Event] = [
        GameCounted(
            game=game.number,
            outcome=outcome,
            reason=command.reason,
            plies=command.plies,
            sides=command.sides,
            moves_hash=command.moves_hash,
        )
    ]
    for number, points in zip((game.first, game.second), outcome.points, strict=True):
        counted += _consequences(state, number, points, outcome)
    return counted


def _consequences(state: TournamentState, number: int, points: float, outcome: GameOutcome) -> list[Event]:
    """Return what a lost game means for an entrant beyond its points."""
    entrant = state.entrant(number)
    if points or not entrant.active:
        return []
    if outcome.how is HowEnded.FAILURE and entrant.engine and entrant.failures + 1 >= MOST_FAILURES:
        reason = f"failed in {MOST_FAILURES} games in a row"
        return [EntrantLeft(number, removed=True, reason=reason, entrant=state.entrant(number).entrant)]
    if outcome.how is HowEnded.FORFEIT and state.format is Format.ARENA and not entrant.resting:
        return [EntrantRested(number, reason=MISSED)]
    return []


def void(state: TournamentState, command: VoidGame) -> list[Event] | Refusal:
    """Return what happens when a match ended without a result that counts, as by an error of the server."""
    game = _running(state, command.match_id)
    if not isinstance(game, GameRecord):
        return game
    voided: list[Event] = [GameVoided(game.number, command.reason, again=replayed(state))]
    slot = state.pairs[game.begun.pair - 1].slots[game.begun.slot]
    if replayed(state) and slot.voids + 1 >= MOST_VOIDS and state.paused is None:
        # The same cause would end the next match too, and each void game is a stored event.
        names = " - ".join(state.entrant(number).entrant.name for number in (game.first, game.second))
        voided.append(TournamentPaused(f"the game {names} was void {slot.voids + 1} times: {command.reason}"))
    return voided


def replayed(state: TournamentState) -> bool:
    """Return whether a void game is played again. In an arena its entrants are paired with others instead."""
    return state.format is not Format.ARENA
