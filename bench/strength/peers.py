"""Matches against public programs from the `bench` extra: OpenSpiel, py-draughts, easyAI and bitbully.

Both sides have the same wall time for a move, unless a row says otherwise. Each opening, a few random moves, is played
twice with colours swapped. A program that is not installed is skipped.
"""

import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from bench.engine import peers
from bench.engine.figures import Figure, absent
from bench.strength.connect4 import SECOND
from bench.strength.matches import Score, after, opening
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Game
from kibitz_server.games.registry import load

Moves = tuple[str, ...]
Player = Callable[[Moves], str]
"""Function that chooses a move after some moves from the start."""
SECONDS = 0.1
GAMES, QUICK_GAMES = 20, 2
SEED = 5
OPEN_SPIEL_NAMES = {
    "connect4": "connect_four",
    "gomoku": "gomoku",
    "hex": "hex",
    "kalah": "mancala",
    "reversi": "othello",
    "ultimate": "ultimate_tic_tac_toe",
}
OPTIONS: dict[str, dict[str, object]] = {"hex": {"swap": False}}
"""Options of games that OpenSpiel plays by other rules than our default."""
ALGORITHMS = {"hex": "mcts"}
"""Our algorithm, where it is not alpha-beta."""
GOALS = {"hex": 95.0}
"""Least share of the points against OpenSpiel, in percent; others are only reported."""
EXPLORATION = 2.0
"""Constant of UCT in the examples of OpenSpiel."""
MEMORY_MB = 1000
UNLIMITED = 10**9
EASY_AI_PLIES = 5
"""Depth of easyAI's own example of Connect Four."""


def figures(quick: bool) -> Iterator[Figure]:
    """Yield the share of points against each program, and of results kept against perfect play."""
    games = QUICK_GAMES if quick else GAMES
    for name in OPEN_SPIEL_NAMES:
        quantity = f"{name}: points against OpenSpiel's Monte Carlo search in C++"
        yield against(quantity, name, open_spiel(name), peers.OPEN_SPIEL, games, GOALS.get(name))
    yield against("draughts: points against py-draughts", "draughts", py_draughts(), peers.PY_DRAUGHTS, games)
    yield against(
        "connect4: points against easyAI",
        "connect4",
        easy_ai(),
        peers.EASY_AI,
        games,
        more=f"; easyAI: {EASY_AI_PLIES} plies, which take it seconds",
    )
    yield against_perfect_play(games)


