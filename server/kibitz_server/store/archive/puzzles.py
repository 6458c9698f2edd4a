"""Queries and changes of puzzles, of the attempts at them, and of the ratings of solvers.

Each is a function of a connection. A change may run again after a failure, so it has no effects outside the database.
"""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sql

from kibitz_server.core.lobby.ratings import SCALE, Rating, updated_ratings
from kibitz_server.store.tables import ended, puzzle_attempts, puzzle_ratings, puzzle_sources, puzzles

SOLVED, FAILED, HELPED = "solved", "failed", "helped"
"""Results of attempts. With help, nothing is rated."""
PLIES = (6, 300)
"""Moves of matches of which puzzles are made."""
NEAREST = 12
"""Puzzles near a rating, among which the server chooses."""
LIKE = '%"{}"%'


class StoredPuzzle(NamedTuple):
    """A puzzle as it is stored; the columns are explained at the table."""

    id: str
    game: str
    options: str
    position: str | None
    lead: str | None
    line: str
    refuted: str
    win: float
    themes: str
    players: str
    player_ids: str
    match_id: str | None
    code: str | None
    ply: int
    ended_at: float
    at: float
    removed: bool
    mu: float
    sigma: float
    attempts: int
    solved: int

    @property
    def rating(self) -> Rating:
        """Rating of the puzzle."""
        return Rating(self.mu, self.sigma, self.attempts)


class Attempt(NamedTuple):
    """The attempt of a player at a puzzle that counts; the columns are explained at the table."""

    player_id: str
    puzzle_id: str
    game: str
    at: float
    result: str
    before: int
    after: int


class SolverStanding(NamedTuple):
    """What is known of a player as a solver of puzzles of a game."""

    rating: Rating = Rating()
    solved: int = 0
    streak: int = 0
    best: int = 0


class Wanted(NamedTuple):
    """Which puzzle a player wants.

    Attributes:
        player_id: The player, who gets no puzzle twice while there are others.
        game: Only puzzles of this game; None for any.
        theme: Only puzzles with this theme; None for any.
        fresh_at: The players of a match that ended after this time get no puzzle of it.
        skip: A puzzle that is not wanted again now.
    """

    player_id: str
    game: str | None = None
    theme: str | None = None
    fresh_at: float = 0.0
    skip: str | None = None


class NearPuzzles(NamedTuple):
    """Puzzles near the wanted rating, the nearest first; `again` if the player has tried all of them before."""

    puzzles: Sequence[StoredPuzzle]
    again: bool


def find(connection: sql.Connection, id: str) -> StoredPuzzle | None:
    """Return a puzzle that was not removed."""
    row = connection.execute(sql.select(puzzles).where(puzzles.c.id == id, ~puzzles.c.removed)).one_or_none()
    return StoredPuzzle(*row) if row is not None else None


def near(connection: sql.Connection, wanted: Wanted, harder: float = 0) -> NearPuzzles:
    """Return the puzzles that are nearest to the strength of a player.

    Args:
        connection: The database.
        wanted: Which puzzles.
        harder: How much harder they are to be than equal, in points of a shown rating.
    """
    of_player = puzzle_attempts.c.player_id == wanted.player_id
    tried = sql.select(puzzle_attempts.c.puzzle_id).where(of_player)
    fits = [~puzzles.c.removed]
    if wanted.game is not None:
        fits.append(puzzles.c.game == wanted.game)
    if wanted.theme is not None:
        fits.append(puzzles.c.themes.contains(wanted.theme, autoescape=True))
    if wanted.skip is not None:
        fits.append(puzzles.c.id != wanted.skip)
    mu = solver(connection, wanted.player_id, wanted.game).rating.mu + harder / SCALE
    own = puzzles.c.player_ids.like(LIKE.format(wanted.player_id)) & (puzzles.c.ended_at > wanted.fresh_at)
    query = sql.select(puzzles).where(*fits, ~own).order_by(sql.func.abs(puzzles.c.mu - mu), puzzles.c.id)
    fresh = connection.execute(query.where(puzzles.c.id.not_in(tried)).limit(NEAREST)).all()
    if fresh:
        return NearPuzzles([StoredPuzzle(*row) for row in fresh], again=False)
    # The ones that were tried first come again first.
    again = sql.select(puzzles).join(puzzle_attempts, puzzle_attempts.c.puzzle_id == puzzles.c.id)
    again = again.where(*fits, ~own, of_player).order_by(puzzle_attempts.c.at).limit(1)
    return NearPuzzles([StoredPuzzle(*row) for row in connection.execute(again)], again=True)


