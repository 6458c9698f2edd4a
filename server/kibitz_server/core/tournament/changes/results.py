"""Games of a tournament: how events begin, end and count them, and change their results."""

from kibitz_server.core.tournament.arena_score import ArenaGame, ArenaResult, arena_score
from kibitz_server.core.tournament.changes.ladder_places import end_challenge
from kibitz_server.core.tournament.changes.rounds import forfeit_pair, note_progress
from kibitz_server.core.tournament.events import GameBegun, GameCounted, GameVoided, ResultSet
from kibitz_server.core.tournament.records import GameRecord, PairRecord
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.values import Format, GameOutcome, HowEnded


def begin_game(state: TournamentState, event: GameBegun, at: float) -> None:
    """Add a game that runs."""
    pair = state.pairs[event.pair - 1]
    game = GameRecord(event, pair.round, at)
    state.games.append(game)
    state.matches[event.match_id] = event.game
    pair.slots[event.slot].game = event.game
    pair.opening = event.opening
    state.running[event.game] = game
    for number in (event.first, event.second):
        entrant = state.entrants[number - 1]
        entrant.games.append(event.game)
        entrant.running.append(event.game)
    note_progress(state, pair)


def end_game(state: TournamentState, event: GameCounted | GameVoided | ResultSet, at: float) -> None:
    """End a game with a result or void, or change its result. Its former result is taken back first."""
    game = state.games[event.game - 1]
    if game.runs:
        _stop(state, game, at)
    state.revised += game.outcome is not None or isinstance(event, ResultSet)
    _uncount(state, game)
    if isinstance(event, GameCounted):
        game.played, game.reason = event.outcome, event.reason
        state.counted_games.append(game.number)
        game.plies, game.sides, game.moves_hash = event.plies, event.sides, event.moves_hash
        _note_failures(state, game, event.outcome)
        _count(state, game, event.outcome)
    elif isinstance(event, ResultSet):
        game.changes += 1
        game.set_by = event.by if event.outcome is not None else None
        game.reason = event.reason
        outcome = event.outcome or game.played
        assert outcome is not None
        if game.played is None and game.number not in state.counted_games:
            state.counted_games.append(game.number)
        _count(state, game, outcome)
    else:
        game.void, game.outcome, game.reason = True, None, event.reason
        state.pairs[game.begun.pair - 1].slots[game.begun.slot].voids += 1
        game.set_by = None
        game.changes += bool(event.by)
    _note_ends(state, state.pairs[game.begun.pair - 1], game, again=isinstance(event, GameVoided) and event.again)
    if state.format is Format.LADDER and game.outcome is not None:
        end_challenge(state, state.pairs[game.begun.pair - 1], at)


def _stop(state: TournamentState, game: GameRecord, at: float) -> None:
    """Stop a running game. Its entrants are free then."""
    game.ended_at = at
    del state.running[game.number]
    for number in (game.first, game.second):
        entrant = state.entrants[number - 1]
        entrant.running.remove(game.number)
        entrant.free_since = at


def _count(state: TournamentState, game: GameRecord, outcome: GameOutcome) -> None:
    game.outcome, game.void = outcome, False
    _add(state, game, outcome, 1)


def _uncount(state: TournamentState, game: GameRecord) -> None:
    """Remove a game from points and counts, if it counted."""
    if game.outcome is not None:
        outcome, game.outcome = game.outcome, None
        _add(state, game, outcome, -1)


def _add(state: TournamentState, game: GameRecord, outcome: GameOutcome, sign: int) -> None:
    """Add the result of a game to points and counts, or take it back with the sign -1."""
    state.counted += sign
    one, other = outcome.points
    for number, own, opponents in ((game.first, one, other), (game.second, other, one)):
        entrant = state.entrants[number - 1]
        entrant.note_result(own, opponents, sign)
        if state.format is not Format.ARENA:
            entrant.points += sign * own
    if state.format is Format.ARENA:
        _score(state, game)


def _score(state: TournamentState, game: GameRecord) -> None:
    """Compute the points of both entrants of a game of an arena from all their games: they depend on streaks."""
    for number in (game.first, game.second):
        entrant = state.entrants[number - 1]
        counted = [state.games[each - 1] for each in entrant.games]
        games = [_as_arena_game(each, number) for each in counted if each.outcome is not None]
        entrant.sheet = arena_score(games, state.terms.all_draws)
        entrant.points = float(entrant.sheet.points)


def _note_failures(state: TournamentState, game: GameRecord, outcome: GameOutcome) -> None:
    for number, points in zip((game.first, game.second), outcome.points, strict=True):
        entrant = state.entrants[number - 1]
        failed = outcome.how is HowEnded.FAILURE and points == 0 and entrant.engine
        entrant.failures = entrant.failures + 1 if failed else 0


def _note_ends(state: TournamentState, pair: PairRecord, game: GameRecord, again: bool) -> None:
    """Note what the end of a game, or a change of its result, means for its pair."""
    slot = pair.slots[game.begun.slot]
    if game.number == slot.game:
        slot.dropped = game.void and not again
        if game.void and again and any(state.entrants[number - 1].left for number in pair.entrants):
            forfeit_pair(state, pair)
    note_progress(state, pair)


def _as_arena_game(game: GameRecord, number: int) -> ArenaGame:
    """Return a counted game as one of its entrants sees it."""
    side = int(number == game.second)
    own, other = game.points_of(number), game.points_of(game.first if side else game.second)
    figures = game.sides[side] if game.sides else None
    return ArenaGame(
        ArenaResult.WON if own > other else ArenaResult.DRAWN if own == other > 0 else ArenaResult.LOST,
        berserk=figures is not None and figures.berserk,
        own_moves=figures.moves if figures else 0,
    )
