"""Chance events on the screens of a match and of an analysis board."""

from typing import Any

import pytest
from textual.widgets import OptionList

from kibitz_client.match.fairness import FITS
from kibitz_client.network.analysis_board import AnalysisBoard
from kibitz_client.parsing.analysis_source import GameSource
from kibitz_client.tui.screens.dialogs import Findings
from kibitz_client.tui.screens.match.analysis import AnalysisScreen
from kibitz_client.tui.screens.replay import ReplayScreen
from kibitz_client.tui.widgets.chat import ChatLog
from kibitz_protocol.formats.record import messages_of
from kibitz_protocol.to_client import ChanceDecided, Event, Recorded, Snapshot
from tests.client.analysis_rules import by_rules
from tests.client.dice import opened, played
from tests.fakes.app import Server, playing, running, shows, until
from tests.server.records.random_matches import play_match

pytestmark = pytest.mark.app


async def test_a_chance_event_is_shown_in_the_message_line_and_in_the_list() -> None:
    """It stands there until the next message; chance events before a move are part of its line."""
    server = Server(seat=0)
    async with running(server, (120, 40)) as (app, pilot):
        await playing(server, app, pilot)
        server.tell(opened(), *played()[1:5])
        await until(pilot, lambda: shows(app, "X rolls 6") and shows(app, "1     6:"))
        server.tell(*played()[5:8])
        await until(pilot, lambda: shows(app, "O rolls 1 and cannot move; chance: 6") and shows(app, "1   X 6: b2"))
        server.tell(*played()[8:])
        await until(pilot, lambda: shows(app, "You lose"))
        assert not shows(app, FITS[:30])


async def test_how_fair_the_chance_events_are() -> None:
    """The command adds the hash, the texts and the check of the seed to the chat."""
    server = Server(seat=0)
    async with running(server, (120, 40)) as (app, pilot):
        await playing(server, app, pilot)
        server.tell(*played()[:5])
        await until(pilot, lambda: shows(app, "X rolls 6"))
        await pilot.press(*"/fairness", "enter")
        await until(pilot, lambda: shows(app, "SHA-256 of the server seed", "client seed of X otter: ours"))
        assert app.screen.query_one(ChatLog)


async def test_a_due_chance_event_is_picked_from_a_list_or_typed() -> None:
    """The line goes on after it, with the moves of the side to move."""
    server = Server(more=by_rules)
    board = AnalysisBoard(server)
    await board.load(GameSource("backgammon"))
    async with running(server, (120, 40)) as (app, pilot):
        await until(pilot, lambda: shows(app, "Quick play"))
        await app.push_screen(AnalysisScreen(board))
        await until(pilot, lambda: shows(app, "chance decides") and shows(app, "pick the outcome (F3)"))
        await pilot.press("f3")
        await until(pilot, lambda: bool(app.screen.query(OptionList)) and shows(app, "1/30"))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, AnalysisScreen) and not shows(app, "pick the outcome"))
        screen = app.screen
        assert isinstance(screen, AnalysisScreen)
        state = screen.state
        assert state is not None
        assert (len(state.chance_events), state.your_turn) == (1, True)
        await pilot.press(*"/back", "enter")
        await until(pilot, lambda: shows(app, "chance decides"))
        await pilot.press(*"31", "enter")
        await until(pilot, lambda: shows(app, "▏       31:"))


async def test_a_replay_checks_the_dice() -> None:
    """A dialog says in sentences what was checked, or names the chance event that differs; a key closes it."""
    async with running(Server(), (100, 30)) as (app, pilot):
        await until(pilot, lambda: shows(app, "Quick play"))
        record = play_match("backgammon", {}, 1, plies=4).record
        await app.push_screen(ReplayScreen(record))
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, Findings) and shows(app, "chance events follow from"))
        assert shows(app, "client seeds")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        true = next(m.event.chance.text for m in record if isinstance(m, Event) and isinstance(m.event, ChanceDecided))
        text = "".join(message.model_dump_json() + "\n" for message in record)
        other = text.replace(f'"text":"{true}"', f'"text":"{12 if true != "12" else 21}"', 1)
        forged = [line.message for line in messages_of(other.splitlines())]
        await app.push_screen(ReplayScreen(forged))
        await pilot.press("d")
        await until(pilot, lambda: shows(app, "chance event 1, before move 1, is", "seeds"))


async def test_the_dice_of_a_match_are_checked_after_its_end() -> None:
    """The command of the match shows the same dialog; during the match it adds lines to the chat alone."""
    played_match = play_match("backgammon", {}, 1, plies=4)
    first = next(message for message in played_match.record if isinstance(message, Snapshot))
    events = [message for message in played_match.record if isinstance(message, Event)]

    def answer(command: Any) -> Any:
        if command.t == "record":
            return Recorded(match=first.match, snapshot=first, events=events, last=events[-1].seq)
        return None

    server = Server(seat=0, more=answer)
    async with running(server, (120, 40)) as (app, pilot):
        await playing(server, app, pilot)
        server.tell(opened(), *played()[1:9])
        await until(pilot, lambda: shows(app, "You lose"))
        server.tell(played()[9])
        await pilot.press(*"/fairness", "enter")
        await until(pilot, lambda: isinstance(app.screen, Findings) and shows(app, "chance events follow from"))
