"""Lobby, match, watching, the form and the help, by keys and by mouse."""

import time

import pytest
from textual.events import MouseScrollUp
from textual.widgets import OptionList

from kibitz_client.tui.board.engine_line import NOTHING
from kibitz_client.tui.screens.help import HelpScreen, fitted
from kibitz_client.tui.screens.lobby import LobbyScreen
from kibitz_client.tui.screens.match.play import PlayScreen
from kibitz_client.tui.screens.match.watch import WatchScreen
from kibitz_client.tui.screens.new_match import NewMatchScreen
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.moves import MovesList
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Finished, Lobby, Moved, Notice, Said
from kibitz_protocol.values import MatchRow, Result, SeriesView
from tests.client.fakes import refused
from tests.client.samples import ENGINE, MATCH, OPEN, OTTER, event, move, position, snapshot, thinking
from tests.client.tui.fakes import Server, row, running, shows, until


async def playing(server: Server, app: object, pilot: object) -> None:
    """Go into the sample match from the lobby, as X."""
    await until(pilot, lambda: shows(app, "tictactoe"))  # type: ignore[arg-type]
    await pilot.press("enter")  # type: ignore[attr-defined]
    server.tell(snapshot("40", you=server.seat))
    await until(pilot, lambda: shows(app, "Tic-tac-toe"))  # type: ignore[arg-type]


async def test_the_lobby_lists_what_there_is() -> None:
    """Matches stand under headings, and change by themselves."""
    server = Server()
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "alphabeta:depth=9"))
        server.tell(Lobby(changed=[row(match="m2", phase="open", seats=[OTTER, OPEN], ply=0)], gone=[MATCH]))
        await until(pilot, lambda: shows(app, "Open seats (1)"))
        assert not shows(app, "Live")


async def test_what_is_highlighted_goes_on_with_its_series() -> None:
    """The next game takes the place of the one that is over, and so does the highlight."""

    def game(match: str, number: int, series: str) -> MatchRow:
        return row(match=match, series=SeriesView(id=series, number=number, games=4, score=[0, 0]))

    server = Server()
    server.rows = [game("a1", 1, "a"), game("b1", 1, "b")]
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "game 1/4"))
        lobby = app.screen.query_one(OptionList)
        await pilot.press("down")
        assert lobby.highlighted_option is not None
        assert lobby.highlighted_option.id == "b1"
        server.tell(Lobby(changed=[game("b2", 2, "b")], gone=["b1"]))
        await until(pilot, lambda: shows(app, "game 2/4"))
        assert lobby.highlighted_option.id == "b2"


async def test_an_open_seat_is_taken_and_a_live_match_watched() -> None:
    """Enter does what the match allows."""
    server = Server(seat=0)
    server.rows = [row(phase="open", seats=[OTTER, OPEN])]
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        assert isinstance(app.screen, PlayScreen)
        assert server.of("join")


async def test_a_refusal_is_told_in_the_lobby() -> None:
    """Nothing else happens."""
    server = Server(
        more=lambda command: refused(Code.UNKNOWN_MATCH, "gone with the wind") if command.t == "watch" else None
    )
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("w")
        await until(pilot, lambda: shows(app, "gone with the wind"))
        assert isinstance(app.screen, LobbyScreen)


async def test_the_mouse_opens_a_match() -> None:
    """A click on its line is enough."""
    async with running(server := Server()) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.click(OptionList, offset=(5, 1))
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        assert server.of("watch")


async def test_a_move_is_typed_with_completion() -> None:
    """Tab completes it, Enter plays it, and it is told when it is saved."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        await pilot.press("b", "tab", "enter")
        await until(pilot, lambda: bool(server.of("move")))
        sent = server.of("move")[0]
        assert (sent.move, sent.ply, sent.position) == ("b3", 2, "p40")
        await until(pilot, lambda: shows(app, "b3 saved"))


async def test_a_move_is_played_by_cursor() -> None:
    """Esc leads to the board, arrows move, Enter plays."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        await pilot.press("escape", "right")
        await until(pilot, lambda: shows(app, ">.<"))
        cell = app.screen.query_one(BoardWidget).cursor_cell
        assert cell is not None
        await pilot.press("enter")
        await until(pilot, lambda: bool(server.of("move")))
        assert server.of("move")[0].move in position("40").legal


async def test_a_move_is_played_by_mouse() -> None:
    """A click on a cell plays there."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        board = app.screen.query_one(BoardWidget)
        assert board._canvas is not None
        box = board._canvas.layout.boxes[8]
        await pilot.click(BoardWidget, offset=(box.x + 1, box.y))
        await until(pilot, lambda: bool(server.of("move")))
        assert server.of("move")[0].move == "c1"


async def test_premoves_wait_for_their_turn() -> None:
    """What is typed too early is played when it is legal, and dropped with a word when it is not."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        server.tell(event(6, Moved(move=move(2, 8)), position("408")))
        await until(pilot, lambda: shows(app, "[X]"))
        await pilot.press("b", "1", "enter")
        await until(pilot, lambda: shows(app, "premove b1"))
        assert not server.of("move")
        server.tell(event(7, Moved(move=move(3, 7)), position("4087")))
        await until(pilot, lambda: shows(app, "not legal now"))
        assert not server.of("move")


async def test_resigning_is_asked_again() -> None:
    """No is no; yes resigns."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        for answer, asked in (("n", 0), ("y", 1)):
            await pilot.press(*"/resign", "enter")
            await until(pilot, lambda: shows(app, "Give up"))
            await pilot.press(answer)
            await until(pilot, lambda: isinstance(app.screen, PlayScreen))
            await until(pilot, lambda asked=asked: len(server.of("resign")) == asked)  # type: ignore[misc]


async def test_the_end_and_what_was_said() -> None:
    """The result stands below the board, talk beside it."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        server.tell(Said(match=MATCH, room="players", name="mia", text="good [luck]", at=0.0))
        await until(pilot, lambda: shows(app, "mia: good [luck]"))
        server.tell(
            event(6, Finished(result=Result(winner=0, reason="line")), position("40", to_move=None), "finished")
        )
        await until(pilot, lambda: shows(app, "X wins: line (otter)"))


