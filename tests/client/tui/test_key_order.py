"""Tests of the order of keys: a burst has the effect of the same keys typed slowly."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import ClassVar

import pytest
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Paste
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Button, OptionList

from kibitz_client.tui.key_order import OrderedKeysApp
from kibitz_client.tui.screens.dialogs import Ask, Confirm, Pick
from tests.fakes.app import type_at_once, until

pytestmark = pytest.mark.app


class Keyboard(Screen[None]):
    """A screen that records its keys, and the answers of the dialogs that they open."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"record('{key}')") for key in ("x", "y", "escape", "backspace")),
        Binding("slash", "ask"),
        Binding("c", "confirm"),
        Binding("p", "pick"),
        Binding("r", "request"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.recorded: list[object] = []
        self.may_go_on = asyncio.Event()
        self.requests: list[asyncio.Future[None]] = []

    def compose(self) -> ComposeResult:
        yield OptionList("first", "second")
        yield Button("press")

    def on_mount(self) -> None:
        self.query_one(OptionList).highlighted = 0

    def action_record(self, key: object) -> None:
        self.recorded.append(key)

    def action_ask(self) -> None:
        self.app.push_screen(Ask("Which?", "old"), self.action_record)

    def action_confirm(self) -> None:
        self.app.push_screen(Confirm("Sure?"), self.action_record)

    def action_pick(self) -> None:
        self.app.push_screen(Pick("Which?", ["one", "two", "three"]), self.action_record)

    def action_request(self) -> None:
        """Ask a server that answers when the test says so."""
        assert isinstance(self.app, RecordingApp)
        self.requests.append(asyncio.get_running_loop().create_future())
        self.app.await_request(self.requests[-1])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.recorded.append(event.option_index)

    async def on_button_pressed(self) -> None:
        self.recorded.append("pressed")
        await self.may_go_on.wait()
        self.recorded.append("handled")


class RecordingApp(OrderedKeysApp[None]):
    """An app with one such screen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit", priority=True)]

    def get_default_screen(self) -> Keyboard:
        return Keyboard()


@asynccontextmanager
async def recording() -> AsyncIterator[tuple[RecordingApp, Keyboard, Pilot[None]]]:
    """Run the app. Return it with its screen."""
    app = RecordingApp()
    async with app.run_test() as pilot:
        screen = app.screen
        assert isinstance(screen, Keyboard)
        try:
            yield app, screen, pilot
        finally:
            screen.may_go_on.set()  # the app waits for its handlers at its end


@pytest.mark.parametrize(
    ("typed", "recorded"),
    [
        pytest.param("/abc\rx", ["abc", "x"], id="a key behind the line of a dialog"),
        pytest.param("x/abc\ry/de\rx", ["x", "abc", "y", "de", "x"], id="two dialogs"),
        pytest.param("/ab\x7fcd\x7f\x7fe\r", ["ae"], id="edited"),
        pytest.param("/\x7fx\x15yes\r", ["yes"], id="cleared"),
        pytest.param("/\r\ry", ["old", 0, "y"], id="a second Enter"),
        pytest.param("/ab\x1b\x1bx", [None, "escape", "x"], id="a second Esc"),
        pytest.param("/\x1b/z\r", [None, "z"], id="opened again"),
        pytest.param("cycy", [True, True], id="answers of one key"),
        pytest.param("cyy", [True, "y"], id="an answer given twice"),
        pytest.param("p\r\x7f", ["one", "backspace"], id="a list"),
        pytest.param("\r\rx", [0, 0, "x"], id="rows"),
    ],
)
async def test_a_burst_equals_slow_typing(typed: str, recorded: list[object]) -> None:
    """Each key comes to the screen and field that the keys before it have opened."""
    async with recording() as (app, screen, pilot):
        type_at_once(app, typed)
        await until(pilot, lambda: len(screen.recorded) >= len(recorded))
        await pilot.pause()
        assert screen.recorded == recorded
    async with recording() as (app, screen, pilot):
        for character in typed:
            type_at_once(app, character)
            await pilot.pause()
        await until(pilot, lambda: len(screen.recorded) >= len(recorded))
        assert screen.recorded == recorded


async def test_a_paste_waits_for_the_dialog() -> None:
    """Text that is pasted behind the key of a dialog comes into its field."""
    async with recording() as (app, screen, pilot):
        type_at_once(app, "/")
        app.post_message(Paste("from the clipboard"))
        type_at_once(app, "!\rx")
        await until(pilot, lambda: screen.recorded[1:] == ["x"])
        assert screen.recorded[0] == "from the clipboard!"


async def test_keys_wait_for_the_messages_of_a_widget() -> None:
    """The key behind the one that presses a button comes after what the button does."""
    async with recording() as (app, screen, pilot):
        screen.set_focus(screen.query_one(Button))
        type_at_once(app, "\rx")
        await until_here(lambda: screen.recorded == ["pressed"])
        screen.may_go_on.set()
        await until(pilot, lambda: len(screen.recorded) == 3)
        assert screen.recorded == ["pressed", "handled", "x"]


async def test_keys_wait_for_an_answer() -> None:
    """The keys behind a request come after its answer, and to the dialog that it opens."""
    async with recording() as (app, screen, pilot):
        type_at_once(app, "rx/\x15rab\ry")
        await until(pilot, lambda: len(screen.requests) == 1)
        screen.requests[0].set_result(None)
        await until(pilot, lambda: screen.recorded == ["x", "rab", "y"])
        type_at_once(app, "r1\rx")
        await until(pilot, lambda: len(screen.requests) == 2)
        screen.action_ask()
        await until(pilot, lambda: screen.recorded[3:] == ["1", "x"])


async def test_a_request_outlives_the_dialog_before_it() -> None:
    """When the line of a dialog begins a request, the next keys wait for it, although the dialog is closed."""
    async with recording() as (app, screen, pilot):
        app.push_screen(Ask("Which?"), lambda _: screen.action_request())
        type_at_once(app, "code\rx")
        await until(pilot, lambda: app.screen is screen and len(screen.requests) == 1)
        await pilot.pause()
        assert screen.recorded == []
        screen.requests[0].set_result(None)
        await until(pilot, lambda: screen.recorded == ["x"])


async def test_no_key_waits_forever_for_an_answer() -> None:
    """Without an answer, the next key is carried out after a moment."""
    async with recording() as (app, screen, pilot):
        app.request_s = 0.01
        type_at_once(app, "rx")
        await until(pilot, lambda: screen.recorded == ["x"])


async def test_no_key_waits_forever() -> None:
    """When a widget handles its messages for too long, the next key is carried out."""
    async with recording() as (app, screen, _):
        app.widget_s = 0.01
        screen.set_focus(screen.query_one(Button))
        type_at_once(app, "\rc")
        await until_here(lambda: isinstance(app.screen, Confirm))
        assert screen.recorded == ["pressed"]
        screen.may_go_on.set()


async def test_quitting_waits_for_nothing() -> None:
    """A key with a priority of the app is carried out at once."""
    async with recording() as (app, screen, _):
        screen.set_focus(screen.query_one(Button))
        type_at_once(app, "\rxx\x11")
        await until_here(lambda: app.return_code is not None)
        screen.may_go_on.set()
    assert "x" not in screen.recorded


async def until_here(reached: Callable[[], bool]) -> None:
    """Wait until a condition holds. The pilot would wait for the screen too."""
    async with asyncio.timeout(30):
        while not reached():
            await asyncio.sleep(0)
