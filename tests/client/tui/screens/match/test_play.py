"""Playing a match: moves, premoves, offers, and the parts of the screen."""

import time
from string import ascii_lowercase, ascii_uppercase
from typing import Any

import pytest
from textual.events import Paste
from textual.pilot import Pilot
from textual.screen import Screen

from kibitz_client.storage.preferences import Preferences
from kibitz_client.tui.app import KibitzApp
from kibitz_client.tui.screens.match.play import PlayScreen
from kibitz_client.tui.screens.replay import ReplayScreen
from kibitz_client.tui.screens.rules import RulesScreen
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.player_bar import PlayerBar
from kibitz_client.tui.widgets.prompt import Prompt
from kibitz_protocol.to_client import Event, Finished, Hinted, Moved, Notice, Offered, Said
from kibitz_protocol.values.matches import RatingChange, Result
from tests.client.samples import GRID, MATCH, OPEN, OTTER, event, move, position, report, snapshot, together
from tests.client.tui.fakes import Server, picture, playing, running, shows, type_at_once, until
from tests.client.tui.recorded_match import answer

pytestmark = pytest.mark.app


async def test_a_move_is_typed_with_completion() -> None:
    """Tab completes a move, Enter plays it, and the screen shows when it is saved."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        await pilot.press("b", "tab", "enter")
        await until(pilot, lambda: bool(server.of("move")))
        sent = server.of("move")[0]
        assert (sent.move, sent.ply, sent.position) == ("b1", 2, "p40")
        await until(pilot, lambda: shows(app, "b1 saved"))


async def test_a_move_is_played_by_cursor() -> None:
    """Esc focuses the board, arrows move the cursor, Enter plays."""
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


@pytest.mark.parametrize(
    "text", [f"/{ascii_lowercase}", f"/{ascii_uppercase}", "/chat hello world", *ascii_lowercase[:3]]
)
async def test_no_character_of_a_burst_is_lost(text: str) -> None:
    """Text typed at once while the board is focused reaches the prompt whole and in order."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        await pilot.press("escape", "right")
        await until(pilot, lambda: shows(app, ">.<"))
        type_at_once(app, text)
        await until(pilot, lambda: app.screen.query_one(Prompt).value == text)


async def test_a_burst_is_edited_in_its_order() -> None:
    """Backspace removes the character before it, and Enter sends the text before it, however fast the next comes."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        type_at_once(app, "/chaz\x7ft hello\r/chat all\r")
        await until(pilot, lambda: [message.text for message in server.of("chat")] == ["hello", "all"])


async def test_a_letter_of_a_move_is_no_key_of_the_board() -> None:
    """A letter that begins a legal move goes to the prompt, however slowly it is typed. The other keys still work."""
    server = Server(seat=0)
    columns = position("40").model_copy(update={"legal": [f"{letter}1" for letter in ascii_lowercase]})
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        server.tell(snapshot("40", you=0, state=columns.model_copy(update={"paths": [[1]] * len(columns.legal)})))
        prompt = app.screen.query_one(Prompt)
        for letter in ascii_lowercase:
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.focused, BoardWidget))
            await pilot.press(letter)
            await until(pilot, lambda letter=letter: prompt.value == letter)  # type: ignore[misc]
            prompt.value = ""
        await pilot.press("escape", "S")
        await until(pilot, lambda: shows(app, "series"))
        assert prompt.value == ""


async def test_a_paste_reaches_the_prompt() -> None:
    """A text pasted while the board is focused goes to the prompt."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.focused, BoardWidget))
        app.post_message(Paste("/chat hello"))
        await until(pilot, lambda: app.screen.query_one(Prompt).value == "/chat hello")


async def test_a_move_is_played_by_mouse() -> None:
    """A click on a cell plays there."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        board = app.screen.query_one(BoardWidget)
        # A click counts where the board is drawn, so wait until it has its place.
        await until(pilot, lambda: board._canvas is not None and board._canvas.layout.height == board.region.height > 9)
        await until(pilot, lambda: is_framed(app.screen))
        assert board._canvas is not None
        box = board._canvas.layout.boxes[8]
        await pilot.click(BoardWidget, offset=(box.x + 1, box.y))
        await until(pilot, lambda: bool(server.of("move")))
        assert server.of("move")[0].move == "c1"


async def test_premoves_wait_for_their_turn() -> None:
    """A move typed too early is played if it is legal then, and cleared with a message if not."""
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


@pytest.mark.parametrize("answer", ["accept", "decline", "/accept", "Decline"])
async def test_an_offer_is_answered_with_or_without_a_slash(answer: str) -> None:
    """The words that the app proposes as the answer to an offer answer it, also during the opponent's turn."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        server.tell(event(6, Moved(move=move(2, 8)), position("408")))
        server.tell(event(7, Offered(seat=1, offer="draw")))
        await until(pilot, lambda: shows(app, "type accept or decline"))
        await pilot.press(*answer, "enter")
        await until(pilot, lambda: bool(server.of(answer.strip("/").lower())))
        assert not shows(app, f"premove {answer}")


