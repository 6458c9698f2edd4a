"""The commands of puzzles: get one, answer it, get help, and list what was tried.

The first result of a player at a puzzle counts, and is stored before the answer is sent. So moves that are tried in
advance, or answers that are repeated, win nothing: the first wrong one has counted.
"""

import json
from collections.abc import Callable
from typing import Any, TypeVar

import sqlalchemy as sql

from kibitz_protocol.commands import puzzles as protocol
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.games.game import BadPosition, IllegalMove, Position
from kibitz_server.games.registry import UnknownGame, named_game
from kibitz_server.handlers.puzzles.data import attempt_data, judged_data, puzzle_data, solver_data
from kibitz_server.handlers.request import AwaitedOutcome, Request
from kibitz_server.messages.game_names import listed_name
from kibitz_server.puzzles.choosing import DAY_S, FRESH_S, HARDER, day_of, day_start, of_the_day, one_of
from kibitz_server.puzzles.judging import Judgement, Misplaced, judge, next_move, own_moves
from kibitz_server.store.archive import puzzles
from kibitz_server.store.archive.puzzles import FAILED, HELPED, SOLVED, Attempt, SolverStanding, StoredPuzzle, Wanted

T = TypeVar("T")
NONE_YET = "there is no puzzle of that kind yet"


async def next_puzzle(request: Request[protocol.NextPuzzle]) -> None:
    """Answer with a puzzle near the rating of the player.

    Raises:
        CommandRefused: There is none.
    """
    message, player_id, runtime = request.message, request.client.player.id, request.runtime
    game = listed_name(message.game)
    wanted = Wanted(player_id, game, message.theme, runtime.wall_clock() - FRESH_S, message.skip)
    harder = HARDER[message.level]

    def near(connection: sql.Connection) -> puzzles.NearPuzzles:
        return puzzles.near(connection, wanted, harder)

    found = await _query(request, near)
    chosen = one_of(found.puzzles, runtime.random.below)
    if chosen is None:
        raise await _none_yet(request, message.game)
    await _show(request, chosen)


async def _none_yet(request: Request[Any], game: str | None) -> CommandRefused:
    """Return the refusal of a wish that no puzzle fits: the game is unknown, or others have puzzles."""
    if game is not None:
        try:
            named_game(game)
        except UnknownGame as error:
            return CommandRefused(Code.UNKNOWN_GAME, str(error), "`kibitz games` lists them")
    games = ", ".join(sorted(await _query(request, puzzles.counts)))
    hint = f"the server makes puzzles of finished matches; puzzles now: {games or 'none'}"
    return CommandRefused(Code.UNKNOWN_PUZZLE, NONE_YET, hint)


async def show_puzzle(request: Request[protocol.ShowPuzzle]) -> None:
    """Answer with a puzzle by its id.

    Raises:
        CommandRefused: There is none, or it is of a match of the player that has just ended.
    """
    await _show(request, await _found(request, request.message.puzzle))


