"""Records of matches with chance: true chance events are verified, and each forged one is found."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kibitz_protocol.fairness.chance import Seeds, decide
from kibitz_server.records.analyse import analyse
from kibitz_server.records.chance import NOT_REVEALED, REPEATABLE
from kibitz_server.records.report import check
from kibitz_server.records.verifier import DifferenceError, Verified, verify
from tests.server.conftest import FakeClient, InProcessServer

pytestmark = pytest.mark.usefixtures("games_with_chance")

Messages = list[dict[str, Any]]
OTHER_SEED = "ab" * 32


def lines(guest: FakeClient) -> Messages:
    """Return the snapshots and events that a guest received, as plain data."""
    return [json.loads(message.model_dump_json()) for message in guest.received if message.t in ("snapshot", "event")]


def checked(messages: Messages) -> Verified:
    """Verify messages, written as the lines of a file."""
    return verify(json.dumps(message) + "\n" for message in messages)


def played(seed: int | None = None, plies: int = 2, game: str = "dash", **fields: Any) -> tuple[Messages, FakeClient]:
    """Return the record of a match with this many tosses, which its host resigned, and a client that comes later.

    A match of climb may end before.
    """
    server = InProcessServer(seed=seed)
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(game, **fields)
    bob.ask("join", match=code)
    for number, client in enumerate((ann, bob)):
        assert client.ask("give_client_seed", match=code, client_seed=f"text-{number}").t == "accepted"
    match = server.match(code)
    while match.ply < plies and not match.over:
        client = (ann, bob)[match.to_move or 0]
        answer = client.ask("move", match=code, ply=match.ply, move="dash" if game == "dash" else "wait")
        assert answer.t == "accepted", answer
    if not match.over:
        ann.ask("resign", match=code)
    late = server.connect("eve")
    late.ask("watch", match=code)
    return lines(ann), late


def of_kind(messages: Messages, kind: str) -> Messages:
    """Return the events of one kind."""
    return [m for m in messages if m["t"] == "event" and m["event"]["kind"] == kind]


def other_coin(messages: Messages) -> dict[str, Any]:
    """Let the last coin show its other side, and return its event."""
    forged = of_kind(messages, "chance_decided")[-1]
    view = forged["event"]["chance"]
    view["text"] = "tails" if view["text"] == "heads" else "heads"
    view["said"] = None
    return forged


@pytest.mark.parametrize(("game", "options"), [("dash", {}), ("dash", {"opening": True}), ("climb", {})])
def test_true_chance_events_agree(game: str, options: dict[str, Any]) -> None:
    """Each chance event is computed again from the revealed seed, also by a record that begins after the end."""
    record, late = played(game=game, options=options)
    found = checked(record)
    assert found.chance_events == len(of_kind(record, "chance_decided")) > 0
    assert (found.over, found.unchecked) == (True, [])
    (snapshot,) = lines(late)
    assert checked([snapshot]).chance_events == found.chance_events


def test_the_moves_before_a_search_have_the_chance_events() -> None:
    """A search is repeated from a line that has moves and chance events in their order."""
    record, _ = played()
    first, second = (event["event"]["chance"]["text"] for event in of_kind(record, "chance_decided"))
    assert [each.moves for each in checked(record).played] == [(), ("dash", first)]
    assert second in ("heads", "tails")


@pytest.mark.parametrize("options", [{}, {"opening": True}])
def test_moves_of_a_record_are_judged_before_their_chance_events(options: dict[str, Any]) -> None:
    """An analysis of the record searches each position before a chance event, too, so that luck is not a mistake."""
    record, _ = played(options=options)
    texts = [event["event"]["chance"]["text"] for event in of_kind(record, "chance_decided")]
    line = [text for chance in texts for text in ("dash", chance)]
    assert checked(record).line == tuple([*texts[:1], *(line[2:])] if options else line)
    said: list[dict[str, Any]] = []
    analyse((json.dumps(message) for message in record), "quick", said.append)
    assert [message["done"] for message in said[:-1]] == [0, 1, 2, 3]
    assert [(move["move"], move["judgement"]) for move in said[-1]["moves"]] == [("dash", "good")] * 2


def test_a_forged_chance_event_is_found() -> None:
    """A record whose chance event, board and later moves fit each other still differs from the seed."""
    record, _ = played(plies=1)
    honest = of_kind(record, "chance_decided")[-1]["event"]["chance"]["text"]
    forged = other_coin(record)["event"]["chance"]["text"]
    # The states after it are those of the forged chance event, so that the rules find nothing.
    other = forged_twin(forged)
    for message in record:
        if message["t"] == "event" and message["state"] is not None and message["state"]["ply"] == 1:
            decided = message["event"]["kind"] == "moved"
            message["state"] = message["state"] if decided else other[message["event"]["kind"]]
    with pytest.raises(DifferenceError) as info:
        checked(record)
    assert f"chance event 1: recorded is {forged}, the seed gives {honest}" in str(info.value)


def forged_twin(coin: str) -> dict[str, Any]:
    """Return the states by kind of event after a first dash that has this result."""
    for _ in range(200):
        record, _ = played(plies=1)
        if of_kind(record, "chance_decided")[-1]["event"]["chance"]["text"] == coin:
            return {message["event"]["kind"]: message["state"] for message in record[1:]}
    raise AssertionError(f"the coin never shows {coin}")


def swap_texts(messages: Messages) -> None:
    """Exchange the client seeds of the players."""
    one, other = of_kind(messages, "client_seed_given")
    one["event"]["client_seed"], other["event"]["client_seed"] = (
        other["event"]["client_seed"],
        one["event"]["client_seed"],
    )


def other_seed(messages: Messages) -> None:
    """Reveal another seed with the right hash, as a server that changed its mind would."""
    of_kind(messages, "seed_revealed")[0]["event"]["server_seed"] = OTHER_SEED
    messages[0]["server_seed_hash"] = hashlib.sha256(bytes.fromhex(OTHER_SEED)).hexdigest()


def reveal_early(messages: Messages) -> None:
    """Move the seed before the end."""
    end, seed = messages[-2:]
    seed["seq"], end["seq"], seed["phase"] = end["seq"], seed["seq"], "running"
    messages[-2:] = [seed, end]


def forget_a_draw(messages: Messages) -> None:
    """Leave out the first chance event."""
    gone = of_kind(messages, "chance_decided")[0]
    place = messages.index(gone)
    messages.remove(gone)
    for message in messages[place:]:
        message["seq"] -= 1


def take_back_a_draw(messages: Messages) -> None:
    """Take the last move back before the end."""
    end = of_kind(messages, "finished")[0]
    place = messages.index(end)
    messages.insert(place, {**end, "phase": "running", "event": {"kind": "taken_back", "seat": 0, "plies": 1}})


def change(kind: str, **fields: Any) -> Callable[[Messages], None]:
    """Return what changes fields of the chance event of the first event of a kind."""
    return lambda messages: of_kind(messages, kind)[0]["event"]["chance"].update(fields)


CHANGES: dict[str, tuple[Callable[[Messages], Any], str]] = {
    "the texts of the players": (swap_texts, "the seed gives"),
    "another seed": (
        lambda m: of_kind(m, "seed_revealed")[0]["event"].update(server_seed=OTHER_SEED),
        "that of the revealed seed is",
    ),
    "another hash": (lambda m: m[0].update(server_seed_hash="cd" * 32), "hash of the seed: recorded is cdcd"),
    "no hash": (lambda m: m[0].update(server_seed_hash=None), "hash of the seed: recorded is None"),
    "another match": (lambda m: [message.update(match="m2") for message in m], "the seed gives"),
    "a chance event of another number": (
        change("chance_decided", number=2),
        "number of the chance event: recorded is 2, the rules say 1",
    ),
    "a chance event at another ply": (
        change("chance_decided", ply=0),
        "ply of the chance event: recorded is 0, the rules say 1",
    ),
    "a chance event that is not due": (
        change("chance_decided", text="edge"),
        "chance event 1: recorded is edge, and due is heads, tails",
    ),
    "other words for a chance event": (
        change("chance_decided", said="X wins"),
        "written form of chance event 1: recorded is X wins",
    ),
    "a missing chance event": (forget_a_draw, "seat of the move: recorded is 1, the rules say None"),
    "a seed before the end": (reveal_early, "event: recorded is seed_revealed, but the match is still running"),
    "a chance event taken back": (
        take_back_a_draw,
        "moves taken back: recorded is 1, the rules say a takeback never crosses",
    ),
    "other weights": (
        lambda m: of_kind(m, "moved")[0]["state"].update(weights=[1, 1]),
        "weights: recorded is [1, 1], the rules say [1, 2]",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_found(name: str) -> None:
    """The difference names the event and both values."""
    alter, sentence = CHANGES[name]
    record = with_other_draws()
    alter(record)
    with pytest.raises(DifferenceError) as info:
        checked(record)
    assert sentence in str(info.value)


def with_other_draws() -> Messages:
    """Return a record whose chance events differ with swapped client seeds, another match id or server seed."""
    for _ in range(200):
        record, _ = played(plies=2)
        match, seed = record[0]["match"], of_kind(record, "seed_revealed")[0]["event"]["server_seed"]
        true = draws_of(seed, match, "text-0", "text-1")
        others = [
            draws_of(seed, match, "text-1", "text-0"),
            draws_of(seed, "m2", "text-0", "text-1"),
            draws_of(OTHER_SEED, match, "text-0", "text-1"),
        ]
        if true not in others:
            return record
    raise AssertionError("all chance events fall alike")


def draws_of(seed: str, match: str, *texts: str) -> list[int]:
    """Return the first two tosses of a match."""
    return [decide(Seeds(bytes.fromhex(seed), match, texts), number, (1, 2)) for number in (1, 2)]


def test_a_seed_that_was_changed_with_its_hash_is_found() -> None:
    """Another seed with the right hash gives other chance events."""
    record = with_other_draws()
    other_seed(record)
    with pytest.raises(DifferenceError, match="the seed gives"):
        checked(record)


def test_a_record_without_the_seed_says_that_its_chance_events_are_not_checked() -> None:
    """A record may end before the seed."""
    record, _ = played()
    found = checked(record[:-1])
    assert (found.chance_events, found.unchecked) == (0, [NOT_REVEALED])


def test_a_server_that_repeats_its_chance_events_is_noted() -> None:
    """Chance events of a server with a seed follow from the server seed and their numbers; the report says so."""
    record, _ = played(seed=7)
    found = checked(record)
    assert found.chance_events == len(of_kind(record, "chance_decided"))
    assert found.unchecked == [REPEATABLE]


def test_the_report_counts_chance_events(tmp_path: Path) -> None:
    """The report says how many chance events were computed from the server seed."""
    record, _ = played()
    file = tmp_path / "match.jsonl"
    file.write_text("".join(json.dumps(message) + "\n" for message in record))
    said: list[str] = []
    assert check(str(file), engines=False, as_json=False, say=said.append) == 0
    assert "2 chance events computed from the server seed" in said[0]
    assert check(str(file), engines=False, as_json=True, say=said.append) == 0
    assert json.loads(said[-1])["chance_events"] == 2
