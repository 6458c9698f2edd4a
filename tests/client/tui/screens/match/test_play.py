"""Playing a match: moves and premoves by keyboard, cursor and mouse, offers."""

from string import ascii_lowercase, ascii_uppercase

import pytest
from textual.events import Paste
from textual.widgets._toast import Toast

from kibitz_client.tui.models.match_commands import possible_commands
from kibitz_client.tui.screens.dialogs import Pick
from kibitz_client.tui.screens.help import HelpScreen
from kibitz_client.tui.screens.match.move_buttons import MoveButtons
from kibitz_client.tui.screens.match.play import PlayScreen
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.prompt import Prompt
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Moved, Offered, TakenBack, WentBerserk
from tests.client.samples import event, move, position, snapshot
from tests.client.tui.screens.match.parts import is_framed
from tests.fakes.app import Server, playing, running, shows, type_at_once, until
from tests.fakes.client import refused

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


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)])
async def test_no_notice_covers_the_prompt(size: tuple[int, int]) -> None:
    """Several notices at once leave the line free in which the player types."""
    server = Server(seat=0)
    async with running(server, size, notifications=True) as (app, pilot):
        await playing(server, app, pilot)
        for number in range(3):
            app.notify(f"the engine of this game is compiled first: its move takes some seconds longer ({number})")
        await until(pilot, lambda: len(app.screen.query(Toast)) == 3)
        await until(pilot, lambda: all(toast.region.area for toast in app.screen.query(Toast)))
        prompt = app.screen.query_one(Prompt).region
        assert prompt.area
        seen = [app.screen.find_widget(toast).visible_region for toast in app.screen.query(Toast)]
        assert seen[0].area
        assert not [region for region in seen if region.overlaps(prompt)]


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
        app._disable_notifications = False
        type_at_once(app, "/chaz\x7ft hello\r/chat all\r")
        await until(pilot, lambda: [message.text for message in server.of("chat")] == ["hello", "all"])


async def test_a_letter_of_a_move_is_no_key_of_the_board() -> None:
    """A letter that begins a legal move goes to the prompt, however slowly it is typed. The other keys still work."""
    server = Server(seat=0)
    columns = position("40").model_copy(update={"legal": [f"{letter}1" for letter in ascii_lowercase]})
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        app._disable_notifications = False
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


async def test_a_small_letter_begins_a_move_with_a_capital_one() -> None:
    """In games whose moves are `X4`, the key of the search tree begins a move too."""
    server = Server(seat=0)
    capital = position("40").model_copy(update={"legal": ["X4", "pass"], "paths": [[1], []]})
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        app._disable_notifications = False
        server.tell(snapshot("40", you=0, state=capital))
        await until(pilot, lambda: shows(app, "pass (F3)"))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.focused, BoardWidget))
        await pilot.press("x")
        await until(pilot, lambda: app.screen.query_one(Prompt).value == "x")


async def test_a_paste_reaches_the_prompt() -> None:
    """A text pasted while the board is focused goes to the prompt."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        app._disable_notifications = False
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.focused, BoardWidget))
        app.post_message(Paste("/chat hello"))
        await until(pilot, lambda: app.screen.query_one(Prompt).value == "/chat hello")


async def test_a_move_is_played_by_mouse() -> None:
    """A click on a cell plays there."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        app._disable_notifications = False
        board = app.screen.query_one(BoardWidget)
        # A click counts where the board is drawn, so wait until it has its place.
        await until(pilot, lambda: board._canvas is not None and board._canvas.layout.height == board.region.height > 9)
        await until(pilot, lambda: is_framed(app.screen))
        assert board._canvas is not None
        box = board._canvas.layout.boxes[8]
        await pilot.click(BoardWidget, offset=(box.x + 1, box.y))
        await until(pilot, lambda: bool(server.of("move")))
        assert server.of("move")[0].move == "c1"


async def test_a_move_is_played_again_after_a_takeback() -> None:
    """The same ply is the player's again, so the move is not a premove."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        app._disable_notifications = False
        await pilot.press("b", "1", "enter")
        await until(pilot, lambda: len(server.of("move")) == 1)
        server.tell(event(6, Moved(move=move(2, 1)), position("401")))
        await until(pilot, lambda: shows(app, "[X]"))
        server.tell(event(7, TakenBack(seat=0, plies=1), position("40")))
        await until(pilot, lambda: not shows(app, "[X]"))
        await pilot.press("c", "1", "enter")
        await until(pilot, lambda: [sent.move for sent in server.of("move")] == ["b1", "c1"])


async def test_premoves_wait_for_their_turn() -> None:
    """A move typed too early is sent in its turn, in any spelling; a refused one is cleared with a message."""
    refusal = refused(Code.ILLEGAL_MOVE, "no such move")
    server = Server(seat=0, more=lambda command: refusal if command.t == "move" else None)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        app._disable_notifications = False
        server.tell(event(6, Moved(move=move(2, 8)), position("408")))
        await until(pilot, lambda: shows(app, "[X]"))
        await pilot.press("X", "b", "1", "enter")
        await until(pilot, lambda: shows(app, "premove Xb1"))
        assert not server.of("move")
        server.tell(event(7, Moved(move=move(3, 7)), position("4087")))
        await until(pilot, lambda: shows(app, "premove Xb1 is not legal now"))
        assert [sent.move for sent in server.of("move")] == ["Xb1"]


@pytest.mark.parametrize("answer", ["accept", "decline", "/accept", "Decline"])
async def test_an_offer_is_answered_with_or_without_a_slash(answer: str) -> None:
    """The words that the app proposes as the answer to an offer answer it, also during the opponent's turn."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        app._disable_notifications = False
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
        app._disable_notifications = False
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
        app._disable_notifications = False
        for answer, asked in (("n", 0), ("y", 1)):
            await pilot.press(*"/resign", "enter")
            await until(pilot, lambda: shows(app, "Resign this match?"))
            await pilot.press(answer)
            await until(pilot, lambda: isinstance(app.screen, PlayScreen))
            await until(pilot, lambda asked=asked: len(server.of("resign")) == asked)  # type: ignore[misc]