async def daily_puzzle(request: Request[protocol.DailyPuzzle]) -> None:
    """Answer with the puzzle of today.

    Raises:
        CommandRefused: The game has none.
    """
    now, wanted = request.runtime.wall_clock(), listed_name(request.message.game)
    day = day_of(now)

    def of_today(connection: sql.Connection) -> StoredPuzzle | None:
        game = wanted
        if game is None:
            games = sorted(puzzles.counts(connection))
            if not games:
                return None
            game = games[int(now // DAY_S) % len(games)]
        # Published a day before, so that no player of its match has it while it is fresh.
        chosen = of_the_day(puzzles.before(connection, game, day_start(now) - FRESH_S), day, game)
        return puzzles.find(connection, chosen) if chosen is not None else None

    found = await _query(request, of_today)
    if found is None:
        raise await _none_yet(request, request.message.game)
    await _show(request, found, day)


async def answer_puzzle(request: Request[protocol.AnswerPuzzle]) -> None:
    """Judge the moves of a player.

    Raises:
        CommandRefused: There is no such puzzle, or a move is illegal.
    """
    puzzle = await _found(request, request.message.puzzle)
    found = _judged(puzzle, request.message.moves)
    await _reply(request, puzzle, found, SOLVED if found.over else None if found.right else FAILED)


async def help_puzzle(request: Request[protocol.HelpPuzzle]) -> None:
    """Answer with the first cell of the next move, or with the solution.

    Raises:
        CommandRefused: There is no such puzzle, or the moves before are not right. The attempt ends then, too.
    """
    message = request.message
    puzzle = await _found(request, message.puzzle)
    if message.what == "solution":
        await _reply(request, puzzle, _shown(lambda: judge(puzzle, own_moves(puzzle))), HELPED)
        return
    # Before a look at the moves, or help with a wrong move would tell that it is wrong and cost nothing.
    attempt, _, _ = await _note(request, puzzle, HELPED)
    found = _judged(puzzle, message.moves)
    try:
        move = next_move(puzzle, found)
    except Misplaced as error:
        raise CommandRefused(Code.BAD_MOVES, str(error), "send the moves that were right") from None
    result = attempt.result if attempt else None
    request.reply({"kind": "puzzle_hint", "puzzle": puzzle.id, **_begin_of(found.position, move), "result": result})


async def list_attempts(request: Request[protocol.ListPuzzleAttempts]) -> None:
    """Answer with the attempts of the player that counted."""
    message, player_id = request.message, request.client.player.id
    game = listed_name(message.game)

    def read(connection: sql.Connection) -> tuple[list[Attempt], list[str], list[tuple[str, SolverStanding]]]:
        tried = puzzles.attempts(connection, player_id, game, message.limit)
        return tried, sorted(puzzles.counts(connection)), puzzles.solver_of_games(connection, player_id)

    tried, games, known = await _query(request, read)
    request.reply(
        {
            "kind": "puzzle_attempts",
            "attempts": [attempt_data(attempt) for attempt in tried],
            "games": games,
            "you": [solver_data(of, solver) for of, solver in known],
        }
    )


async def _query(request: Request[Any], query: Callable[[sql.Connection], T]) -> T:
    """Return the result of a query, after the bundled puzzles were stored."""
    library, store = request.runtime.puzzles, request.runtime.store
    if not library.filled:
        if not store.healthy:
            raise CommandRefused(Code.NOT_SAVED, hint="try again in a moment")
        error: Exception | None = await AwaitedOutcome(library.fill)
        if error is not None:
            raise CommandRefused(Code.NOT_SAVED, hint="try again in a moment") from error
    return await request.read(lambda: store.query(query))


async def _found(request: Request[Any], id: str) -> StoredPuzzle:
    puzzle = await _query(request, lambda connection: puzzles.find(connection, id))
    if puzzle is None:
        raise CommandRefused(Code.UNKNOWN_PUZZLE, hint="`kibitz puzzle` gets another one")
    own = request.client.player.id in json.loads(puzzle.player_ids)
    if own and puzzle.ended_at > request.runtime.wall_clock() - FRESH_S:
        sentence = "the puzzle is of a match of yours, which ended less than a day ago"
        raise CommandRefused(Code.UNKNOWN_PUZZLE, sentence, "try it tomorrow")
    return puzzle


async def _show(request: Request[Any], puzzle: StoredPuzzle, day: str | None = None) -> None:
    player_id = request.client.player.id

    def read(connection: sql.Connection) -> tuple[SolverStanding, Attempt | None]:
        return puzzles.solver(connection, player_id, puzzle.game), puzzles.attempt(connection, player_id, puzzle.id)

    solver, attempt = await _query(request, read)
    request.reply(_shown(lambda: puzzle_data(puzzle, solver, attempt, day)))


def _judged(puzzle: StoredPuzzle, moves: list[str]) -> Judgement:
    try:
        return _shown(lambda: judge(puzzle, moves))
    except Misplaced as error:
        raise CommandRefused(Code.ILLEGAL_MOVE, str(error)) from None


def _shown(show: Callable[[], T]) -> T:
    """Return what `show` makes of a puzzle. Raises CommandRefused for one of a game that this server has not."""
    try:
        return show()
    except (UnknownGame, BadPosition, IllegalMove) as error:
        sentence = f"this server cannot show that puzzle: {error}"
        raise CommandRefused(Code.UNKNOWN_PUZZLE, sentence, "its game may have changed") from None


async def _note(
    request: Request[Any], puzzle: StoredPuzzle, result: str | None
) -> tuple[Attempt | None, bool, StoredPuzzle]:
    """Store a result unless one counts. Return the attempt that counts, whether it is this one, and the puzzle."""
    player_id, now = request.client.player.id, request.runtime.wall_clock()
    earlier = await _query(request, lambda connection: puzzles.attempt(connection, player_id, puzzle.id))
    if earlier is not None or result is None:
        return earlier, False, puzzle
    made = await request.change(lambda connection: puzzles.note(connection, puzzle, player_id, result, now))
    rated = await _query(request, lambda connection: puzzles.find(connection, puzzle.id))
    return made, True, rated or puzzle


async def _reply(request: Request[Any], puzzle: StoredPuzzle, found: Judgement, result: str | None) -> None:
    attempt, made, puzzle = await _note(request, puzzle, result)
    player_id = request.client.player.id
    solver = await _query(request, lambda connection: puzzles.solver(connection, player_id, puzzle.game))
    request.reply(judged_data(puzzle, found, solver, attempt, made))


def _begin_of(at: Position, text: str) -> dict[str, object]:
    """Return the first cell of a move and its name, or the first character of a move without cells."""
    path = at.find(text).path
    return {"cell": path[0] if path else None, "start": text[:2] if path else text[:1]}
