"""The check of chance events by a client: true ones of every game pass, and each change of a record is named."""

import hashlib
import itertools
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kibitz_protocol.codec import decode_to_client
from kibitz_protocol.fairness.check import FairnessCheck, FairnessResult, Fault, Received, checked_messages
from kibitz_protocol.fairness.distributions import DISTRIBUTIONS
from kibitz_protocol.formats.record import messages_of
from kibitz_protocol.to_client import Snapshot
from kibitz_server.games.registry import load
from tests.games.chance import chance_games
from tests.server.conftest import InProcessServer
from tests.server.records.random_matches import Messages, PlayedMatch, games_with_chance, play_match

pytestmark = pytest.mark.usefixtures("games_with_chance")
Plain = list[dict[str, Any]]
OTHER_SEED = "ab" * 32
SEEDS = range(3)


def _games() -> list[tuple[str, dict[str, Any]]]:
    with chance_games():
        return games_with_chance()


GAMES = _games()
SHIPPED = [case for case in GAMES if case[0] in DISTRIBUTIONS]


def plain(messages: Messages) -> Plain:
    """Return messages as data that a test can change."""
    return [message.model_dump(mode="json") for message in messages]


def verdict(messages: Plain, received: Received | None = None) -> FairnessResult:
    """Return the result for a record that was changed."""
    return checked_messages([decode_to_client(json.dumps(message)) for message in messages], received)


def fault(messages: Plain, received: Received | None = None) -> Fault:
    """Return the difference that the check must find."""
    found = verdict(messages, received)
    assert found.status == "differs", found
    assert found.fault is not None
    return found.fault


def decided(messages: Plain) -> list[int]:
    """Return the places of the chance events in a record."""
    return [at for at, m in enumerate(messages) if m["t"] == "event" and m["event"]["kind"] == "chance_decided"]


def view(message: dict[str, Any]) -> dict[str, Any]:
    """Return the chance event of a message."""
    found: dict[str, Any] = message["event"]["chance"]
    return found


def due_before(messages: Plain, at: int) -> dict[str, Any]:
    """Return the state in which the chance event at a place was due."""
    return next(m["state"] for m in reversed(messages[:at]) if m["state"] is not None)


def only(messages: Plain, kind: str) -> list[dict[str, Any]]:
    """Return the facts of one kind."""
    return [m["event"] for m in messages if m["t"] == "event" and m["event"]["kind"] == kind]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_random_matches_of_every_game_pass(game: str, options: dict[str, Any]) -> None:
    """Each chance event is computed again, and the outcomes that a client knows are those of the rules.

    The own record of a client is enough for the games here, and for others without hidden information.
    """
    for seed in SEEDS:
        match = play_match(game, options, seed)
        count = len(decided(plain(match.record)))
        found = checked_messages(match.record, match.received)
        assert (found.status, found.checked, found.unchecked, found.fault) == ("fair", count, 0, None)
        assert count > 0
        assert (found.received, found.own_seed, found.known) == (True, True, game in DISTRIBUTIONS)
        for messages in match.heard.values():
            heard = checked_messages(messages, match.received)
            whole = game in DISTRIBUTIONS or not load(game, options).declaration.hidden
            assert (heard.status, heard.checked) == (("fair", count) if whole else ("incomplete", 0))


def other_outcome(messages: Plain, at: int) -> tuple[str, str]:
    """Change a die or a card, and return what it was and what it is."""
    true = view(messages[at])["text"]
    other = next(text for text in due_before(messages, at)["chances"] if text != true)
    view(messages[at])["text"] = other
    return true, other


def drop(messages: Plain, at: int) -> None:
    """Take a chance event out, and number the messages after it as if there had been none."""
    del messages[at]
    for message in messages[at:]:
        message["seq"] -= 1


def add(messages: Plain, at: int) -> None:
    """Put a chance event in twice."""
    messages.insert(at, json.loads(json.dumps(messages[at])))
    for message in messages[at + 1 :]:
        message["seq"] += 1


def renumber(messages: Plain, at: int) -> None:
    """Give a chance event the number after its own."""
    view(messages[at])["number"] += 1


def postpone(messages: Plain, at: int) -> None:
    """Let a chance event come a move later."""
    view(messages[at])["ply"] += 1