@pytest.mark.parametrize("text", ["sorry", "h9", "-"])
async def test_what_cannot_be_a_move_is_no_premove(text: str) -> None:
    """A text that no position of the game has as a move is refused at once, and not queued."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        server.tell(event(6, Moved(move=move(2, 8)), position("408")))
        await until(pilot, lambda: shows(app, "[X]"))
        await pilot.press(*text, "enter")
        await until(pilot, lambda: shows(app, f"{text} is not a move of this game"))
        server.tell(event(7, Moved(move=move(3, 7)), position("4087")))
        await until(pilot, lambda: shows(app, "[O"))
        assert not server.of("move")


async def test_resigning_is_asked_again() -> None:
    """/resign asks first; n cancels and y resigns."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        for answer, asked in (("n", 0), ("y", 1)):
            await pilot.press(*"/resign", "enter")
            await until(pilot, lambda: shows(app, "Resign this match?"))
            await pilot.press(answer)
            await until(pilot, lambda: isinstance(app.screen, PlayScreen))
            await until(pilot, lambda asked=asked: len(server.of("resign")) == asked)  # type: ignore[misc]


async def local_match(server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    """Open the sample match with both seats."""
    await playing(server, app, pilot)
    server.tell(together("40"))
    await until(pilot, lambda: shows(app, "X Ann to move"))


async def test_both_sides_are_played_in_turn() -> None:
    """With both seats, a move is typed for each side, and none becomes a premove."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await local_match(server, app, pilot)
        assert shows(app, "X Ann")
        assert shows(app, "O Bob")
        assert not shows(app, "(you)")
        await pilot.press(*"b3", "enter")
        await until(pilot, lambda: len(server.of("move")) == 1)
        server.tell(event(6, Moved(move=move(2, 1)), position("401")))
        await until(pilot, lambda: shows(app, "O Bob to move"))
        await pilot.press(*"c3", "enter")
        await until(pilot, lambda: [sent.ply for sent in server.of("move")] == [2, 3])


async def test_moves_of_both_sides_typed_in_a_burst() -> None:
    """A move that is typed before the last one is saved waits for it, and is then played for the other side."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await local_match(server, app, pilot)
        await pilot.press(*"b3", "enter", *"c3", "enter")
        await until(pilot, lambda: shows(app, "premove c3"))
        assert len(server.of("move")) == 1
        server.tell(event(6, Moved(move=move(2, 1)), position("401")))
        await until(pilot, lambda: [sent.move for sent in server.of("move")] == ["b3", "c3"])


async def test_the_end_is_agreed_at_the_keyboard() -> None:
    """A draw and a resignation are asked again; a takeback is not."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await local_match(server, app, pilot)
        await pilot.press(*"/draw", "enter")
        await until(pilot, lambda: shows(app, "Do both sides agree on a draw?"))
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert not server.of("offer")
        await pilot.press(*"/resign", "enter")
        await until(pilot, lambda: shows(app, "Resign for X Ann?"))
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        await pilot.press(*"/undo", "enter")
        await until(pilot, lambda: [sent.offer for sent in server.of("offer")] == ["takeback"])
        await pilot.press(*"/draw", "enter")
        await until(pilot, lambda: shows(app, "Do both sides agree on a draw?"))
        await pilot.press("y")
        await until(pilot, lambda: [sent.offer for sent in server.of("offer")] == ["takeback", "draw"])


async def test_the_board_may_turn_with_the_side_to_move() -> None:
    """With the preference, the side to move is at the bottom."""
    server = Server(seat=0)
    async with running(server, preferences=Preferences(turn_board=True)) as (app, pilot):
        await local_match(server, app, pilot)
        await until(pilot, lambda: bars(app) == ["O Bob", "X Ann"])
        server.tell(event(6, Moved(move=move(2, 1)), position("401")))
        await until(pilot, lambda: bars(app) == ["X Ann", "O Bob"])


def bars(app: KibitzApp) -> list[str]:
    """Return the lines of the two sides from the top, as far as the names."""
    lines = [line.strip("▶ ") for line in picture(app)]
    return [line[:5] for line in lines if line.startswith(("X Ann", "O Bob"))]


async def test_the_end_and_what_was_said() -> None:
    """The result is shown below the board, chat beside it."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        server.tell(Said(match=MATCH, room="players", name="mia", text="good [luck]", at=0.0))
        await until(pilot, lambda: shows(app, "mia: good [luck]"))
        server.tell(
            event(6, Finished(result=Result(winner=0, reason="line")), position("40", to_move=None), "finished")
        )
        await until(pilot, lambda: shows(app, "You win: a line."))


async def test_what_happens_below_another_screen_is_drawn_on_the_return() -> None:
    """A match below the rules changes without redrawing the rules, and is drawn on return."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        match = app.screen
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))
        assert not match.is_current
        server.tell(event(6, Moved(move=move(2, 8)), position("408")))
        await pilot.press("escape")
        await until(pilot, lambda: shows(app, "[X]"))
        assert match.is_current


async def test_a_small_terminal_keeps_the_board() -> None:
    """Below 72 columns the panel is hidden, and the board is shown at every size."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        for size in ((120, 40), (60, 20), (30, 10), (80, 24)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda: shows(app, "[O"))
        await until(pilot, lambda: shows(app, "seconds"))


async def test_the_clock_stands_still_while_nothing_can_be_saved() -> None:
    """The clocks stop between two notices of a server that cannot save."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        screen = app.screen
        assert isinstance(screen, PlayScreen)
        server.tell(Notice(text="cannot save", halted=True))
        await until(pilot, lambda: screen.session.halted)
        screen._tick()
        later = time.monotonic() + 100
        assert screen._stopwatch.elapsed_ms(later) == screen._stopwatch.elapsed_ms(later + 100)
        server.tell(Notice(text="saved again", halted=False))
        await until(pilot, lambda: not screen.session.halted)
        screen._tick()
        assert screen._stopwatch.elapsed_ms(later + 100) == pytest.approx(
            100_000 + screen._stopwatch.elapsed_ms(later), abs=1
        )


async def test_a_notice_does_not_outlive_its_cause() -> None:
    """The notice of an open match goes when it starts, and that of an old command when a new one is typed."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        app.matches.open(MATCH, join=False)
        server.tell(snapshot(phase="open", seats=[OTTER, OPEN], you=0))
        await until(pilot, lambda: shows(app, "kibitz join"))
        server.tell(snapshot(you=0))
        await until(pilot, lambda: not shows(app, "kibitz join"))
        await pilot.press(*"/nonsense", "enter")
        await until(pilot, lambda: shows(app, "unknown command /nonsense"))
        await pilot.press(*"/accept", "enter")
        await until(pilot, lambda: bool(server.of("accept")) and not shows(app, "unknown command"))


WON = position("03142", to_move=None).model_copy(update={"lines": [[0, 1, 2]]})


def ended(**changes: Any) -> Event:
    """Return the end of the sample match, won by the first row."""
    return event(6, Finished(result=Result(winner=0, reason="line", **changes)), WON, "finished")


async def test_after_the_end_the_keys_are_those_of_a_finished_match() -> None:
    """A match that is over offers single keys for a rematch, the next game and its analysis, and no resignation."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        assert shows(app, "/resign")
        server.tell(ended())
        await until(pilot, lambda: shows(app, "r rematch  n next game  a analyse"))
        assert not shows(app, "/resign")
        await until(pilot, lambda: isinstance(app.focused, BoardWidget))
        await pilot.press("r")
        await until(pilot, lambda: [command.offer for command in server.of("offer")] == ["rematch"])
        await pilot.press("n")
        await until(pilot, lambda: bool(server.of("create")))
        (created,) = server.of("create")
        assert (created.game, [seat.kind for seat in created.seats]) == ("tictactoe", ["me", "engine"])
        assert str(created.seats[1].engine) == "alphabeta:depth=9"


async def test_the_next_game_of_both_sides_keeps_their_names() -> None:
    """After two people played at one keyboard, `n` begins another game between them."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await local_match(server, app, pilot)
        server.tell(ended())
        await until(pilot, lambda: isinstance(app.focused, BoardWidget))
        await pilot.press("n")
        await until(pilot, lambda: bool(server.of("create")))
        (created,) = server.of("create")
        assert [(seat.kind, seat.label) for seat in created.seats] == [("me", "Ann"), ("me", "Bob")]


async def test_keys_of_the_end_do_nothing_before_it() -> None:
    """While the match runs, r, n and a are letters, also while the board is focused."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        await pilot.press("escape", "r", "n", "a")
        prompt = app.screen.query_one(Prompt)
        await until(pilot, lambda: prompt.value == "rna")
        assert not server.of("offer")
        assert not server.of("create")


async def test_one_key_analyses_the_finished_match() -> None:
    """After the end, a opens the replay and shows the analysis."""
    server = Server(seat=0, more=answer)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        server.tell(ended())
        await until(pilot, lambda: isinstance(app.focused, BoardWidget))
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "accuracy: X 99%"))


async def test_a_line_that_is_being_typed_survives_the_end() -> None:
    """The focus stays in the prompt if it has text."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        await pilot.press(*"'well")
        server.tell(ended())
        await until(pilot, lambda: shows(app, "You win"))
        assert isinstance(app.focused, Prompt)
        assert app.focused.value == "'well"


async def test_the_result_has_reason_and_rating_and_the_line_is_marked() -> None:
    """The banner says who won, why, and what it changed; the winning line is marked on the board."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        ratings = [RatingChange(before=1500, after=1611), RatingChange(before=1500, after=1389)]
        server.tell(ended(ratings=ratings))
        await until(pilot, lambda: shows(app, "You win: three in a row.  Rating 1500 -> 1611 (+111)"))
        await until(pilot, lambda: shows(app, "*X*"))
        assert app.screen.query_one("#say").has_class("result")


async def test_a_click_on_the_message_plays_only_a_pass() -> None:
    """A click on the line that names a pass plays it; a click on another message plays no move, even the only one."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        for move_, path, played in (("c3", [2], []), ("pass", [], ["pass"])):
            only = position("40").model_copy(update={"legal": [move_], "paths": [path]})
            server.tell(snapshot("40", you=0, state=only))
            await until(pilot, lambda path=path: shows(app, "only move: pass") != bool(path))  # type: ignore[misc]
            await pilot.click("#say")
            await pilot.pause()
            assert [command.move for command in server.of("move")] == played


async def test_a_hint_is_marked_on_the_board() -> None:
    """The cell of a hint has marks until the position changes."""

    def respond(command: Any) -> Any:
        hinted = Hinted(match=MATCH, ply=2, move="c3", search=report(line=["c3"]))
        return hinted if command.t == "hint" else None

    server = Server(seat=0, more=respond)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        await pilot.press(*"/hint", "enter")
        await until(pilot, lambda: shows(app, "!.!") and shows(app, "hint: c3"))
        server.tell(event(6, Moved(move=move(2, 8)), position("408")))
        await until(pilot, lambda: not shows(app, "!.!"))


async def test_a_long_message_grows_and_is_not_cut() -> None:
    """At 60x20 a message of two lines is whole, a longer one ends with dots, and the board makes room."""
    server = Server(seat=0)
    async with running(server, (60, 20)) as (app, pilot):
        await playing(server, app, pilot)
        screen = app.screen
        assert isinstance(screen, PlayScreen)
        words = [f"word{number}" for number in range(14)]
        screen.say(" ".join(words))
        await until(pilot, lambda: all(shows(app, word) for word in words))
        screen.say(" ".join(f"word{number}" for number in range(60)))
        whole = ("word20", "...", " a ", "1 ", "otter (you)", "move>")
        await until(pilot, lambda: all(shows(app, text) for text in whole))


SCREENS = ((80, 24), (120, 40), (220, 55), (60, 20), (40, 14))


def is_framed(screen: Screen[Any]) -> bool:
    """Return whether the players hug their board, centred above it, and the panel ends at the edge of the screen."""
    board, far, near, panel = (screen.query_one(name).region for name in ("#board", "#far", "#near", "#panel"))
    hugged = far.bottom == board.y and near.y == board.bottom and far.width == near.width >= board.width
    centred = abs(2 * board.x + board.width - 2 * far.x - far.width) <= 1
    return hugged and centred and (not panel.area or panel.right == screen.size.width)


async def test_players_are_beside_their_board_at_every_size() -> None:
    """The lines of the players are next to the board and at least as wide, and the panel is not cut."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        for size in SCREENS:
            await pilot.resize_terminal(*size)
            await until(pilot, lambda: is_framed(app.screen))


async def test_your_men_are_at_your_name() -> None:
    """On a board with sides that of the player is at the bottom; /flip turns board and names."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        app.matches.open(MATCH, join=False)
        server.tell(snapshot("40", you=0, board=GRID.model_copy(update={"top": 0})))
        await until(pilot, lambda: shows(app, "otter (you)"))
        board = app.screen.query_one(BoardWidget)
        for flipped in (True, False):
            await until(pilot, lambda flipped=flipped: board.flipped == flipped)  # type: ignore[misc]
            near, far = (app.screen.query_one(name, PlayerBar) for name in ("#near", "#far"))
            assert ("otter" in near._line.player, "otter" in far._line.player) == (flipped, not flipped)
            await pilot.press(*"/flip", "enter")
