"""The prompt of a match: completion, and browsing by its brackets."""

import pytest

from kibitz_client.tui.widgets.prompt import Prompt, candidates_text
from kibitz_protocol.to_client import Offered
from tests.client.samples import event
from tests.fakes.app import Server, playing, running, shows, until

pytestmark = pytest.mark.app


def test_the_taken_completion_is_always_visible() -> None:
    """A list that is too long ends with the number of the others, and begins later for a late one."""
    words = [f"a{number}" for number in range(1, 10)]
    assert candidates_text(words[:3], 1, 40) == "a1  >a2<  a3"
    assert candidates_text(words, 0, 20) == ">a1<  a2  a3  a4  +5"
    late = candidates_text(words, 8, 20)
    assert late.startswith("...")
    assert late.endswith(">a9<")
    for at in range(9):
        line = candidates_text(words, at, 20)
        assert len(line) <= 20
        assert f">a{at + 1}<" in line


async def test_tab_goes_through_the_completions() -> None:
    """Tab takes the first completion, and each further one the next; the focus stays in the prompt."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        prompt = app.screen.query_one(Prompt)
        await pilot.press("b", "tab")
        await until(pilot, lambda: prompt.value == "b1" and shows(app, ">b1<  b3"))
        await pilot.press("tab")
        await until(pilot, lambda: prompt.value == "b3" and shows(app, "b1  >b3<"))
        await pilot.press("tab")
        await until(pilot, lambda: prompt.value == "b1")
        await pilot.press("shift+tab")
        await until(pilot, lambda: prompt.value == "b3")
        await pilot.press("backspace")
        await until(pilot, lambda: not shows(app, ">b3<"))
        assert app.focused is prompt


async def test_tab_in_an_empty_prompt_lists_moves_and_commands() -> None:
    """The first Tab only lists them. Commands that make no sense now are not among them."""
    server = Server(seat=0)
    async with running(server, (120, 40)) as (app, pilot):
        await playing(server, app, pilot)
        prompt = app.screen.query_one(Prompt)
        await pilot.press("tab")
        await until(pilot, lambda: shows(app, "b1  b3"))
        assert prompt.value == ""
        await pilot.press("slash", "a", "tab")
        await until(pilot, lambda: prompt.value == "/abort")
        assert not shows(app, "/accept")
        await pilot.press("enter")
        server.tell(event(6, Offered(seat=1, offer="draw")))
        await until(pilot, lambda: shows(app, "offers a draw"))
        await pilot.press("slash", "a", "c", "tab")
        await until(pilot, lambda: prompt.value == "/accept")


async def test_small_letters_complete_moves_with_capital_ones() -> None:
    """Where moves begin with a capital letter, as in Go, the small one is completed too."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        app.screen.query_one(Prompt).remove()
        await pilot.pause()
        prompt = Prompt(lambda: ["D4", "D5", "/draw"], "", id="other")
        await app.screen.mount(prompt)
        prompt.focus()
        await pilot.press("d", "tab")
        await until(pilot, lambda: prompt.value == "D4")
        await pilot.press("tab")
        await until(pilot, lambda: prompt.value == "D5")
