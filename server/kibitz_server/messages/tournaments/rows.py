"""Rows of a tournament: entrants, games, pairings, challenges, and tournaments themselves."""

from collections.abc import Callable

from kibitz_server.core.tournament.formats.bracket import round_name
from kibitz_server.core.tournament.records import ChallengeRecord, EntrantRecord, GameRecord, PairRecord, RoundRecord
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.values import Bye, ByeKind, Entrant, Format, GameOutcome, HowEnded
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.messages.outgoing import Data

LivePly = Callable[[str], tuple[str, int] | None]
"""Returns phase and number of plies of a match in memory, as spectators see it, by its id."""
RESULTS: dict[tuple[float, float], str] = {(1, 0): "1-0", (0, 1): "0-1", (0.5, 0.5): "1/2-1/2", (0, 0): "0-0"}
FORFEITS: dict[tuple[float, float], str] = {(1, 0): "+--", (0, 1): "--+", (0, 0): "---"}


def entrant_data(entrant: EntrantRecord) -> Data:
    """Return the `EntrantView` of an entrant of a tournament."""
    return view_data(entrant.number, entrant.entrant)


def view_data(number: int, entrant: Entrant) -> Data:
    """Return the `EntrantView` of an entrant with a number."""
    player, name = entrant.player, entrant.name
    return {
        "number": number,
        "name": name,
        "kind": entrant.kind,
        "account": player.account if isinstance(player, Human) else None,
        "rating": entrant.rating,
        "engine": player.name if isinstance(player, Engine) and player.name != name else None,
    }


def result_text(outcome: GameOutcome | None) -> str:
    """Return the result of a game from the view of the entrant that moved first, empty without one."""
    if outcome is None:
        return ""
    return (FORFEITS if outcome.how is HowEnded.FORFEIT else RESULTS).get(outcome.points, "0-0")


def game_data(state: TournamentState, game: GameRecord, live: LivePly) -> Data:
    """Return a `GameRow`."""
    begun, outcome = game.begun, game.outcome
    phase, ply = ("void" if game.void else "finished"), game.plies
    if game.runs:
        phase, ply = live(begun.match_id) or ("running", 0)
    return {
        "game": game.number,
        "round": game.round,
        "pair": begun.pair,
        "board": state.pairs[begun.pair - 1].pairing.board,
        "match": begun.match_id,
        "code": begun.code,
        "first": entrant_data(state.entrant(game.first)),
        "second": entrant_data(state.entrant(game.second)),
        "phase": phase,
        "points": None if outcome is None else list(outcome.points),
        "result": result_text(outcome),
        "reason": game.reason,
        "ply": ply,
        "opening": None if begun.opening is None else begun.opening + 1,
        "set_by": game.set_by,
    }


def pair_data(state: TournamentState, pair: PairRecord, live: LivePly) -> Data:
    """Return the `PairRow` of a pairing with its games."""
    games = [state.games[slot.game - 1] for slot in pair.slots if slot.game]
    first, second = pair.entrants
    played = any(state.slot_points(pair, slot) is not None for slot in range(len(pair.slots)))
    results = [result_text(game.outcome) for game in games if game.outcome is not None]
    return {
        "board": pair.pairing.board,
        "pair": pair.number,
        "first": entrant_data(state.entrant(first)),
        "second": entrant_data(state.entrant(second)),
        "score": list(state.pair_points(pair)) if played else None,
        "result": results[0] if len(pair.slots) == 1 and results else "",
        "games": [game_data(state, game, live) for game in games],
    }


def bye_data(state: TournamentState, bye: Bye) -> Data:
    """Return the `PairRow` of a bye."""
    points = {ByeKind.PAIRING: state.terms.bye, ByeKind.HALF: 0.5, ByeKind.ZERO: 0.0}[bye.kind]
    return {
        "board": 0,
        "pair": None,
        "first": entrant_data(state.entrant(bye.entrant)),
        "second": None,
        "score": [points],
        "bye": bye.kind,
    }


def round_rows(state: TournamentState, made: RoundRecord, live: LivePly) -> list[Data]:
    """Return the `PairRow`s of a round in the order of the boards, byes last."""
    pairs = sorted((state.pairs[number - 1] for number in made.pairs), key=lambda pair: pair.pairing.board)
    return [pair_data(state, pair, live) for pair in pairs] + [bye_data(state, bye) for bye in made.byes.values()]


def round_label(state: TournamentState, number: int) -> str:
    """Return the name of a round of a knockout, such as `final`; empty in other formats."""
    return round_name(state.planned_rounds, number) if state.format is Format.KNOCKOUT and number else ""


def challenge_data(state: TournamentState, challenge: ChallengeRecord, until: float | None) -> Data:
    """Return a `ChallengeView`. `until` is in seconds since 1970."""
    return {
        "challenge": challenge.number,
        "challenger": entrant_data(state.entrant(challenge.challenger)),
        "challenged": entrant_data(state.entrant(challenge.challenged)),
        "accepted": challenge.accepted_at is not None,
        "until": until,
    }
