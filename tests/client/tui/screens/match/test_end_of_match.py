"""The end of a match that one played: its result, and what the keys then do."""

import pytest

from kibitz_client.tui.screens.replay import ReplayScreen
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.prompt import Prompt
from kibitz_protocol.to_client import Finished, Said, Started
from kibitz_protocol.values.matches import RatingChange, Result
from tests.client.samples import MATCH, event, position, snapshot
from tests.client.tui.recorded_match import answer
from tests.client.tui.screens.match.parts import ended
from tests.fakes.app import Server, playing, running, shows, until

pytestmark = pytest.mark.app


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


async def test_after_the_end_the_keys_are_those_of_a_finished_match() -> None:
    """A match that is over offers single keys for a rematch, the next game and its analysis, and no resignation."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        await until(pilot, lambda: shows(app, "/resign"))
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


async def test_a_match_that_does_not_count_says_so_at_its_start_and_end() -> None:
    """The message line says at the start why a match will not count, and the result repeats it."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        server.tell(snapshot(you=0, rated=True, seq=4))
        server.tell(event(5, Started(uncounted="same_owner")))
        await until(pilot, lambda: shows(app, "Not counted for ratings: both players belong to one account."))
        server.tell(ended(uncounted="same_owner"))
        await until(pilot, lambda: shows(app, "You win: three in a row.  Not counted for ratings"))
