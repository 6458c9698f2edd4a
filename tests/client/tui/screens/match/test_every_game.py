"""Every game is played to its end in the app with its real rules: by typing, cursor keys and mouse."""

import random
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, OptionList

from kibitz_client.board.shapes import in_play
from kibitz_client.match.state import MatchState
from kibitz_client.requests import build
from kibitz_client.tui.app import KibitzApp
from kibitz_client.tui.screens.dialogs import Pick
from kibitz_client.tui.screens.match.move_buttons import MoveButtons
from kibitz_client.tui.screens.match.number_fields import NumberField, NumberInput
from kibitz_client.tui.screens.match.play import PlayScreen
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_protocol.to_server import GiveClientSeed
from kibitz_protocol.values.boards import Board
from kibitz_protocol.values.state import State
from kibitz_server.games.game import LegalMove, Position
from kibitz_server.games.registry import declarations, load
from tests.client.tui.real_server import RealServerClient
from tests.effort import pairs
from tests.fakes.app import running, shows, until
from tests.server.conftest import InProcessServer

pytestmark = pytest.mark.app

Play = Callable[[KibitzApp, Pilot[None], str], Awaitable[None]]
TAIL = 5
"""How many plies are played in the app. The match starts with the plies before them."""

SHORT = {"hands": 4}
"""Options of a match of cards that ends soon."""

STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
WANTED = {"reversi": "pass", "draughts": "x", "international": "x", "russian": ":"}
"""Text of a move that the end of a game must contain, to test special picks."""


def games(*, chance: bool) -> list[str]:
    """Return the names of the games with chance, or of those without."""
    return [declaration.name for declaration in declarations() if declaration.chance == chance]


def at_random(game: str, seed: int) -> list[LegalMove]:
    """Return the moves of a random game."""
    rng, position, moves = random.Random(seed), load(game).start(), []
    while position.outcome is None:
        moves.append(rng.choice(position.legal))
        position = position.after(moves[-1])
    return moves


def near_the_end(game: str, left: int = TAIL) -> list[str]:
    """Return the line of a game with chance, from which a random one lasted some more plies."""
    rng, position, line = random.Random(1), load(game).start(), []
    while position.outcome is None:
        text = rng.choice([each.text for each in position.legal or position.chances])
        line.append((text, position.to_move is not None))
        position = position.after(position.find(text))
    moves = [place for place, (_, is_move) in enumerate(line) if is_move]
    return [text for text, _ in line[: moves[-left]]]


def worth_playing(game: str) -> list[LegalMove]:
    """Return the first random game whose last mover makes a move that must be tested in its last plies."""
    for seed in range(500):
        moves = at_random(game, seed)
        own = moves[-TAIL:][::-1][::2]
        if any(WANTED.get(game, "") in move.text for move in own):
            return moves
    raise AssertionError(f"no random game of {game} ends with what is wanted")


async def typed(_app: KibitzApp, pilot: Pilot[None], move: str) -> None:
    """Type a move and press Enter."""
    await pilot.press(*move, "enter")


async def by_cursor(app: KibitzApp, pilot: Pilot[None], move: str) -> None:
    """Press arrow keys to each cell and Enter; only Enter for a move without cells, or F3 for one of several."""
    if move in app.screen.query_one(MoveButtons).moves or number_field(app, move) is not None:
        await pilot.press("f3")
        await among_several(app, pilot, move, by_mouse=False)
        return
    passing: list[int | None] = [None]
    for cell in cells_of(app, move) or passing:
        board = app.screen.query_one(BoardWidget)
        if board.cursor_cell is None:
            await pilot.press("down")
        if cell is not None:
            await pilot.press(*way(board, cell))
            assert board.cursor_cell == cell
        await pilot.press("enter")
    await among_several(app, pilot, move, by_mouse=False)