def reorder(messages: Plain, at: int) -> None:
    """Put the last possible outcome first, with its weight."""
    state = due_before(messages, at)
    for name in ("chances", "weights"):
        state[name] = [state[name][-1], *state[name][:-1]]


def reweigh(messages: Plain, at: int) -> None:
    """Make the first outcome more likely."""
    due_before(messages, at)["weights"][0] += 1


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_changed_outcome_is_named(game: str, options: dict[str, Any]) -> None:
    """Each changed die or card is named: which chance event, before which move, what it is and what it should be."""
    match = play_match(game, options, 1)
    record = plain(match.record)
    for at in random.Random(game).sample(decided(record), min(8, len(decided(record)))):
        changed = plain(match.record)
        if len(due_before(changed, at)["chances"]) == 1:
            continue  # nothing else was possible
        true, other = other_outcome(changed, at)
        number, ply = view(record[at])["number"], view(record[at])["ply"]
        assert fault(changed, match.received) == Fault("outcome", number, ply, other, true)


@pytest.mark.parametrize("change", [drop, add, renumber, postpone])
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_chance_events_that_are_dropped_added_or_moved_are_named(
    game: str, options: dict[str, Any], change: Callable[[Plain, int], None]
) -> None:
    """The first one that is not where the messages around it want it is named."""
    match = play_match(game, options, 2)
    record = plain(match.record)
    for at in random.Random(game).sample(decided(record), min(4, len(decided(record)))):
        changed = plain(match.record)
        change(changed, at)
        number = view(record[at])["number"]
        assert fault(changed, match.received).number in (number, number + 1)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_exchanged_chance_events_are_named(game: str, options: dict[str, Any]) -> None:
    """Two chance events that stand in the place of each other differ from the seed at the first of them."""
    match = play_match(game, options, 3)
    places = decided(plain(match.record))
    for first, second in itertools.pairwise(places[:10]):
        changed = plain(match.record)
        one, other = view(changed[first]), view(changed[second])
        if one["text"] == other["text"]:
            continue
        one["text"], other["text"] = other["text"], one["text"]
        found = fault(changed, match.received)
        assert (found.kind, found.number) == ("outcome", one["number"])


@pytest.mark.parametrize("change", [reorder, reweigh])
@pytest.mark.parametrize(("game", "options"), SHIPPED)
def test_outcomes_that_are_not_those_of_the_game_are_named(
    game: str, options: dict[str, Any], change: Callable[[Plain, int], None]
) -> None:
    """A server cannot order or weigh the outcomes so that the seed gives what it likes."""
    match = play_match(game, options, 4)
    record = plain(match.record)
    for at in random.Random(game).sample(decided(record), min(4, len(decided(record)))):
        if len(due_before(record, at)["chances"]) == 1 and change is reorder:
            continue
        changed = plain(match.record)
        change(changed, at)
        found = fault(changed, match.received)
        assert (found.kind, found.number) == ("outcomes", view(record[at])["number"])


@pytest.fixture(scope="module")
def dice() -> PlayedMatch:
    """Return a match of backgammon."""
    return play_match("backgammon", {}, 5)


@pytest.fixture(scope="module")
def cards() -> PlayedMatch:
    """Return a match of cards, with all hands played."""
    return play_match("kuhn", {}, 5)


def test_another_seed_is_found(dice: PlayedMatch) -> None:
    """It does not have the hash. With a hash that fits, this is not the one from before the first move."""
    changed = plain(dice.record)
    only(changed, "seed_revealed")[0]["server_seed"] = OTHER_SEED
    made = hashlib.sha256(bytes.fromhex(OTHER_SEED)).hexdigest()
    assert fault(changed) == Fault("hash", 0, 0, dice.received.server_seed_hash, made)
    changed[0]["server_seed_hash"] = made
    assert fault(changed, dice.received) == Fault("received", 0, 0, made, dice.received.server_seed_hash)
    assert fault(changed).kind == "outcome"


def test_a_missing_hash_is_found(dice: PlayedMatch) -> None:
    """A server that forgets the hash afterwards is caught by the client that has it."""
    changed = plain(dice.record)
    changed[0]["server_seed_hash"] = None
    assert fault(changed, dice.received).kind == "received"
    assert verdict(changed).status == "no_seed"