def before(connection: sql.Connection, game: str, at: float) -> list[str]:
    """Return the ids of the puzzles of a game that were published before a time, in their order."""
    fits = (puzzles.c.game == game, puzzles.c.at < at, ~puzzles.c.removed)
    return list(connection.execute(sql.select(puzzles.c.id).where(*fits).order_by(puzzles.c.id)).scalars())


def counts(connection: sql.Connection) -> dict[str, int]:
    """Return how many puzzles each game has."""
    query = sql.select(puzzles.c.game, sql.func.count().label("number")).where(~puzzles.c.removed)
    return {row.game: row.number for row in connection.execute(query.group_by(puzzles.c.game))}


def listed(connection: sql.Connection, game: str | None, most: int) -> list[StoredPuzzle]:
    """Return the newest puzzles, of one game or of all."""
    query = sql.select(puzzles).where(~puzzles.c.removed).order_by(puzzles.c.at.desc(), puzzles.c.id).limit(most)
    if game is not None:
        query = query.where(puzzles.c.game == game)
    return [StoredPuzzle(*row) for row in connection.execute(query)]


def add(connection: sql.Connection, found: Sequence[StoredPuzzle], most: int | None = None) -> int:
    """Store puzzles that are new, and return how many they are.

    Args:
        connection: The database.
        found: The puzzles.
        most: Puzzles of a game that are kept. The oldest ones from matches go first, with the attempts at them.
    """
    if not found:
        return 0
    ids = [puzzle.id for puzzle in found]
    known = set(connection.execute(sql.select(puzzles.c.id).where(puzzles.c.id.in_(ids))).scalars())
    new = {puzzle.id: puzzle for puzzle in found if puzzle.id not in known}
    if new:
        connection.execute(sql.insert(puzzles), [puzzle._asdict() for puzzle in new.values()])
    if most is not None:
        for game in {puzzle.game for puzzle in new.values()}:
            _limit(connection, game, most)
    return len(new)


def _limit(connection: sql.Connection, game: str, most: int) -> None:
    """Delete the oldest puzzles of a game beyond a number, except those that came with Kibitz."""
    kept = sql.select(puzzles.c.id).where(puzzles.c.game == game).order_by(puzzles.c.at.desc(), puzzles.c.id)
    over = list(connection.execute(kept.where(puzzles.c.match_id.is_not(None)).offset(most).limit(1000)).scalars())
    if over:
        connection.execute(sql.delete(puzzle_attempts).where(puzzle_attempts.c.puzzle_id.in_(over)))
        connection.execute(sql.delete(puzzles).where(puzzles.c.id.in_(over)))


def remove(connection: sql.Connection, ids: Collection[str]) -> int:
    """Mark puzzles as removed, and return how many there were."""
    change = sql.update(puzzles).where(puzzles.c.id.in_(ids), ~puzzles.c.removed).values(removed=True)
    return connection.execute(change).rowcount


def solver(connection: sql.Connection, player_id: str, game: str | None) -> SolverStanding:
    """Return what is known of a solver in a game; without a game, in that of most attempts."""
    table = puzzle_ratings
    query = sql.select(table).where(table.c.player_id == player_id)
    if game is not None:
        query = query.where(table.c.game == game)
    row = connection.execute(query.order_by(table.c.attempts.desc()).limit(1)).one_or_none()
    if row is None:
        return SolverStanding()
    return _standing(row)


def _standing(row: sql.Row[Any]) -> SolverStanding:
    return SolverStanding(Rating(row.mu, row.sigma, row.attempts), row.solved, row.streak, row.best)


