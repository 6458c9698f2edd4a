"""Options, points and counters in halves on a whole server: commands, messages, records, restarts and the broker."""

import json
from typing import Any

import pytest

from kibitz_server.mqtt.feed import BrokerFeed
from kibitz_server.records.verifier import DifferenceError, verify
from tests.fakes.server import WaitingStore
from tests.server.conftest import ENGINE, FakeClient, InProcessServer, pair
from tests.server.mqtt.test_feed import Recorder
from tests.server.runtime.two_players import move

pytestmark = pytest.mark.usefixtures("game_of_halves")

SMALL = {"size": 3, "komi": 0.5}
MISFIT = {"size": 6, "handicap": 2}
SENTENCE = "option handicap is 0 with size=6, not 2"


def played_out(server: InProcessServer, **fields: Any) -> tuple[FakeClient, str]:
    """Return a player of a match whose sides took the cells from the left, and its code."""
    ann, bob, code = pair(server, game="claim", **fields)
    for text in ("a1", "b1", "c1"):
        move((ann, bob), code, text)
    return ann, code


async def test_counters_and_points_are_halves(server: InProcessServer) -> None:
    """A state has the score as it stands, and the result the points; whole numbers have no decimal point."""
    ann, _ = played_out(server, options=SMALL)
    events = [message for message in ann.take() if message.t == "event"]
    states = [message.state.counters for message in events if message.event.kind == "moved"]
    assert states == [{"Black": 1, "White": 0.5}, {"Black": 1, "White": 1.5}, {"Black": 2, "White": 1.5}]
    assert (events[-1].event.result.winner, events[-1].event.result.points) == (0, [2, 1.5])


@pytest.mark.parametrize("komi", [1, 1.0, "1", "1.0"])
async def test_whole_values_may_be_written_in_any_way(server: InProcessServer, komi: object) -> None:
    """A whole komi is the same as an integer, as a number with a decimal point, and as text."""
    ann, code = played_out(server, options={"size": 3, "komi": komi})
    assert dict(server.match(code).created.options) == {"size": 3, "komi": 1.0, "handicap": 0}
    result = ann.take()[-1].event.result
    assert (result.winner, result.points, [type(value) for value in result.points]) == (None, [2, 2], [int, int])


async def test_a_default_follows_another_option(server: InProcessServer) -> None:
    """With handicap the komi is a half unless it is given, and White begins."""
    ann, _, _ = pair(server, game="claim", options={"handicap": 2})
    snapshot = next(message for message in ann.received if message.t == "snapshot")
    assert snapshot.options == {"size": 5, "komi": 0.5, "handicap": 2}
    assert (snapshot.state.to_move, snapshot.state.rows) == (1, ["BB---"])
    komi = next(option for option in snapshot.game.options if option.name == "komi")
    assert (komi.default, komi.range) == (1.5, "0 to 20 in steps of 0.5")
    assert komi.otherwise.model_dump() == {"option": "handicap", "default": 0.5}
    other = server.connect("cat").host("claim", options={"handicap": 2, "komi": 1.5})
    assert server.match(other).game.options["komi"] == 1.5


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"komi": 0.25}, "option komi is 0 to 20 in steps of 0.5, not 0.25"),
        ({"komi": -0.5}, "option komi is 0 to 20 in steps of 0.5, not -0.5"),
        ({"size": 4.5}, "option size is 3 to 9, not 4.5"),
        ({"handicap": 1}, "option handicap is 0 or 2 to 9, not 1"),
        (MISFIT, SENTENCE),
        ({"handicap": 7}, "option handicap is 0 or 2 to 4 with size=5, not 7"),
    ],
)
async def test_options_that_do_not_fit_are_refused(
    server: InProcessServer, options: dict[str, Any], sentence: str
) -> None:
    """Every command with options tells what fits."""
    ann = server.connect("ann")
    of = {"game": "claim", "options": options}
    commands: list[tuple[str, dict[str, Any]]] = [
        ("create", {**of, "seats": [{"kind": "me"}, {"kind": "open"}]}),
        ("create", {**of, "seats": [{"kind": "me"}, ENGINE]}),
        ("seek", of),
        ("explain", {"of": {"kind": "game", **of}}),
        ("explore", {"of": {"kind": "game", **of}}),
        ("evaluate", {"of": {"kind": "game", **of}, "engine": ENGINE["engine"]}),
    ]
    for command, fields in commands:
        refused = ann.ask(command, **fields)
        assert (refused.t, refused.code, refused.message) == ("refused", "bad_option", sentence), command
        assert "kibitz games claim" in refused.hint


async def test_seeks_with_the_same_halves_are_paired(server: InProcessServer) -> None:
    """A komi that is left out is the same as the default that applies."""
    ann, bob, cat = server.connect("ann"), server.connect("bob"), server.connect("cat")
    ann.ask("seek", game="claim", options={"handicap": 2, "komi": 1.5})
    assert bob.ask("seek", game="claim", options={"handicap": 2}).result.others == 1
    assert "paired" not in ann.kinds()
    cat.ask("seek", game="claim", options={"handicap": "2", "komi": "0.50"})
    paired = next(message for message in cat.take() if message.t == "paired")
    assert paired.opponent == "bob"


async def test_a_record_is_verified(server: InProcessServer) -> None:
    """The record of a match has its halves, and one that was changed is found."""
    ann, code = played_out(server, options=SMALL)
    result = ann.ask("record", match=code).result
    lines = [json.dumps(line.model_dump(mode="json")) + "\n" for line in (result.snapshot, *result.events)]
    assert verify(lines).over
    for old, new, field in [('"points": [2, 1.5]', '"points": [2, 1.0]', "points"), ("1.5}", "2.5}", "counters")]:
        with pytest.raises(DifferenceError, match=field):
            verify([line.replace(old, new) for line in lines])


async def test_a_restarted_server_has_the_same_halves() -> None:
    """A match goes on with its komi after a restart, and a finished one keeps its points."""
    store = WaitingStore()
    old = InProcessServer(store=store)
    ann, done = played_out(old, options=SMALL)
    going = ann.host("claim", options={"komi": 2.5})
    new = InProcessServer(store=store)
    new.runtime.loading.run()
    back = new.connect("ann")
    for code, komi in ((done, 0.5), (going, 2.5)):
        back.ask("watch", match=code)
        snapshot = back.take()[-1]
        assert snapshot.options["komi"] == komi
    assert back.ask("record", match=done).result.events[-1].event.result.points == [2, 1.5]


async def test_the_next_game_of_a_series_has_the_same_komi(server: InProcessServer) -> None:
    """The next game has the options of the one before it, also those that were left out."""
    _, code = played_out(server, options=SMALL, series=2)
    rooms = [room.match for room in server.runtime.rooms.all if room.match.created.code != code]
    assert [dict(match.created.options)["komi"] for match in rooms] == [0.5]


async def test_the_broker_gets_the_halves() -> None:
    """The feed of a match has the counters and points that clients get."""
    server = InProcessServer(make_sink=BrokerFeed)
    recorder = Recorder(server)
    assert isinstance(server.runtime.feed, BrokerFeed)
    recorder.feed.open()
    await recorder.flush()
    played_out(server, options=SMALL)
    await recorder.flush()
    payloads = [publication.payload for publication in recorder.sent if publication.payload]
    assert any(b'"counters":{"Black":2,"White":1.5}' in payload for payload in payloads)
    assert any(b'"points":[2,1.5]' in payload for payload in payloads)
