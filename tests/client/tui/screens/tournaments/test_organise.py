"""What the organiser may do, in the command palette."""

from typing import Any

import pytest

from kibitz_client.tui.app import KibitzApp
from kibitz_client.tui.screens.tournaments.event import EventScreen
from kibitz_client.tui.screens.tournaments.organise import applicable
from kibitz_protocol.refusals import Code
from kibitz_protocol.tournaments.views import ChallengeView
from tests.client.tui.screens.tournaments.test_event import opened
from tests.client.tui.test_palette import do
from tests.client.tui.tournaments import EventServer, event_view, named
from tests.fakes.app import running, shows, until
from tests.fakes.client import refused

pytestmark = pytest.mark.app


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"state": "announced"}, {"start", "cancel", "add", "remove", "pair", "tie-breaks"}),
        ({"state": "running"}, {"pause", "extend-rounds", "cancel", "add", "remove", "pair", "result", "tie-breaks"}),
        (
            {"state": "paused", "format": "arena"},
            {"resume", "extend-minutes", "cancel", "add", "remove", "result", "tie-breaks"},
        ),
        ({"format": "ladder"}, {"pause", "cancel", "add", "remove", "result"}),
        (
            {"state": "announced", "waiting": [named(4)], "format": "match"},
            {"start", "cancel", "add", "remove", "approve"},
        ),
        ({"state": "finished"}, {"result"}),
    ],
)
def test_only_what_applies(fields: dict[str, Any], expected: set[str]) -> None:
    """A tournament that is not over has what its state and its format allow; one that is over only results."""
    assert set(applicable(event_view(**fields))) == expected


def titles(app: KibitzApp) -> list[str]:
    """Return the entries of the screen in the palette."""
    assert isinstance(app.screen, EventScreen)
    return [action.title for action in app.screen.palette_actions()]


async def test_others_organise_nothing() -> None:
    """Only the organiser has these entries."""
    server = EventServer()
    async with running(server) as (app, pilot):
        await opened(app, pilot)
        assert titles(app) == []
        server.events.view = event_view(yours=True)
        app.tournaments.open("T-7KQ2XF")
        await until(pilot, lambda: "Pause the tournament" in titles(app))


async def test_pausing_and_setting_a_result() -> None:
    """A pause asks for its reason. A result is a form, which stays open with what is wrong."""
    answers: dict[str, Any] = {"result": refused(Code.UNKNOWN_MATCH, "there is no game 99")}
    server = EventServer(event_view(yours=True), **answers)
    async with running(server, (100, 30)) as (app, pilot):
        await opened(app, pilot)
        await do(app, pilot, "pause the tour")
        await until(pilot, lambda: shows(app, "reason, or nothing"))
        await pilot.press(*"lunch", "enter")
        await until(pilot, lambda: [each.reason for each in server.actions("pause")] == ["lunch"])
        await do(app, pilot, "void or restore")
        await until(pilot, lambda: shows(app, "game number"))
        await pilot.press(*"99", "enter", *"won", "enter", *"typo", "enter")
        await until(pilot, lambda: shows(app, "'won' is not a result"))
        assert server.actions("result") == []
        await pilot.press("tab", *"1-0", "enter")
        await until(pilot, lambda: shows(app, "there is no game 99"))
        del server.events.answers["result"]
        await pilot.press(*"7", "enter")
        await until(pilot, lambda: len(server.actions("result")) == 2)
        made = server.actions("result")[1]
        assert (made.game, made.result, made.reason) == (7, "1-0", "typo")


async def test_adding_removing_and_pairing() -> None:
    """An engine is added by its settings, a player by name; an entrant is chosen to be removed; a bye is a pair."""
    server = EventServer(event_view(yours=True))
    async with running(server, (100, 30)) as (app, pilot):
        await opened(app, pilot)
        for text in ("Fast=alphabeta:nodes=100", "mia"):
            await do(app, pilot, "add an entrant")
            await until(pilot, lambda: shows(app, "an engine (level:3"))
            await pilot.press(*text, "enter")
            await until(pilot, lambda: not shows(app, "an engine (level:3"))
        await until(pilot, lambda: len(server.actions("add")) == 2)
        engine, player = server.actions("add")
        assert (engine.engine.name, str(engine.engine.engine), player.player) == ("Fast", "alphabeta:nodes=100", "mia")
        await do(app, pilot, "remove an entrant")
        await until(pilot, lambda: shows(app, "Which entrant?"))
        await pilot.press("down", "enter", *"gone", "enter")
        await until(
            pilot, lambda: [(each.entrant, each.reason) for each in server.actions("remove")] == [("Quick", "gone")]
        )
        await do(app, pilot, "by hand")
        await until(pilot, lambda: shows(app, "second, or bye"))
        await pilot.press(*"Wild", "enter", *"bye", "enter")
        await until(pilot, lambda: bool(server.actions("pair")))
        pair = server.actions("pair")[0]
        assert (pair.round, pair.first, pair.second) == (3, "Wild", None)


async def test_challenges_of_a_ladder() -> None:
    """An entrant challenges one above it, and answers challenges; those that are accepted need no answer."""
    challenges = [
        ChallengeView(challenge=1, challenger=named(4), challenged=named(3), accepted=False, until=None),
        ChallengeView(challenge=2, challenger=named(3), challenged=named(1), accepted=False, until=None),
        ChallengeView(challenge=3, challenger=named(5), challenged=named(3), accepted=True, until=None),
    ]
    server = EventServer(event_view(format="ladder", challenges=challenges))
    async with running(server) as (app, pilot):
        await opened(app, pilot)
        assert titles(app) == [
            "Challenge an entrant of the ladder",
            "Accept the challenge of Wild",
            "Decline the challenge of Wild",
            "Withdraw your challenge to Deep",
        ]
        await do(app, pilot, "challenge an entrant")
        await until(pilot, lambda: shows(app, "Which entrant?", "Deep", "Quick"))
        await pilot.press("down", "enter")
        await until(pilot, lambda: [each.entrant for each in server.actions("challenge")] == ["Quick"])
        await do(app, pilot, "accept the challenge")
        await do(app, pilot, "withdraw your")
        await until(pilot, lambda: len(server.actions("answer")) == 2)
        assert [(each.challenge, each.accept) for each in server.actions("answer")] == [(1, True), (2, False)]