async def by_mouse(app: KibitzApp, pilot: Pilot[None], move: str) -> None:
    """Click each cell; click the message line for a move without cells."""
    cells = cells_of(app, move)
    for cell in cells:
        board = app.screen.query_one(BoardWidget)
        assert board._canvas is not None
        box = board._canvas.layout.boxes[cell]
        await pilot.click(BoardWidget, offset=(box.x + box.width // 2, box.y))
    if not cells and move in app.screen.query_one(MoveButtons).moves:
        await until(pilot, lambda: bool(drawn_buttons(app, move)))
        await pilot.click(drawn_buttons(app, move)[-1])
    elif (field := number_field(app, move)) is not None:
        field.query_one(NumberInput).put(int(move.split()[-1]))
        await pilot.click(field.query("Button").first())
    elif not cells:
        await until(pilot, lambda: shows(app, "only move"))
        await pilot.click("#say")
    await among_several(app, pilot, move, by_mouse=True)


def cells_of(app: KibitzApp, move: str) -> list[int]:
    """Return the cells to pick for a move on the shown board."""
    board = app.screen.query_one(BoardWidget)
    assert board.position is not None
    assert board.board is not None
    return cells_to_pick(board.board, board.position, move)


def cells_to_pick(board: Board, position: State, move: str) -> list[int]:
    """Return the first and last cell of a move on a grid, all of them on points, the first one on other boards."""
    path = dict(zip(position.legal, position.paths, strict=True))[move]
    if len(path) < 2 or board.shape == "points":
        return path
    return [path[0], path[-1]] if board.shape == "grid" else path[:1]


def way(board: BoardWidget, cell: int) -> list[str]:
    """Return the fewest arrow keys to a cell."""
    assert board._canvas is not None
    assert board.cursor_cell is not None
    found: dict[int, list[str]] = {board.cursor_cell: []}
    open_ = deque(found)
    while cell not in found:
        here = open_.popleft()
        for key, step in STEPS.items():
            there = board._canvas.layout.neighbour(here, *step, lambda one: able(board, one))
            if there not in found:
                found[there] = [*found[here], key]
                open_.append(there)
    return found[cell]


def able(board: BoardWidget, cell: int) -> bool:
    """Return whether the cursor may go to a cell."""
    assert board.board is not None
    assert board.position is not None
    return in_play(board.board, board.position, cell)


async def among_several(app: KibitzApp, pilot: Pilot[None], move: str, *, by_mouse: bool) -> None:
    """Choose the move from the list, if several moves have the same cells."""
    await pilot.pause()
    if not isinstance(app.screen, Pick):
        return
    await until(pilot, lambda: bool(app.screen.query(OptionList)))
    found = app.screen.query_one(OptionList)
    listed = [str(option.prompt) for option in found.options]
    place = listed.index(move if move in listed else next(text for text in listed if text.startswith(move.split()[0])))
    if by_mouse:
        await pilot.click(OptionList, offset=(2, place))
    else:
        await pilot.press("home", *["down"] * place, "enter")
    await until(pilot, lambda: isinstance(app.screen, PlayScreen))
    if move not in listed:
        # All raises are one entry, which focuses the field of their numbers.
        await until(pilot, lambda: isinstance(app.focused, NumberInput))
        await pilot.press(*move.split()[-1], "enter")


def drawn_buttons(app: KibitzApp, move: str) -> list[Button]:
    """Return the buttons of a move that are on the screen."""
    buttons = app.screen.query("MoveButtons Button").results(Button)
    return [button for button in buttons if button.name == move and button.is_attached and button.size.width]


def number_field(app: KibitzApp, move: str) -> NumberField | None:
    """Return the field in which the number of a move is entered; None for a move without one."""
    return next((field for field in app.screen.query(NumberField) if move in field.group.moves), None)


@pytest.mark.parametrize(("game", "play"), pairs(games(chance=False), [typed, by_cursor, by_mouse]))
async def test_a_game_is_played_to_its_end(game: str, play: Play) -> None:
    """Each of our moves is played, the result is shown, and a rematch starts with the sides swapped."""
    moves = worth_playing(game)
    start = len(moves) - min(TAIL, len(moves))
    server = InProcessServer()
    client, other = RealServerClient(server), server.connect("mia")
    own = position_after(game, moves[:-1]).to_move
    seats = [{"kind": "open"}, {"kind": "open"}]
    seats[1 - (own or 0)] = {"kind": "me"}
    code = other.host(game, seats=seats, moves=[move.text for move in moves[:start]])
    async with running(client) as (app, pilot):
        app.matches.open(code, join=True)
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and shows(app, "(you)"))
        if play is by_cursor:
            await pilot.press("escape")
        match = play_screen(app).match
        for ply, move in enumerate(moves[start:]):
            if position_after(game, moves[: start + ply]).to_move == own:
                await until(pilot, partial(shows_ply, app, ply))
                await play(app, pilot, move.text)
            else:
                answer = other.ask("move", match=match, ply=ply, move=move.text)
                assert answer.t == "accepted", answer
                client.settle()
            await until(pilot, partial(shows_ply, app, ply + 1))
        await until(pilot, lambda: shows(app, "You win") or shows(app, "You lose") or shows(app, "Draw"))
        # Also where the board has the focus, what is typed goes to the prompt.
        await pilot.press(*"/rematch", "enter")
        await until(pilot, lambda: bool(client.of("offer")))
        other.ask("accept", match=match, offer="rematch")
        client.settle()
        await until(pilot, lambda: shows_ply(app, 0) and play_screen(app).match != match)


@pytest.mark.parametrize(("game", "play"), pairs(games(chance=True), [typed, by_cursor, by_mouse]))
async def test_a_game_with_chance_is_played_to_its_end(game: str, play: Play) -> None:
    """Once both players have given a client seed, the match starts; our moves follow whatever chance decides."""
    server = InProcessServer()
    client, other = RealServerClient(server), server.connect("mia")
    # A match with hidden cards starts at the beginning, because its host would know what is hidden.
    begin: dict[str, Any] = {"options": SHORT} if load(game).hidden else {"moves": near_the_end(game)}
    code = other.host(game, seats=[{"kind": "open"}, {"kind": "me"}], **begin)
    async with running(client) as (app, pilot):
        app.matches.open(code, join=True)
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and shows(app, "(you)"))
        match, rng = play_screen(app).match, random.Random(1)
        await client.ask(build(GiveClientSeed, match=match, client_seed="otter"))
        assert other.ask("give_client_seed", match=match, client_seed="mia").t == "accepted"
        client.settle()
        await until(pilot, lambda: is_next(app, -1))
        if play is by_cursor:
            await pilot.press("escape")
        while not (state := state_of(app)).over:
            before = state.position.ply
            move = rng.choice(state.position.legal)
            if state.your_turn:
                await play(app, pilot, move)
            else:
                answer = other.ask("move", match=match, ply=before, move=move)
                assert answer.t == "accepted", answer
                client.settle()
            await until(pilot, partial(is_next, app, before))
        await until(pilot, lambda: any(shows(app, text) for text in ("You win", "You lose", "Draw")))