def against(
    quantity: str, name: str, player: Player | None, peer: str, games: int, goal: float | None = None, more: str = ""
) -> Figure:
    """Return the share of points of our engine against a program."""
    if player is None:
        return absent(quantity, peers.missing(peer), goal)
    game, dice = load(name, OPTIONS.get(name, {})), random.Random(SEED)
    engine = partial(chosen, game, ALGORITHMS.get(name, "alphabeta"), Limit(seconds=SECONDS))
    pairs = []
    for _ in range(games // 2):
        start = opening(game, dice)
        pairs.append(points(game, start, (engine, player), 0) + points(game, start, (player, engine), 1))
    score = Score(tuple(pairs))
    return Figure(quantity, 100 * score.share, "%", goal, detail=f"{score}, {SECONDS} s a move{more}")


def against_perfect_play(games: int) -> Figure:
    """Return the share of games against bitbully in which level 10 reaches the result of the opening."""
    quantity = "connect4: results that level 10 keeps against bitbully"
    perfect = bitbully()
    if perfect is None:
        return absent(quantity, peers.missing(peers.BITBULLY))
    game, dice = load("connect4"), random.Random(SEED)
    engine = partial(chosen, game, "level", Limit(nodes=SECOND, level=10))
    kept = 0
    for number in range(games):
        start, seat = opening(game, dice), number % 2
        players = (engine, perfect) if seat == 0 else (perfect, engine)
        kept += points(game, start, players, seat) == points(game, start, (perfect, perfect), seat)
    detail = f"{kept} of {games} random openings; bitbully plays perfectly, {SECOND:,} nodes a move"
    return Figure(quantity, 100 * kept / games, "%", 100, detail=detail)


def points(game: Game, moves: Moves, players: tuple[Player, Player], seat: int) -> float:
    """Play on from an opening. Return the points of a seat: 1, 0.5 or 0."""
    position = after(game, moves)
    while position.to_move is not None:
        text = players[position.to_move](moves)
        position, moves = position.after(position.find(text)), (*moves, text)
    assert position.outcome
    return 0.5 if position.outcome.winner is None else float(position.outcome.winner == seat)


def chosen(game: Game, algorithm: str, limit: Limit, moves: Moves) -> str:
    """Return the move of our engine."""
    control = SearchControl()
    control.reset(limit.nodes)
    return run(after(game, moves), algorithm, limit, control).move


def open_spiel(name: str) -> Player | None:
    """Return OpenSpiel's Monte Carlo search with random playouts, which also proves results."""
    spiel = peers.found("pyspiel")
    if spiel is None:
        return None
    game = spiel.load_game(OPEN_SPIEL_NAMES[name])
    evaluator = spiel.RandomRolloutEvaluator(1, SEED)
    bot = spiel.MCTSBot(
        game, evaluator, EXPLORATION, UNLIMITED, MEMORY_MB, True, SEED, False, max_wall_clock_time=SECONDS
    )

    def choose(moves: Moves) -> str:
        state = game.new_initial_state()
        for text in moves:
            found = open_spiel_actions(name, state)
            if text not in found:  # ultimate tic-tac-toe: the choice of a board comes before that of a cell
                state.apply_action(found[text.partition("/")[0]])
                found = open_spiel_actions(name, state)
            state.apply_action(found[text])
        while True:
            action = bot.step(state)
            text = open_spiel_text(name, state, action)
            state.apply_action(action)
            if name != "ultimate" or "/" in text:
                return text

    return choose


def open_spiel_actions(name: str, state: Any) -> dict[str, int]:
    """Return the legal actions of OpenSpiel by our texts."""
    return {open_spiel_text(name, state, action): action for action in state.legal_actions()}


def open_spiel_text(name: str, state: Any, action: int) -> str:
    """Return our text of an action. A choice of a board in ultimate tic-tac-toe is the number of the board."""
    text = str(state.action_to_string(state.current_player(), action))
    numbers = [int(each) for each in re.findall(r"\d+", text)]
    match name:
        case "connect4":
            return str(numbers[0] + 1)
        case "gomoku":
            return f"{'abcdefghijklmno'[numbers[1]]}{numbers[0] + 1}"
        case "kalah":
            return str((numbers[0] - 1) % 7 + 1)  # houses of the second player are 8 to 13
        case "ultimate" if len(numbers) == 1:
            return str(numbers[0] + 1)
        case "ultimate":
            return f"{numbers[0] + 1}/{3 * numbers[1] + numbers[2] + 1}"
    return text


def py_draughts() -> Player | None:
    """Return py-draughts' search by depth and time, on its American board with compulsory captures."""
    american, engines = peers.found("draughts.boards.american"), peers.found("draughts.engines")
    if american is None or engines is None:
        return None

    def legal_moves(board: Any) -> Any:
        return board._legal_moves_from_core(american._CORE, max_capture=False)

    board: Any = type("EnglishBoard", (american.Board,), {"legal_moves": property(legal_moves)})
    game, engine = load("draughts"), engines.SimpleEngine(depth_limit=64, time_limit=SECONDS)

    def choose(moves: Moves) -> str:
        move = engine.get_best_move(board.from_fen(after(game, moves).text))
        return ("x" if move.captured_list else "-").join(str(square + 1) for square in move.square_list)

    return choose


def easy_ai() -> Player | None:
    """Return easyAI's alpha-beta for its own Connect Four."""
    easy, module = peers.found("easyAI"), peers.found("easyAI.games.ConnectFour")
    if easy is None or module is None:
        return None
    search = easy.Negamax(EASY_AI_PLIES)

    def choose(moves: Moves) -> str:
        game = module.ConnectFour([easy.AI_Player(search), easy.AI_Player(search)])
        for text in moves:
            game.play_move(int(text) - 1)
        return str(int(search(game)) + 1)

    return choose


def bitbully() -> Player | None:
    """Return bitbully with its book of openings, which plays Connect Four perfectly."""
    bully = peers.found("bitbully")
    if bully is None:
        return None
    solver = bully.BitBully()

    def choose(moves: Moves) -> str:
        board = bully.Board()
        for text in moves:
            board.play(int(text) - 1)
        return str(solver.best_move(board) + 1)

    return choose
