"""Following a tournament: lines where no picture can be drawn, messages under JSON."""

import asyncio
import json
from typing import Any

from kibitz_client.commands.tournament.watch import EVERY_S, EventViewer, follow
from kibitz_protocol.codec import decode_to_client
from kibitz_protocol.to_client import Notice
from kibitz_protocol.tournaments.messages import EntrantChanged, RoundEnded
from tests.client.tournaments import (
    ID,
    EventClient,
    counted,
    ended,
    entrant,
    game,
    happened,
    own,
    snapshot,
    standing,
    standings,
)
from tests.fakes.client import Recorded


class Clock:
    """Clock that is turned by hand."""

    now = 0.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


LAST = snapshot(standing(1, 2, 1.0, won=1), standing(2, 1, lost=1), state="finished")


async def shown(recorded: Recorded, *messages: Any) -> None:
    """Follow a tournament, given its messages."""
    client = EventClient()
    client.snapshots = [LAST]
    client.tell(*messages)
    async with asyncio.timeout(30):
        await follow(client, ID, EventViewer(recorded.output))


async def test_plain_lines_until_the_end() -> None:
    """What happens has a line each, changed standings too, and the last standings follow the end."""
    recorded = Recorded(plain=True)
    await shown(
        recorded,
        snapshot(standing(1, 1), standing(1, 2), own=own(standing(1, 1), "the next round starts soon")),
        happened(2, EntrantChanged(kind="joined", entrant=entrant(3))),
        counted(3, game(1, 1, 1, 2, (0, 1))),
        Notice(text="noon"),
        standings(standing(1, 2, 1.0, won=1), standing(2, 1, lost=1)),
        ended(4),
    )
    lines = recorded.out.splitlines()
    assert lines[0] == "Friday (T-7KQ2XF)"
    assert "you are number 1: the next round starts soon" in lines
    assert "c entered" in lines
    assert "game 1: a - b 0-1 (line)" in lines
    assert "server: noon" in lines
    assert "the tournament has ended" in lines
    assert lines[-3:] == [
        "finished, 2 entrants, round 1 of 3",
        "1. b, 1 point, 1 won, 0 drawn, 0 lost",
        "2. a, 0 points, 0 won, 0 drawn, 1 lost",
    ]


def test_standings_are_shown_at_most_once_a_second() -> None:
    """Changes within a second are shown together, and only the rows that look otherwise."""
    recorded, clock = Recorded(plain=True), Clock()
    viewer = EventViewer(recorded.output, clock)
    viewer.receive(snapshot(standing(1, 1), standing(2, 2)))
    viewer.refresh(idle=True)
    before = len(recorded.out)
    for points in (1.0, 2.0, 3.0):
        clock.now += EVERY_S / 4
        viewer.receive(standings(standing(1, 1, points)))
        viewer.refresh(idle=True)
    assert recorded.out[before:] == ""
    assert viewer.due_s() == EVERY_S / 4
    clock.now += EVERY_S / 4
    viewer.refresh(idle=True)
    assert recorded.out[before:] == "1. a, 3 points, 0 won, 0 drawn, 0 lost\n"
    assert viewer.due_s() is None


async def test_a_round_ends_with_its_table() -> None:
    """Without a terminal, the standings after a round are a table."""
    recorded = Recorded()
    after = standings(standing(1, 2, 1.0, won=1))
    await shown(recorded, snapshot(standing(1, 1), standing(2, 2)), happened(2, RoundEnded(round=1)), after, ended(3))
    assert "round 1 is over\n#  entrant  points  results" in recorded.out


async def test_messages_as_json() -> None:
    """With JSON, standard output has one message on each line, and no other text."""
    recorded = Recorded(json=True)
    messages = [snapshot(standing(1, 1)), standings(standing(1, 1, 1.0)), ended(2)]
    other = snapshot(standing(1, 1))
    other = other.model_copy(update={"tournament": other.tournament.model_copy(update={"tournament": "t2"})})
    await shown(recorded, messages[0], other, *messages[1:])
    lines = recorded.out.splitlines()
    assert [decode_to_client(line) for line in lines[:3]] == messages
    assert [json.loads(line)["t"] for line in lines[:3]] == ["tournament", "standings", "tournament_event"]
    assert json.loads(lines[3])["rows"][0]["entrant"]["name"] == "b"
    assert recorded.err == ""


async def test_a_picture_is_redrawn_on_a_terminal() -> None:
    """On a terminal, the standings and the last news are one picture."""
    recorded = Recorded(tty=True)
    await shown(
        recorded,
        snapshot(standing(1, 1), standing(2, 2)),
        standings(standing(1, 1, 1.0, won=1)),
        ended(2, reason="rain"),
    )
    last = recorded.out.rpartition("\x1b[")[0]
    assert "the tournament has ended: rain" in last
    assert "1  b" in last
