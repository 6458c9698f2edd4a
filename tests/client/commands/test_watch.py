"""Watching a match in lines and pictures."""

import asyncio
import json

import pytest

from kibitz_client.commands.watch import show
from kibitz_client.errors import NetworkError
from kibitz_protocol.codec import decode_to_client
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import (
    Aborted,
    Finished,
    Moved,
    Next,
    Notice,
    Rematched,
    Said,
    Seated,
    Started,
    TakenBack,
)
from kibitz_protocol.to_server import Offer
from kibitz_protocol.values.matches import Result, SeriesView
from tests.client.samples import (
    ENGINE,
    MATCH,
    OPEN,
    OTTER,
    event,
    move,
    played,
    position,
    report,
    series_table,
    snapshot,
    thinking,
)
from tests.fakes.client import FakeClient, FakeKeyboard, Recorded, refused

MOVED = event(4, Moved(move=move(0, 4, report())), position("4"))
FINISHED = event(5, Finished(result=Result(winner=0, reason="line")), position("4", to_move=None), "finished")


async def shown(recorded: Recorded, *messages: object) -> None:
    """Show a match, given its messages."""
    client = FakeClient()
    client.tell(*messages)  # type: ignore[arg-type]
    async with asyncio.timeout(30):
        await show(client, MATCH, recorded.output)


async def test_lines_without_a_terminal() -> None:
    """Without a terminal, each move has a line with its search, and a board; the result is last."""
    recorded = Recorded()
    said = Said(match=MATCH, room="watchers", name="mia", text="why?", at=0.0)
    await shown(recorded, snapshot(), thinking(0), MOVED, said, Notice(text="noon"), FINISHED)
    board = ["   a b c", "3  . . .", "2  .[X].", "1  . . ."]
    lines = recorded.out.splitlines()
    assert lines[0] == "Tic-tac-toe  K7QX  ply 0"
    assert lines[7] == "1. X otter plays b2  1.5 s  depth 9  win 55%  score +0.35  123k nodes/s  best b2 a1"
    assert lines[8:12] == board
    assert lines[12:] == ["mia: why?", "server: noon", "X (otter) wins: a line."]


async def test_a_match_that_has_not_started() -> None:
    """A new player, the start and an abort have a line each."""
    recorded = Recorded()
    opened = snapshot(phase="open", seats=[OTTER, OPEN])
    aborted = event(6, Aborted(reason="the host left"), None, "aborted")
    seated = event(4, Seated(seat=ENGINE), phase="open")
    await shown(recorded, opened, seated, event(5, Started(), position()), aborted)
    told = ["engine alphabeta:depth=9 takes the seat O", "the match starts", "Aborted: the host left."]
    assert recorded.out.splitlines()[-3:] == told


async def test_a_match_that_is_over_already() -> None:
    """A finished match is shown with its result."""
    recorded = Recorded()
    await shown(recorded, snapshot("4", phase="finished", result=Result(winner=None, reason="agreement")))
    assert recorded.out.endswith("Draw by agreement.\n")


async def test_messages_as_json() -> None:
    """With JSON, standard output has the messages of the match and no other text."""
    recorded = Recorded(json=True)
    messages = [snapshot(), thinking(0), MOVED, FINISHED]
    await shown(recorded, *messages, snapshot(match="other"))
    lines = recorded.out.splitlines()
    assert [decode_to_client(line) for line in lines] == messages
    assert [json.loads(line)["t"] for line in lines] == ["snapshot", "thinking", "event", "event"]
    assert recorded.err == ""


async def test_a_picture_on_a_terminal() -> None:
    """On a terminal, the match is one picture with searches and chat."""
    recorded = Recorded(tty=True)
    said = Said(match=MATCH, room="watchers", name="mia", text="why?", at=0.0)
    await shown(recorded, snapshot("4"), thinking(1), said, FINISHED)
    last = recorded.out.split("\x1b[J")[-2]
    assert "O depth 9  win 55%  score +0.35" in last
    assert "X (otter) wins: a line." in last
    assert "mia: why?" in last