def play_screen(app: KibitzApp) -> PlayScreen:
    """Return the screen of our match."""
    assert isinstance(app.screen, PlayScreen)
    return app.screen


def state_of(app: KibitzApp) -> MatchState:
    """Return the match on the screen."""
    state = play_screen(app).state
    assert state is not None
    return state


def is_next(app: KibitzApp, ply: int) -> bool:
    """Return whether the board shows a later position in which a side may move, or the match is over."""
    state, position = state_of(app), app.screen.query_one(BoardWidget).position
    decided = position is not None and position.position == state.position.position
    return state.over or (decided and is_later(state, ply))


def is_later(state: MatchState, ply: int) -> bool:
    """Return whether a side may move after more plies than these, or the match is over."""
    able = state.phase == "running" and state.position.to_move is not None
    return state.over or (able and state.position.ply > ply)


def shows_ply(app: KibitzApp, ply: int) -> bool:
    """Return whether the board shows the position after some plies."""
    found = app.screen.query(BoardWidget)
    position = found.first().position if found else None
    return position is not None and position.ply == ply


def position_after(game: str, moves: list[LegalMove]) -> Position:
    """Return the position after some moves."""
    position = load(game).start()
    for move in moves:
        position = position.after(move)
    return position


async def test_what_a_move_took_is_told_also_where_two_come_together() -> None:
    """Dots show what the last move took, also if the move before it was never drawn."""
    server = InProcessServer()
    client, ann, mia = RealServerClient(server), server.connect("ann"), server.connect("mia")
    code = ann.host("nim")
    match = mia.ask("join", match=code).result.match
    async with running(client) as (app, pilot):
        app.matches.open(code, join=False)
        await until(pilot, lambda: shows(app, "|  |  |  |  |  |  |"))
        ann.ask("move", match=match, ply=0, move="4-3")
        mia.ask("move", match=match, ply=1, move="3-2")
        client.settle()
        await until(pilot, lambda: shows(app, "|  |  |  .  ."))
        assert not shows(app, "|  |  |  |  .")
