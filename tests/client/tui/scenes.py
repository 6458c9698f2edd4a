"""The scenes of docs/terminal.md and of the snapshots: how to come to each screen, and what the page says about it."""

from collections.abc import Awaitable, Callable
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Input, Select
from textual.widgets._select import SelectOverlay

from kibitz_client.parsing.arguments import ExplainRequest
from kibitz_client.storage.preferences import Preferences
from kibitz_client.tui.app import KibitzApp
from kibitz_client.tui.screens.match.base import NARROW
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.tree.search_tree import SearchTree
from kibitz_protocol.to_client import Entered, Lobby, Said
from kibitz_protocol.values.clocks import Fischer
from kibitz_protocol.values.matches import Phase, Result
from kibitz_protocol.values.seats import SeatView
from tests.client.holdem import holdem_snapshot
from tests.client.points import points_snapshot
from tests.client.samples import (
    ENGINE,
    GAME,
    MATCH,
    OTTER,
    played,
    position,
    series_table,
    snapshot,
    thinking,
    together,
)
from tests.client.tui.search_trees import TEXTBOOK
from tests.client.tui.tournaments import own_game
from tests.fakes.app import Server, row, shows, until

TITLES = ("Connect Four", "Draughts", "Gomoku", "Kalah", "m,n,k", "Nim", "Reversi", "Ultimate tic-tac-toe")
Scene = Callable[[Server, KibitzApp, Pilot[None]], Awaitable[None]]