def test_another_client_seed_is_found(dice: PlayedMatch) -> None:
    """The own one must be among those of the match, and each one enters every chance event."""
    changed = plain(dice.record)
    only(changed, "client_seed_given")[0]["client_seed"] = "another"
    assert fault(changed, dice.received) == Fault("client_seed", 0, 0, "another text-1", "text-0")
    found = fault(changed)
    # The first rolls may be the same by chance.
    assert (found.kind, found.number <= 20) == ("outcome", True)


def test_a_client_seed_after_the_first_chance_event_is_found(dice: PlayedMatch) -> None:
    """It could be chosen to suit what is known."""
    changed = plain(dice.record)
    late = json.loads(json.dumps(changed[next(at for at, m in enumerate(changed) if only([m], "client_seed_given"))]))
    late["event"]["client_seed"], late["seq"] = "late", changed[-2]["seq"]
    changed.insert(len(changed) - 2, late)
    for message in changed[-2:]:
        message["seq"] += 1
    assert fault(changed).kind == "late_seed"


def test_a_later_snapshot_must_agree(dice: PlayedMatch) -> None:
    """It may neither forget nor change a chance event, the hash or a client seed."""
    snapshot = plain([m for m in dice.heard["ann"] if m.t == "snapshot"])[-1]
    events = decided(plain(dice.record))
    whole = json.loads(json.dumps(plain(dice.record)))
    end = snapshot | {
        "seq": whole[-1]["seq"],
        "phase": "finished",
        "chance_events": [view(whole[at]) for at in events],
        "client_seeds": ["text-0", "text-1"],
        "moves": [fact["move"] for fact in only(whole, "moved")],
        "state": whole[-2]["state"],
        "server_seed": only(whole, "seed_revealed")[0]["server_seed"],
        "result": only(whole, "finished")[0]["result"],
    }
    assert verdict([*whole, end], dice.received).status == "fair"
    for name, value in (
        ("chance_events", end["chance_events"][:-1]),
        ("chance_events", [end["chance_events"][0] | {"text": "66"}, *end["chance_events"][1:]]),
        ("client_seeds", ["text-0", "other"]),
        ("server_seed_hash", OTHER_SEED),
    ):
        assert fault([*whole, end | {name: value}], dice.received).kind == "changed", name
    alone = verdict([end], dice.received)
    assert (alone.status, alone.checked, alone.unchecked) == ("incomplete", 0, len(events))


def test_revealed_cards_must_be_those_that_were_dealt(cards: PlayedMatch) -> None:
    """What the server says of a hidden card at the end follows from the seed, and fits what each player saw."""
    heard = plain(cards.heard["ann"])
    assert any(view(heard[at])["text"] == "?" for at in decided(heard))
    for number, told in enumerate(only(heard, "seed_revealed")[0]["chance_events"][:10], 1):
        changed = plain(cards.heard["ann"])
        revealed = only(changed, "seed_revealed")[0]["chance_events"]
        revealed[number - 1]["text"] = next(card for card in "JQK" if card != told["text"])
        found = fault(changed, cards.received)
        assert (found.kind in ("outcome", "changed"), found.number) == (True, number)
    changed = plain(cards.heard["ann"])
    only(changed, "seed_revealed")[0]["chance_events"].pop()
    assert fault(changed, cards.received).kind == "changed"


def test_what_cannot_be_checked_is_said(dice: PlayedMatch, cards: PlayedMatch) -> None:
    """A running match, hidden cards whose seed stays secret, a record without its end, and a game without chance."""
    record = plain(dice.record)
    assert verdict(record[:-2]).status == "running"
    assert verdict(record[:-1]).status == "no_seed"
    assert verdict(plain(cards.record)[:-1]).status == "no_seed"
    early = play_match("kuhn", {}, 5, plies=1, ending="resign")
    for messages in (early.record, *early.heard.values()):
        kept = checked_messages(messages, early.received)
        assert (kept.status, kept.checked, kept.unchecked, kept.reason) == ("secret", 0, 2, "resignation")
    secret_dice = plain(dice.record)[:-1]
    secret_dice.append(secret_dice[-1] | {"seq": secret_dice[-1]["seq"] + 1, "event": {"kind": "seed_kept"}})
    secret_dice[0]["game"]["hidden"] = True
    assert verdict(secret_dice).status == "no_seed"
    first = dice.record[0]
    assert isinstance(first, Snapshot)
    game = first.game.model_copy(update={"chance": False})
    without = first.model_copy(update={"server_seed_hash": None, "game": game, "client_seeds": []})
    assert checked_messages([without]).status == "no_chance"
    with pytest.raises(ValueError, match="no snapshot"):
        FairnessCheck().verdict()