async def test_a_result_is_seen_on_a_small_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the picture does not fit, the result is printed below it."""
    monkeypatch.setenv("LINES", "5")
    recorded = Recorded(tty=True)
    await shown(recorded, snapshot("4"), FINISHED)
    assert recorded.out.endswith("\x1b[JX (otter) wins: a line.\n")


async def test_a_takeback_is_shown() -> None:
    """A takeback has a line, and the board before the moves."""
    recorded = Recorded()
    taken_back = event(5, TakenBack(seat=0, plies=1), position())
    await shown(recorded, snapshot(), MOVED, taken_back, event(6, Aborted(reason="by agreement"), phase="aborted"))
    assert recorded.out.endswith(
        "the last move is taken back; X otter moves again\n   a b c\n3  . . .\n2  . . .\n1  . . .\n"
        "Aborted: by agreement.\n"
    )


async def test_a_series_is_one_show() -> None:
    """The next game of a series is shown, and the show ends with the last one."""
    recorded = Recorded()
    first = SeriesView(id="s", number=1, games=2, score=[0, 0])
    second = first.model_copy(update={"number": 2})
    following = Next(match=MATCH, why="series", next="m2", code="7QX42K", series=first)
    ended = event(4, FINISHED.event, FINISHED.state, "finished", match="m2")
    over = Next(match="m2", why="series", next=None, code=None, series=second.model_copy(update={"score": [2, 0]}))
    games = (snapshot(series=first), FINISHED, following, snapshot(match="m2", series=second), ended, over)
    await shown(recorded, *games)
    assert recorded.out.count("X (otter) wins: a line.") == 2
    assert "the series is over: otter 2, " in recorded.out
    assert "game 2 of 2 (0-0)" in recorded.out


@pytest.mark.parametrize("refusal", [None, Code.WRONG_KEY])
async def test_a_series_of_engines_ends_with_their_strength(refusal: Code | None) -> None:
    """At the end of a series of two engines, the server says what it knows of their strength, unless it refuses."""
    other = ENGINE.model_copy(update={"seat": 0, "name": "level:3"})
    games = [played(number, (number - 1) % 2 if number % 4 else None, (other, ENGINE)) for number in range(1, 41)]
    series = SeriesView(id="s", number=40, games=40, score=[35, 5])
    client = FakeClient(lambda _: series_table(*games, of=40) if refusal is None else refused(refusal, "no"))
    recorded = Recorded()
    client.tell(snapshot(series=series, seats=[other, ENGINE]), FINISHED)
    client.tell(Next(match=MATCH, why="series", next=None, code=None, series=series))
    async with asyncio.timeout(30):
        await show(client, MATCH, recorded.output)
    assert [command.t for command in client.asked] == ["series"]
    assert "the series is over: engine level:3 35, " in recorded.out
    assert ("Elo of the first over the second: +" in recorded.out) == (refusal is None)
    assert ("Normalised Elo +" in recorded.out) == (refusal is None)


async def test_a_game_of_a_series_that_was_over_is_shown_alone() -> None:
    """A finished game of a series is shown without waiting for the next one."""
    recorded = Recorded()
    series = SeriesView(id="s", number=1, games=2, score=[1, 0])
    await shown(recorded, snapshot(series=series, phase="finished", result=Result(winner=0, reason="line")))
    assert "X (otter) wins: a line." in recorded.out


async def test_follow_shows_the_rematch() -> None:
    """With `follow`, the rematch is shown after the match."""
    recorded = Recorded()
    client = FakeClient()
    client.tell(snapshot(), FINISHED, event(6, Rematched(match="m2", code="7QX42K"), phase="finished"))
    client.tell(Next(match=MATCH, why="rematch", next="m2", code="7QX42K", series=None))
    client.tell(snapshot(match="m2", code="7QX42K"))
    client.hang_up()
    with pytest.raises(NetworkError):
        await show(client, MATCH, recorded.output, follow=True)
    assert "the rematch is match 7QX42K" in recorded.out
    assert "Tic-tac-toe  7QX42K  ply 0" in recorded.out


async def test_a_host_of_engines_directs_the_match() -> None:
    """The host's lines are sent as offers; refusals and unknown words are shown."""
    recorded = Recorded()
    client = FakeClient()
    keyboard = FakeKeyboard("pause", "castle", "abort", interactive=True, open_end=True)

    def react(command: Offer) -> object:
        if command.offer == "abort":
            client.tell(event(4, Aborted(reason="otter aborted it"), phase="aborted"))
            return None
        return refused(Code.NOT_HOST, "it is not yours")

    client.script = react
    client.tell(snapshot())
    async with asyncio.timeout(30):
        await show(client, MATCH, recorded.output, keyboard=keyboard)
    assert [command.offer for command in client.asked] == ["pause", "abort"]
    assert "it is not yours" in recorded.out
    assert "'castle' is not a command here\ntry: type chat TEXT or mute NAME; the host of" in recorded.out