async def _lobby(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    await pilot.press("down")
    # The preview of a wide lobby follows the highlight after a moment.
    await until(pilot, lambda: not app.screen.query_one("#side").has_class("-shown") or shows(app, "has not begun"))


async def _new_match(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    await pilot.press("n")
    await until(pilot, lambda: bool(app.screen.query("#option-columns")) and shows(app, "level"))


async def _choose_game(server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    assert app.session is not None
    app.session.games += [GAME.model_copy(update={"name": title.lower(), "title": title}) for title in TITLES]
    await _new_match(server, app, pilot)
    app.screen.query_one("#game", Select).focus()
    await _open_list(app, pilot)


async def _choose_opponent(server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    await _new_match(server, app, pilot)
    app.screen.query_one("#opponent", Select).focus()
    await _open_list(app, pilot)


async def _choose_theme(server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    await _settings(server, app, pilot)
    await _open_list(app, pilot)


async def _open_list(app: KibitzApp, pilot: Pilot[None]) -> None:
    """Open the list of the focused field, and wait until it has its place on the screen."""
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(app.focused, SelectOverlay) and app.focused.size.height > 0)
    await pilot.pause()


async def _invite(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    await pilot.press("down", "i")
    await until(pilot, lambda: shows(app, "to join:"))


def narrow(app: KibitzApp) -> bool:
    """Return whether the screen has no room for a panel beside the board."""
    return app.size.width < NARROW


async def _match(server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    server.seat = 0
    app.matches.open(MATCH, join=False)
    server.tell(snapshot("40", you=0))
    server.tell(Said(match=MATCH, room="players", name="mia", text="good luck", at=0.0))
    await until(pilot, lambda: shows(app, "good luck"))
    await pilot.press("escape", "right")
    await until(pilot, lambda: shows(app, ">.<"))


async def _points(server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    server.seat = 0
    app.matches.open(MATCH, join=False)
    server.tell(points_snapshot())
    await until(pilot, lambda: shows(app, "otter"))
    await pilot.press("escape", "right", "enter")
    board = app.screen.query_one(BoardWidget)
    await until(pilot, lambda: board.cursor_cell is not None and shows(app, ">"))
    await pilot.press("right", "right", "right")


async def _cards(server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    server.seat = 0
    app.matches.open(MATCH, join=False)
    server.tell(holdem_snapshot())
    await until(pilot, lambda: shows(app, "raise (r)  6        6 to 200  smallest   pot 14   all"))
    await pilot.press("r", "enter", *"60")
    await until(pilot, lambda: shows(app, "raise (r)  60"))


async def _together(server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    server.seat = 0
    app.matches.open(MATCH, join=False)
    server.tell(together("40"))
    await until(pilot, lambda: shows(app, "X Ann to move"))


async def _analysis_board(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.action_analysis_board()
    await until(pilot, lambda: isinstance(app.focused, Input))
    assert isinstance(app.focused, Input)
    app.focused.value = "tictactoe b2 a1 b3"
    await pilot.press("enter")
    await until(pilot, lambda: shows(app, "O to move>"))
    await pilot.press("pageup")
    await until(pilot, lambda: shows(app, "X to move>"))
    await pilot.press(*"c3", "enter")
    await until(pilot, lambda: shows(app, "O to move>"))
    await pilot.press("pageup")
    await until(pilot, lambda: shows(app, "X to move>") and (narrow(app) or shows(app, "tried here: c3 b3")))
    await pilot.press(*"/engine", "enter")
    await until(pilot, lambda: shows(app, "engine  depth 9"))


async def _watch(server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.matches.open(MATCH, join=False)
    server.tell(snapshot("40", seats=[ENGINE.model_copy(update={"seat": 0}), ENGINE], watchers=2))
    server.tell(thinking(2, seat=0, line=["c3", "a1"]))
    # A narrow screen has no panel, but the line on the board.
    await until(pilot, lambda: shows(app, "pv c3 a1") or (narrow(app) and shows(app, "+0.3")))


async def _replay(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.navigation.replay(MATCH)
    await until(pilot, lambda: shows(app, "0/4"))
    await pilot.press("n")
    await until(pilot, lambda: shows(app, "better a1"))


async def _analysis(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.navigation.replay(MATCH)
    await until(pilot, lambda: shows(app, "0/4"))
    await pilot.press("a")
    await until(pilot, lambda: shows(app, "accuracy: "))
    await pilot.press("n")
    await until(pilot, lambda: shows(app, "better a1"))


async def _boards(server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    before = server.more

    def respond(command: Any) -> Any:
        if command.t != "watch":
            return before(command)
        number = int(command.match[1:])
        seats = [OTTER, ENGINE] if number % 2 else [ENGINE.model_copy(update={"seat": 0}), ENGINE]
        cells = "4082"[:number]
        # No clock runs, because a running clock changes from picture to picture.
        state = position(cells, remaining_ms=[62_000, 118_000], ticking=None)
        clocked = {"clock": Fischer(base_s=120, increment_s=2), "state": state}
        server.tell(snapshot(cells, match=command.match, code=f"K7Q{number}", seats=seats, **clocked))
        return Entered(match=command.match, code=f"K7Q{number}", seat=None)

    server.more = respond
    server.tell(Lobby(changed=[row(match=f"m{number}") for number in range(1, 5)], gone=[]))
    app.navigation.show_grid("m1")
    await until(pilot, lambda: all(shows(app, f"K7Q{number}  ply {number}") for number in range(1, 5)))
    await pilot.press("2")
    await until(pilot, lambda: shows(app, ">2"))


async def _series(server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    one = SeatView(seat=0, kind="engine", name="mcts:playouts=800")
    # Twelve pairs are enough for an estimate.
    ended: tuple[int | Phase | None, ...] = (*(0, 1, None, 1, 0, 0) * 4, "running")
    games = [played(number, how, (one, ENGINE)) for number, how in enumerate(ended, 1)]
    before = server.more
    server.more = lambda command: series_table(*games, of=40) if command.t == "series" else before(command)
    app.navigation.show_series(MATCH)
    server.tell(snapshot("40", match="g25"))
    await until(pilot, lambda: shows(app, "running                2 00:03.0"))


async def _events(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.tournaments.list()
    await until(pilot, lambda: shows(app, "Friday"))


async def _new_event(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.tournaments.new()
    await until(pilot, lambda: shows(app, "plan:"))
    form = app.screen
    form.query_one("#kinds", Select).value = "engines"
    form.query_one("#engines", Input).value = "level:3 level:5 Deep=alphabeta:nodes=5000"
    await until(pilot, lambda: shows(app, "plan: 3 engines"))


async def _event(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.tournaments.open("T-7KQ2XF")
    await until(pilot, lambda: shows(app, "Friday", "Your game of round 2"))


def _tab(key: str, text: str) -> Scene:
    """Return the scene of a tab of a tournament."""

    async def scene(server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
        await _event(server, app, pilot)
        await pilot.press(key)
        await until(pilot, lambda: shows(app, text))
        if key == "2":
            await pilot.press("right")

    return scene


async def _own_game(server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    await _event(server, app, pilot)
    server.seat = 0
    app.tournaments.open_game(MATCH)
    ended = own_game(phase="finished", result=Result(winner=0, reason="line"))
    server.tell(ended.model_copy(update={"match": MATCH}))
    await until(pilot, lambda: shows(app, "Back to Friday"))


async def _archive(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.action_archive()
    await until(pilot, lambda: shows(app, "1-0"))


async def _explain(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.navigation.explain(ExplainRequest("tictactoe", moves="b2 a1 c3", depth=2))
    await until(pilot, lambda: isinstance(app.focused, SearchTree))
    await pilot.press("right_square_bracket")
    await until(pilot, lambda: shows(app, "cut a"))


async def _leaves(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.navigation.explain(ExplainRequest(tree=TEXTBOOK))
    await until(pilot, lambda: isinstance(app.focused, SearchTree))
    await pilot.press("e", "right_square_bracket")
    # A narrow screen shows fewer levels of the tree.
    await until(pilot, lambda: shows(app, "cut off by 1") or (narrow(app) and shows(app, "cut")))


async def _steps(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.navigation.explain(ExplainRequest(tree=TEXTBOOK))
    await until(pilot, lambda: isinstance(app.focused, SearchTree))
    await pilot.press(*"nnnnnnnnnnnn")
    await until(pilot, lambda: shows(app, "step 12"))


async def _settings(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.action_preferences()
    await until(pilot, lambda: shows(app, "theme"))


async def _account(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.action_account()
    await until(pilot, lambda: shows(app, "Register:"))


async def _ratings(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.action_ratings()
    await until(pilot, lambda: shows(app, "1650"))


async def _profile(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.action_profile()
    await until(pilot, lambda: shows(app, "best 1600") and shows(app, "1 won"))


async def _rules(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.navigation.rules(GAME)
    await until(
        pilot, lambda: shows(app, "Rules of Tic-tac-toe") and app.screen.query_one(BoardWidget).has_class("-drawn")
    )


async def _browse(server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    await _match(server, app, pilot)
    await pilot.press("left_square_bracket")
    await until(pilot, lambda: shows(app, "viewing ply 1 of 2"))


async def _complete(server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    await _match(server, app, pilot)
    await pilot.press("tab", "slash", "r", "tab")
    await until(pilot, lambda: shows(app, ">/"))


async def _more(server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    await _new_match(server, app, pilot)
    await pilot.press("ctrl+o")
    await until(pilot, lambda: shows(app, "columns"))


async def _help(_server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    app.action_help()
    await until(pilot, lambda: shows(app, "command palette") or shows(app, "quick play"))


SCENES: dict[str, tuple[str, Scene]] = {
    "lobby": ("The matches of the server. Enter opens the highlighted one.", _lobby),
    "new-match": ("A form with the options of each game. Enter in a field creates the match.", _new_match),
    "new-match-more": ("The form for a new match with the fields that are seldom needed (`Ctrl-O`).", _more),
    "choose-game": ("The list of a field. A letter goes to the next entry that begins with it.", _choose_game),
    "choose-opponent": (
        "The kinds of opponents: an engine of a level, a person, a bot, or a match to watch.",
        _choose_opponent,
    ),
    "invite": ("How others join a match: commands to type, and a QR code for a phone.", _invite),
    "match": ("Type a move, click it, or pick it with the cursor: `[X]` last move, `*` legal, `>*<` cursor.", _match),
    "backgammon": (
        "A move of several steps: pick the origin of each and then its target, in any order. Points have the numbers of"
        " your side, which is at the bottom.",
        _points,
    ),
    "backgammon-ascii": ("", _points),
    "cards": (
        "In the prompt `f` Enter folds, `c` Enter checks or calls, and `raise 60`, `60` or `pot` raises; on the board "
        "`f`, `c` and `r` do so at once.",
        _cards,
    ),
    "cards-ascii": ("", _cards),
    "two-at-one-keyboard": (
        "Two people take turns at one keyboard. The board may turn to the side to move (a setting).",
        _together,
    ),
    "complete": ("`Tab` lists the moves and commands that fit, and each further `Tab` takes the next one.", _complete),
    "browse": ("`[` and `]` show earlier positions while the match goes on.", _browse),
    "rules": ("`F1` in a match, `h` in the lobby: the rules, the notation, and the initial board.", _rules),
    "watch": (
        "The search info of the engines: score, depth, speed, and the principal variation as numbers on the board.",
        _watch,
    ),
    "four-boards": ("Live matches side by side. The next live match replaces one that ends.", _boards),
    "series": ("The score and the games of a series, here of engines. Enter watches or replays a game.", _series),
    "events": (
        "Tournaments that run, are announced, or are over. A typed or pasted code opens its own.",
        _events,
    ),
    "new-event": (
        "The form for a tournament states its plan: entrants, games, and about how long.",
        _new_event,
    ),
    "event": (
        "A [tournament](tournaments.md): your own row is at the top, with what it waits for. Enter explains a place.",
        _event,
    ),
    "event-crosstable": ("Each against each. Enter in a cell opens its games.", _tab("2", "pts")),
    "event-games": ("The games of a tournament, live ones first. Enter watches or replays one.", _tab("3", "first")),
    "event-statistics": (
        "Pair counts, Elo with its interval, the course of a sequential test, repeated games, warnings.",
        _tab("4", "complete pairs"),
    ),
    "event-rounds": ("The pairings of a round; `[` and `]` go to others.", _tab("5", "has a bye")),
    "event-game": ("After the end of your game, the tournament comes back by itself.", _own_game),
    "account": ("Register, log in and out, change the password, and log out other devices.", _account),
    "ratings": (
        "The best players of each game, [ranked](playing.md#the-archive) by what is known of their strength. Enter"
        " opens a profile.",
        _ratings,
    ),
    "profile": ("A player's ratings, the graph of one over time, results, and matches to replay.", _profile),
    "archive": ("Finished matches. Enter replays one; `d` then says whether the dice or cards were fair.", _archive),
    "replay": (
        "A finished match ply by ply, with a graph of win probabilities. `n` goes to the next mistake.",
        _replay,
    ),
    "analysis": ("A replay after `a`: searched by the server. `t` plays the mistake again.", _analysis),
    "analysis-board": (
        "Moves of both sides are tried out and taken back. Other moves begin new lines. `/engine` gives an opinion.",
        _analysis_board,
    ),
    "explain": (
        "The nodes of a search: `*` principal variation, `x` pruned, with the alpha and beta that cut it. The selected"
        " node is at the right.",
        _explain,
    ),
    "explain-leaves": (
        "The textbook example (Russell and Norvig): its value is 3, and the search skips the leaves 4 and 6.",
        _leaves,
    ),
    "explain-steps": (
        "The textbook example step by step (`n`, `p`): alpha is 3 and beta 2, so the rest of the branch is cut.",
        _steps,
    ),
    "explain-ascii": ("", _explain),
    "settings": ("The app applies and saves each change at once.", _settings),
    "choose-theme": ("The themes: one is for colour-blind players, and one has no colours.", _choose_theme),
    "help": ("Every key, opened at those of the screen below.", _help),
}
"""Each screen with what the page says about it, if anything, and how to come there."""
PICTURED = ("lobby", "match", "backgammon", "four-boards", "event", "replay", "explain-steps")
"""Scenes whose pictures are on the page."""


PUBLIC = {"account"}
"""Scenes at a server that others can reach: a private one has no accounts."""
PREFERENCES = {name: Preferences(ascii_only=True) for name in ("explain-ascii", "backgammon-ascii", "cards-ascii")}
"""Preferences of a scene, where they are not the default."""