def solver_of_games(connection: sql.Connection, player_id: str) -> list[tuple[str, SolverStanding]]:
    """Return the games in which a player has tried puzzles, with what is known of the solver in each."""
    table = puzzle_ratings
    rows = connection.execute(sql.select(table).where(table.c.player_id == player_id).order_by(table.c.game))
    return [
        (row.game, SolverStanding(Rating(row.mu, row.sigma, row.attempts), row.solved, row.streak, row.best))
        for row in rows
    ]


def attempt(connection: sql.Connection, player_id: str, puzzle_id: str) -> Attempt | None:
    """Return the attempt of a player at a puzzle that counts."""
    table = puzzle_attempts
    query = sql.select(table).where(table.c.player_id == player_id, table.c.puzzle_id == puzzle_id)
    row = connection.execute(query).one_or_none()
    return Attempt(*row) if row is not None else None


def attempts(connection: sql.Connection, player_id: str, game: str | None, most: int) -> list[Attempt]:
    """Return the last attempts of a player, the newest first."""
    table = puzzle_attempts
    query = sql.select(table).where(table.c.player_id == player_id)
    if game is not None:
        query = query.where(table.c.game == game)
    ordered = query.order_by(table.c.at.desc(), table.c.puzzle_id).limit(most)
    return [Attempt(*row) for row in connection.execute(ordered)]


def note(connection: sql.Connection, puzzle: StoredPuzzle, player_id: str, result: str, at: float) -> Attempt:
    """Store the result of an attempt, unless an earlier one counts, and return the one that counts.

    A solved or failed puzzle changes the ratings of both, as a match between them would.
    """
    if (earlier := attempt(connection, player_id, puzzle.id)) is not None:
        return earlier
    known = solver(connection, player_id, puzzle.game)
    row = connection.execute(sql.select(puzzles).where(puzzles.c.id == puzzle.id)).one_or_none()
    current = StoredPuzzle(*row) if row is not None else puzzle
    ours, theirs, solved = known.rating, current.rating, result == SOLVED
    if result != HELPED:
        ours, theirs = updated_ratings([ours, theirs], 0 if solved else 1)
    made = Attempt(player_id, puzzle.id, puzzle.game, at, result, known.rating.shown, ours.shown)
    connection.execute(sql.insert(puzzle_attempts), [made._asdict()])
    if result == HELPED:
        return made
    streak = known.streak + 1 if solved else 0
    table = puzzle_ratings
    connection.execute(sql.delete(table).where(table.c.player_id == player_id, table.c.game == puzzle.game))
    values = {
        "player_id": player_id,
        "game": puzzle.game,
        "mu": ours.mu,
        "sigma": ours.sigma,
        "attempts": ours.matches,
        "solved": known.solved + solved,
        "streak": streak,
        "best": max(known.best, streak),
    }
    connection.execute(sql.insert(table), [values])
    change = sql.update(puzzles).where(puzzles.c.id == puzzle.id)
    change = change.values(
        mu=theirs.mu, sigma=theirs.sigma, attempts=current.attempts + 1, solved=current.solved + solved
    )
    connection.execute(change)
    return made


def unsearched(connection: sql.Connection, since: float, most: int) -> list[tuple[str, float]]:
    """Return the listed matches that ended since a time, and in which no puzzles were looked for, the last ones first.

    Each is an id, and when the match ended.
    """
    searched = sql.select(puzzle_sources.c.match_id)
    fits = (
        ended.c.listed,
        ~ended.c.aborted,
        ended.c.plies.between(*PLIES),
        ended.c.ended_at >= since,
        ended.c.match_id.not_in(searched),
    )
    query = sql.select(ended.c.match_id, ended.c.ended_at).where(*fits).order_by(ended.c.ended_at.desc()).limit(most)
    return [(id, at) for id, at in connection.execute(query)]


def note_source(connection: sql.Connection, match_id: str) -> None:
    """Store that puzzles were looked for in a match."""
    connection.execute(sql.delete(puzzle_sources).where(puzzle_sources.c.match_id == match_id))
    connection.execute(sql.insert(puzzle_sources), [{"match_id": match_id}])