async def test_a_click_on_the_message_plays_only_a_pass() -> None:
    """A click on the line that names a pass plays it; a click on another message plays no move, even the only one."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        app._disable_notifications = False
        for move_, path, played in (("c3", [2], []), ("pass", [], ["pass"])):
            only = position("40").model_copy(update={"legal": [move_], "paths": [path]})
            server.tell(snapshot("40", you=0, state=only))
            await until(pilot, lambda path=path: shows(app, "only move: pass") != bool(path))  # type: ignore[misc]
            await pilot.click("#say")
            await pilot.pause()
            assert [command.move for command in server.of("move")] == played


@pytest.mark.parametrize("how", ["click", "key", "focus"])
async def test_a_move_beside_the_board_is_a_button(how: str) -> None:
    """A move that no cell stands for is played by a click, by F3, or by Enter on its button, which then goes."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        app._disable_notifications = False
        buttons = app.screen.query_one(MoveButtons)
        assert not buttons.display
        both = position("40").model_copy(update={"legal": ["c3", "swap"], "paths": [[2], []]})
        server.tell(snapshot("40", you=0, state=both))
        await until(pilot, lambda: shows(app, "swap (F3)"))
        if how == "click":
            await pilot.click("MoveButtons Button")
        elif how == "key":
            await pilot.press("f3")
        else:
            buttons.query("Button").first().focus()
            await pilot.press("enter")
        await until(pilot, lambda: [command.move for command in server.of("move")] == ["swap"])
        server.tell(event(7, Moved(move=move(2, 8)), position("408")))
        await until(pilot, lambda: not buttons.display)


async def test_moves_with_one_path_are_chosen_from_a_list() -> None:
    """Where several moves have the same cells, as with a promotion, the player chooses; F3 asks likewise."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        app._disable_notifications = False
        legal = ["c3q", "c3n", "swap", "pass"]
        several = position("40").model_copy(update={"legal": legal, "paths": [[2], [2], [], []]})
        server.tell(snapshot("40", you=0, state=several))
        await until(pilot, lambda: shows(app, "swap (F3)    pass"))
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, Pick) and shows(app, "Which move?"))
        await pilot.press("escape", "escape", "enter")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Pick) and shows(app, "c3q"))
        await pilot.press("down", "enter")
        await until(pilot, lambda: [command.move for command in server.of("move")] == ["c3n"])


async def test_a_question_mark_in_an_empty_prompt_shows_the_keys() -> None:
    """Behind other text it is typed."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        app._disable_notifications = False
        prompt = app.screen.query_one(Prompt)
        await pilot.press("slash", "question_mark")
        assert prompt.value == "/?"
        prompt.value = ""
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        assert prompt.value == ""


async def test_the_legal_moves_are_listed_where_they_are_asked_for() -> None:
    """The chosen move is played."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        app._disable_notifications = False
        legal = position("40").legal
        await pilot.press(*"/legal", "enter")
        await until(pilot, lambda: isinstance(app.screen, Pick) and shows(app, f"{len(legal)} legal moves"))
        await pilot.press("down", "enter")
        await until(pilot, lambda: bool(server.of("move")))
        assert server.of("move")[0].move in legal


async def test_a_long_refusal_leaves_the_board_as_it_is() -> None:
    """Its second row is that of the keys, which come back with the next message."""
    refusal = refused(Code.ILLEGAL_MOVE, "there is no such square on this board, " * 3)
    server = Server(seat=0, more=lambda command: refusal if command.t == "move" else None)
    async with running(server, (80, 24)) as (app, pilot):
        await playing(server, app, pilot)
        await until(pilot, lambda: is_framed(app.screen))
        before = app.screen.query_one("#left").region
        keys = app.screen.query_one("#keys")
        assert keys.display
        await pilot.press("h", "9", "enter")
        await until(pilot, lambda: shows(app, "there is no such square") and not keys.display)
        await until(pilot, lambda: app.screen.query_one("#say").region.height == 2)
        assert app.screen.query_one("#left").region == before
        assert isinstance(app.screen, PlayScreen)
        app.screen.say("well")
        await until(pilot, lambda: shows(app, "well") and keys.display)


async def test_berserk_is_offered_before_the_first_move() -> None:
    """F4 or `/berserk` sends the command; the line says so only while it applies, and then tells of the event."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        assert not shows(app, "F4 or /berserk")
        await pilot.press("f4")
        clock = position(remaining_ms=[60_000, 60_000])
        server.tell(snapshot(you=0, berserk=[], state=clock))
        await until(pilot, lambda: shows(app, "F4 or /berserk: half of your time for one more point"))
        assert "berserk" in possible_commands(app.screen.state)  # type: ignore[attr-defined]
        assert server.of("go_berserk") == []
        await pilot.press("f4")
        await until(pilot, lambda: len(server.of("go_berserk")) == 1)
        server.tell(event(4, WentBerserk(seat=0), position(remaining_ms=[30_000, 60_000])))
        await until(pilot, lambda: shows(app, "goes berserk", "berserk)") and not shows(app, "F4 or /berserk"))
        assert "berserk" not in possible_commands(app.screen.state)  # type: ignore[attr-defined]