def test_a_record_that_begins_late_is_checked_as_far_as_it_goes() -> None:
    """Chance events before its first snapshot, and other cards of that hand, cannot be computed from it."""
    for game in ("backgammon", "holdem"):
        match = play_match(game, {}, 6)
        events = plain(match.record)
        late = next(at for at, m in enumerate(events) if at > len(events) // 2 and m["event"]["kind"] == "moved")
        before = [view(events[at]) for at in decided(events) if at <= late]
        snapshot = events[0] | {
            "seq": events[late]["seq"],
            "phase": "running",
            "chance_events": before,
            "client_seeds": ["text-0", "text-1"],
            "moves": [m["move"] for m in only(events[: late + 1], "moved")],
            "state": events[late]["state"],
        }
        found = verdict([snapshot, *events[late + 1 :]])
        assert (found.status, found.fault) == ("fair", None)
        assert 0 < found.checked < found.checked + found.unchecked == len(decided(events))
        assert found.unchecked >= len(before)


@pytest.mark.parametrize(("given", "repeat"), [(1, False), (0, False), (2, True)])
def test_matches_with_fewer_client_seeds_and_repeated_ones_pass(given: int, repeat: bool) -> None:
    """The result names which client seeds there are, and whether the server repeats its chance events."""
    match = play_match("backgammon", {}, 9, given=given, repeat=repeat, plies=20)
    found = checked_messages(match.record, match.received)
    assert (found.status, found.repeatable) == ("fair", repeat)
    assert sum(text is not None for text in found.client_seeds) == given


def test_a_client_without_its_own_hash_is_not_told_that_it_is_the_same(dice: PlayedMatch) -> None:
    """What was received for another match says nothing about this one."""
    other = dice.received._replace(match="another")
    for received in (None, other):
        found = checked_messages(dice.record, received)
        assert (found.status, found.received, found.own_seed) == ("fair", False, False)


def test_moves_that_were_taken_back_are_not_counted() -> None:
    """The chance events after them are in their places."""
    server = InProcessServer()
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host("holdem")
    bob.ask("join", match=code)
    for client in (ann, bob):
        client.ask("give_client_seed", match=code, client_seed="same")
    match = server.match(code)
    players = (ann, bob)
    for move in ("call", "raise"):
        mover = players[match.to_move or 0]
        assert mover.ask("move", match=code, ply=match.ply, move=move).t == "accepted"
    asks, accepts = players[1 - (match.to_move or 0)], players[match.to_move or 0]
    assert asks.ask("offer", match=code, offer="takeback").t == "accepted"
    assert accepts.ask("accept", match=code, offer="takeback").t == "accepted"
    for move in ("check", "check", "check", "fold"):
        mover = players[match.to_move or 0]
        if move in [legal.text for legal in match.position.legal]:
            mover.ask("move", match=code, ply=match.ply, move=move)
    ann.ask("offer", match=code, offer="draw")
    bob.ask("accept", match=code, offer="draw")
    heard = [message for message in ann.received if message.t in ("snapshot", "event")]
    assert any(message.event.kind == "taken_back" for message in heard if message.t == "event")
    found = checked_messages(heard)
    assert (found.status, found.fault) == ("fair", None)
    assert found.checked >= 7


def test_a_record_of_an_older_program_is_checked() -> None:
    """Its fields had other names, and its chance events follow from the seeds in the same way."""
    text = (Path(__file__).parents[1] / "formats" / "version1.jsonl").read_text()
    found = checked_messages([line.message for line in messages_of(text.splitlines())])
    assert (found.status, found.checked, found.client_seeds) == ("fair", 4, ("text-of-ann", "text-of-bob"))
