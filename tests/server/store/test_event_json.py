"""Tests of stored events: this version reads the events of older ones."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from kibitz_server.core.match.match import Match
from kibitz_server.core.values.clock import Byoyomi, Correspondence, Fischer, PerMove, SimpleDelay, TimeControl
from kibitz_server.core.values.events import (
    ChanceDecided,
    ClientSeedGiven,
    Event,
    MatchCreated,
    MatchFinished,
    MovePlayed,
    Result,
    SeedRevealed,
    WentBerserk,
)
from kibitz_server.store.event_json import dump, load
from tests.server.core.make import make_match, remaining_s

OLD_CHANCE = Path(__file__).parent / "databases" / "v0009.chance.jsonl"
OLD_CREATED = (
    '{"id":"m1","code":"K7QX42","host":{"id":"id-ada","name":"Ada"},"game":"tictactoe","options":[],'
    '"seats":[{"id":"id-ada","name":"Ada"},{"id":"id-ben","name":"Ben"}],"control":{"base_s":60.0,"increment_s":2.0},'
    '"position":null,"listed":true,"autostart":true,"show_thinking":false,"created_at":1700000000.0}'
)
OLD_MOVE = '{"ply":0,"seat":0,"move":"b2","elapsed_s":10.0,"remaining_s":52.0,"thought":null}'


def test_a_match_of_an_older_server_goes_on() -> None:
    """Events from before other time controls than Fischer's give the same match."""
    events = [load("MatchCreated", OLD_CREATED), load("MatchStarted", "{}"), load("MovePlayed", OLD_MOVE)]
    match = Match.from_events(events, now=100.0)
    assert match.created.control == Fischer(60.0, 2.0)
    assert remaining_s(match, 107.0) == (52.0, 53.0)
    assert match.next_deadline() == 160.0


@pytest.mark.parametrize(
    "control",
    [Fischer(60.0, 2.0), SimpleDelay(60.0, 2.0), Byoyomi(60.0, 3, 2.0), PerMove(2.0), Correspondence(3)],
    ids=str,
)
def test_every_time_control_is_stored(control: TimeControl) -> None:
    """A time control is read as the same kind."""
    created = make_match(control=control).created
    back = load("MatchCreated", dump(created))
    assert isinstance(back, MatchCreated)
    assert back == created
    assert type(back.control) is type(control)


def test_halves_and_integers_are_stored_as_they_are() -> None:
    """An integer is never read as a float, so that its JSON stays the same."""
    created = replace(make_match().created, options=(("size", 9), ("komi", 7.0), ("half", 6.5), ("exact", True)))
    finished = MatchFinished(Result(1, "area", (36, 45.5)), 0.0)
    for event, written in ((created, '[["size",9],["komi",7.0],["half",6.5],["exact",true]]'), (finished, "[36,45.5]")):
        body = dump(event)
        assert written in body
        back = load(type(event).__name__, body)
        assert back == event
        assert dump(back) == body


def test_what_a_clock_has_left_is_stored() -> None:
    """The event of a move stores the remaining periods and the credited lag."""
    event = MovePlayed(3, 1, "b2", 4.0, 0.0, None, 2, 0.125)
    assert load("MovePlayed", dump(event)) == event


@pytest.mark.property
@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_every_event_is_written_as_pydantic_writes_it(kind: Any) -> None:
    """The text is what servers have always stored, byte for byte except in the exponents of very large numbers."""
    adapter = TypeAdapter(kind)

    @given(st.from_type(kind))
    def check(event: Any) -> None:
        body, expected = dump(event), adapter.dump_json(event).decode()
        if "e+" in expected:
            assert json.loads(body) == json.loads(expected)
        else:
            assert body == expected

    check()


@pytest.mark.parametrize("number", [1e16, 2.5e300, 5e-324, 1e-7, 2.0**53, 0.1 + 0.2])
def test_every_number_is_read_as_it_was(number: float) -> None:
    """Very large and very small times survive."""
    event = MovePlayed(3, 1, "b2", number, -number)
    assert load("MovePlayed", dump(event)) == event


def test_a_seed_is_stored_and_an_older_match_has_none() -> None:
    """The server seed of a match survives a restart; a match of an older server has none."""
    created = replace(make_match().created, server_seed="5eed" * 16, repeatable=True)
    assert load("MatchCreated", dump(created)) == created
    old = load("MatchCreated", OLD_CREATED)
    assert isinstance(old, MatchCreated)
    assert (old.server_seed, old.repeatable) == (None, False)


@pytest.mark.parametrize(
    ("event", "body"),
    [
        (ClientSeedGiven(1, "x0Yh-3ffQ_r"), '{"seat":1,"client_seed":"x0Yh-3ffQ_r"}'),
        (WentBerserk(1, 30.0), '{"seat":1,"remaining_s":30.0}'),
        (
            ChanceDecided(3, "66", "White rolls 66 and cannot move"),
            '{"number":3,"text":"66","said":"White rolls 66 and cannot move"}',
        ),
        (ChanceDecided(4, "31"), '{"number":4,"text":"31","said":null}'),
        (SeedRevealed("5eed" * 16), f'{{"server_seed":"{"5eed" * 16}"}}'),
    ],
)
def test_events_of_chance_are_stored(event: Event, body: str) -> None:
    """Their text is part of the format of databases."""
    assert dump(event) == body
    assert load(type(event).__name__, body) == event


@pytest.mark.parametrize(
    ("kind", "body", "event"),
    [
        ("LotsGiven", '{"seat":1,"text":"x0Yh"}', ClientSeedGiven(1, "x0Yh")),
        ("Drawn", '{"number":4,"text":"31","said":null}', ChanceDecided(4, "31")),
        ("SeedRevealed", '{"seed":"5eed"}', SeedRevealed("5eed")),
    ],
)
def test_old_names_are_read(kind: str, body: str, event: Event) -> None:
    """Events that were stored under other names are the events of today."""
    assert load(kind, body) == event
    created = replace(make_match().created, server_seed="5eed" * 16, random_options=("size",))
    old = dump(created).replace("server_seed", "seed").replace("random_options", "drawn")
    assert load("MatchCreated", old) == created


@pytest.mark.parametrize("body", ['{"seed":', '["a",{"seed":1}]', '{"seed":[]}'])
def test_a_damaged_body_with_an_old_name_is_invalid(body: str) -> None:
    """The check of a database reports it like any other."""
    with pytest.raises(ValidationError):
        load("SeedRevealed", body)


def test_a_match_with_old_names_is_replayed() -> None:
    """A match of Kuhn poker, as version 9 of the database stored it, has its cards, client seeds and server seed."""
    rows = [json.loads(line) for line in OLD_CHANCE.read_text().splitlines()]
    match = Match.from_events([load(kind, body) for _, kind, body, _ in rows], now=100.0)
    assert (match.over, match.client_seeds) == (True, ("text-of-ann", "text-of-bob"))
    assert [chance.text for chance in match.history.chance_events] == ["Q", "J", "J", "K"]
    assert match.server_seed == match.created.server_seed is not None