async def test_engines_think_before_watchers() -> None:
    """The panel has score, depth and line, and goes away with e."""
    server = Server()
    server.rows = [row(seats=[ENGINE.model_copy(update={"seat": 0}), ENGINE])]
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        server.tell(thinking(2, seat=1))
        await until(pilot, lambda: shows(app, "pv b2 a1"))
        await pilot.press("e")
        await until(pilot, lambda: not shows(app, "pv b2 a1"))


async def test_what_an_engine_expects_stands_on_the_board() -> None:
    """As numbers, while it searches this position and its panel is shown; p takes them away and brings them back."""
    server = Server()
    async with running(server) as (app, pilot):
        app.open_match(MATCH, join=False)
        server.tell(snapshot("40", seats=[ENGINE.model_copy(update={"seat": 0}), ENGINE]))
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        board = app.screen.query_one(BoardWidget)
        server.tell(thinking(2, seat=0, line=["c3", "a1"], shares=[("c3", 460)]))
        await until(pilot, lambda: board.expects.numbers == {2: "1", 6: "2"} and shows(app, "46%"))
        await pilot.press("p")
        await until(pilot, lambda: board.expects == NOTHING and shows(app, "without the line"))
        await pilot.press("p", "e")
        await until(pilot, lambda: board.expects == NOTHING and shows(app, "is on the board"))
        await pilot.press("e")
        await until(pilot, lambda: bool(board.expects.numbers))
        server.tell(event(6, Moved(move=move(2, 2)), position("402")))
        await until(pilot, lambda: board.expects == NOTHING)


async def test_the_form_makes_a_match() -> None:
    """Its fields become the command; what makes no sense is told and can be mended."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, NewMatchScreen) and shows(app, "columns"))
        field = app.screen.query_one("#clock")
        field.focus()
        await pilot.press(*"soon", "enter")
        await until(pilot, lambda: shows(app, "is not a clock"))
        await pilot.press(*["backspace"] * 4, *"5+3", "enter")
        await until(pilot, lambda: bool(server.of("create")))
        made = server.of("create")[0]
        assert (made.game, str(made.clock), made.options) == ("tictactoe", "5+3", {"columns": 3})
        assert str(made.seats[1].engine) == "level:3"


async def test_the_form_by_mouse() -> None:
    """A click on the button is enough."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, NewMatchScreen) and shows(app, "columns"))
        await pilot.click("#create")
        await until(pilot, lambda: bool(server.of("create")))


def test_lines_of_the_help_go_on_where_they_speak() -> None:
    """On a narrow terminal what is said of a key stays in its column."""
    assert fitted("  t  TV and what is on it\n\nPlain words here", 15).splitlines() == [
        "  t  TV and",
        "     what is on",
        "     it",
        "",
        "Plain words",
        "here",
    ]


async def test_help_and_back() -> None:
    """A question mark opens it, Esc closes it."""
    async with running(Server()) as (app, pilot):
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        assert shows(app, "quick play")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_what_happens_below_another_screen_is_drawn_on_the_return() -> None:
    """The match goes on while the help is read, without drawing the help again each time."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        match = app.screen
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        assert not match.is_current
        server.tell(event(6, Moved(move=move(2, 8)), position("408")))
        await pilot.press("escape")
        await until(pilot, lambda: shows(app, "[X]"))
        assert match.is_current


async def test_the_list_of_moves_goes_back_by_the_wheel() -> None:
    """Its heading stays; it follows the next move again."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        many = [move(ply, ply % 9) for ply in range(60)]
        server.tell(snapshot("40", you=0, moves=many))
        await until(pilot, lambda: shows(app, "59-60") and not shows(app, "1-2 "))
        found = app.screen.query_one(MovesList)
        for _ in range(30):
            found.post_message(scrolled(found))
        await until(pilot, lambda: shows(app, "1-2 ") and shows(app, "seconds"))
        server.tell(snapshot("40", you=0, moves=[*many, move(60, 1)]))
        await until(pilot, lambda: shows(app, "61 ") and shows(app, "seconds"))


def scrolled(widget: MovesList) -> MouseScrollUp:
    """A turn of the wheel."""
    return MouseScrollUp(widget, 1, 1, 0, -1, 0, shift=False, meta=False, ctrl=False)


async def test_a_small_terminal_keeps_the_board() -> None:
    """Resizing below 72 columns drops the panel, and no size crashes."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        for size in ((120, 40), (60, 20), (30, 10), (80, 24)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda: shows(app, "[O"))
        await until(pilot, lambda: shows(app, "seconds"))


async def test_the_clock_stands_still_while_nothing_can_be_saved() -> None:
    """From the server's word to its word; what the players' lines show is what they have."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        screen = app.screen
        assert isinstance(screen, PlayScreen)
        server.tell(Notice(text="cannot save", halted=True))
        await until(pilot, lambda: screen.session.halted)
        screen._tick()
        later = time.monotonic() + 100
        assert screen._watch.elapsed_ms(later) == screen._watch.elapsed_ms(later + 100)
        server.tell(Notice(text="saved again", halted=False))
        await until(pilot, lambda: not screen.session.halted)
        screen._tick()
        assert screen._watch.elapsed_ms(later + 100) == pytest.approx(100_000 + screen._watch.elapsed_ms(later), abs=1)
