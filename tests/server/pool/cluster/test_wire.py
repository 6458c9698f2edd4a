"""Messages between a server and its workers: round trips, damaged ones, and that they tell nothing hidden."""

import contextlib
import itertools
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_server.engine.driver import SOURCES, Job, MachineCode, SearchResult
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.worker.search import Compiled
from kibitz_server.games.game import Game, Position
from kibitz_server.games.registry import declarations, load
from kibitz_server.pool.cluster.wire import (
    Answer,
    BadWire,
    Beat,
    Here,
    decode_answer,
    decode_beat,
    decode_code,
    decode_compiled,
    decode_here,
    decode_job,
    encode,
    encode_code,
    encode_job,
    topic_of,
)
from tests.server.games.helpers import game_of, playout
from tests.server.games.test_all_games import SPECS

LIMIT = Limit(seconds=1.5, nodes=10)
PLIES = 12
TEXT = st.text(max_size=20)
LIMITS = st.builds(
    Limit,
    seconds=st.none() | st.floats(0.001, 1e6),
    depth=st.none() | st.integers(1, 500),
    nodes=st.none() | st.integers(1, 2**62),
    seed=st.none() | st.integers(-(2**63), 2**63 - 1),
    playouts=st.none() | st.integers(1, 10**9),
    thorough=st.booleans(),
    level=st.none() | st.integers(1, 10),
)
REPORTS = st.builds(
    SearchResult,
    algorithm=TEXT,
    move=TEXT,
    score=st.integers(-(2**31), 2**31),
    wins_in=st.none() | st.integers(-500, 500),
    depth=st.integers(0, 500),
    nodes=st.integers(0, 2**62),
    seconds=st.floats(0, 1e6),
    line=st.lists(TEXT, max_size=4).map(tuple),
    shares=st.lists(st.tuples(TEXT, st.integers(0, 1000)), max_size=3).map(tuple),
    exact=st.booleans(),
    distance=st.none() | st.integers(0, 500),
    source=st.sampled_from(SOURCES),
)
HERE = Here(1, "tcp://192.0.2.1:4000", "a1", 4, {"nim": "0123"}, {"kibitz": "1.0"})


def job_of(position: Position, **more: Any) -> Job:
    """Return a search of a position that travels in numbers."""
    options = tuple(position.game.options.items())
    return Job(position.game.name, options, None, (), "alphabeta", LIMIT, seen=position, **more)


def is_same(one: Position, other: Position) -> None:
    """Compare all that a search and a viewer use of a position."""
    assert one.game is other.game
    assert (one.text, one.id, one.last) == (other.text, other.id, other.last)
    assert (one.steps, one.outcome, one.claimable) == (other.steps, other.outcome, other.claimable)
    if one.steps:
        assert one.after(one.steps[0]).text == other.after(other.steps[0]).text


@pytest.mark.parametrize("spec", SPECS)
def test_a_position_survives_the_way_in_numbers(spec: str) -> None:
    """Positions from the start to the middle of a game, and what follows them, are the same at the other end."""
    for position in itertools.islice(playout(game_of(spec), seed=3), PLIES):
        for _ in range(2):
            job, arrived, _ = decode_job(encode_job(job_of(position), position, may_wait=False))
            is_same(arrived, position)
            assert job.seen is arrived
            _ = position.state  # from now on it has the state of the rules that searches use


@pytest.mark.parametrize("spec", SPECS)
def test_a_job_survives_its_way(spec: str) -> None:
    """Without hidden information a job has its moves, and its position where chance events are due or were made."""
    game, moves = game_of(spec), list[str]()
    position = game.start()
    for number in range(PLIES):
        job = Job(game.name, tuple(game.options.items()), None, tuple(moves), "level", Limit(level=3, seed=number))
        arrived, there, may_wait = decode_job(encode_job(job, position, may_wait=number % 2 == 0))
        assert (arrived, may_wait) == (job, number % 2 == 0)
        is_same(there, position)
        if not position.steps:
            break
        step = position.steps[len(position.steps) // 2]
        moves.append(step.text)
        position = position.after(step)


def test_a_job_may_begin_at_a_position() -> None:
    """The start is a text, from which the moves are played."""
    job = Job("tictactoe", (), "---/-X-/--- O", ("a1",), "minimax", LIMIT)
    arrived, position, _ = decode_job(encode_job(job, job.position(), may_wait=True))
    assert (arrived, position.text) == (job, job.position().text)


@given(LIMITS, st.booleans())
def test_limits_survive(limit: Limit, may_wait: bool) -> None:
    """Each bound arrives as it was."""
    job = Job("nim", (), None, (), "alphabeta", limit)
    assert decode_job(encode_job(job, job.position(), may_wait))[::2] == (job, may_wait)


@given(st.none() | REPORTS, st.booleans(), st.booleans(), TEXT)
def test_answers_survive(report: SearchResult | None, busy: bool, uncompiled: bool, error: str) -> None:
    """Reports and reasons arrive as they were."""
    answer = Answer(report, busy, uncompiled, error)
    assert decode_answer(encode(answer)) == answer


@given(st.dictionaries(st.integers(0, 2**53), st.none() | REPORTS, max_size=3))
def test_signs_of_life_survive(running: dict[int, SearchResult | None]) -> None:
    """Numbers of jobs are keys, which JSON writes as texts."""
    beat = Beat("tcp://192.0.2.1:4000", running)
    assert decode_beat(encode(beat)) == beat


def test_announcements_and_compilations_survive() -> None:
    """Options of a game may be numbers, texts and truth values."""
    assert decode_here(encode(HERE)) == HERE
    assert decode_compiled(encode(Compiled(True, 1.5))) == Compiled(True, 1.5)
    code = MachineCode("mcts", "mnk", (("columns", 7), ("exact", True), ("array", "1,2")))
    assert decode_code(encode_code(code)) == code


def test_each_server_has_a_topic() -> None:
    """Signs of life for one server do not reach another."""
    assert topic_of("a") != topic_of("b")


# -- hidden information

HIDDEN = [declaration.name for declaration in declarations() if declaration.hidden]


def twins(game: Game, seat: int, seed: int) -> Iterator[tuple[Position, Position]]:
    """Yield pairs of positions with a seat to move, which differ in what it has not seen."""
    rng = random.Random(seed)
    one = other = game.start()
    while one.steps and other.steps:
        if one.chances:
            step, twin = rng.choice(one.steps), rng.choice(other.steps)
            if one.heard(step, seat) != "?" or other.heard(twin, seat) != "?":
                common = sorted({move.text for move in one.steps} & {move.text for move in other.steps})
                step, twin = (each.find(common[seed % len(common)]) for each in (one, other))
        else:
            text = rng.choice([move.text for move in one.steps])
            step, twin = one.find(text), other.find(text)
        one, other = one.after(step), other.after(twin)
        if seat == one.to_move == other.to_move and one.text != other.text:
            yield one, other


@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_job_has_only_what_the_seat_has_seen(name: str, seat: int) -> None:
    """Two positions that look alike to a seat make the same bytes, even if the caller has the whole position."""
    game, pairs = load(name), 0
    for seed in range(10):
        for one, other in twins(game, seat, seed):
            if one.seen_by(seat).id != other.seen_by(seat).id:
                break  # cards were shown
            pairs += 1
            jobs = [job_of(position.seen_by(seat)) for position in (one, other)]
            assert encode_job(jobs[0], one, True) == encode_job(jobs[1], other, True)
            assert encode_job(jobs[0], one.seen_by(seat), True) == encode_job(jobs[0], one, True)
    assert pairs >= 5


@pytest.mark.parametrize("name", HIDDEN)
def test_a_seen_position_arrives_as_seen(name: str) -> None:
    """The worker searches what the seat has seen, and finds the same moves."""
    for position in playout(load(name), seed=1):
        if position.to_move is not None:
            seen = position.seen_by(position.to_move)
            job, arrived, _ = decode_job(encode_job(job_of(seen), seen, may_wait=False))
            assert (job.start, job.moves, arrived.information) == (None, (), seen.information)
            is_same(arrived, seen)


# -- damaged messages

READ: list[tuple[Callable[[bytes], object], bytes]] = [
    (decode_job, encode_job(job_of(load("nim").start()), load("nim").start(), may_wait=True)),
    (decode_code, encode_code(MachineCode("mcts", "nim", ()))),
    (decode_compiled, encode(Compiled(True, 1.0))),
    (decode_answer, encode(Answer(SearchResult("mcts", "a", 0, None, 1, 1, 1.0, ("a",))))),
    (decode_here, encode(HERE)),
    (decode_beat, encode(Beat("tcp://192.0.2.1:4000", {1: None}))),
]


@pytest.mark.parametrize(("read", "data"), READ)
def test_damaged_messages_are_refused(read: Callable[[bytes], object], data: bytes) -> None:
    """A message that is cut off, is another one, has another type in it, or nests deeply, is an error with a text."""
    read(data)
    damaged = [data[:-1], data[1:], b"", b"null", b"[]", b"{}", b'"text"', b"\xff" + data, data + b"x"]
    damaged += [b"[" * 100_000, data.replace(b'"', b"'"), b'{"report":' * 5000, data.decode().encode("utf-16")]
    for each in damaged:
        if each == data or (each == b"{}" and read is decode_answer):  # an answer without anything is one
            continue
        with pytest.raises(BadWire):
            read(each)


@pytest.mark.parametrize("read", [decode_answer, decode_here, decode_beat, decode_compiled])
@pytest.mark.parametrize("data", [None, "text", 1, {"report": None}, [b"{}"]])
def test_what_is_not_bytes_is_refused(read: Callable[[object], object], data: object) -> None:
    """Dask delivers whatever Python object a member of the cluster sends."""
    with pytest.raises(BadWire, match="not bytes"):
        read(data)


@given(st.data())
def test_random_changes_are_read_or_refused(data: st.DataObject) -> None:
    """No change of a few bytes causes another error than BadWire."""
    read, message = data.draw(st.sampled_from(READ))
    changed = bytearray(message)
    for at in data.draw(st.lists(st.integers(0, len(message) - 1), min_size=1, max_size=4)):
        changed[at] = data.draw(st.sampled_from(b'"{}[],:09-e.tfnx\\ \xc3'))
    with contextlib.suppress(BadWire):
        read(bytes(changed))


def backgammon() -> dict[str, Any]:
    """Return a job of a game with dice as JSON."""
    position = load("backgammon").start()
    job = Job("backgammon", (), None, (), "level", Limit(level=2))
    message: dict[str, Any] = json.loads(encode_job(job, position, may_wait=False))
    return message


def test_a_position_has_the_form_of_a_state() -> None:
    """Other fields, lists of another length, and numbers that a field cannot hold, are refused."""
    sent = backgammon()
    decode_job(json.dumps(sent).encode())
    values = sent["position"]["values"]
    many = next(name for name, value in values.items() if isinstance(value, list))
    one = next(name for name, value in values.items() if isinstance(value, int))
    for change in (
        {many: values[many][:-1]},
        {many: [*values[many], 0]},
        {many: 1},
        {many: [1000] * len(values[many])},
        {many: [0.5] * len(values[many])},
        {one: 2**64},
        {one: [1]},
        {one: 0.5},
        {"other": 1},
    ):
        with pytest.raises(BadWire, match="position of backgammon has"):
            decode_job(json.dumps(sent | {"position": sent["position"] | {"values": values | change}}).encode())
    del values[one]
    with pytest.raises(BadWire, match="has other fields"):
        decode_job(json.dumps(sent).encode())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "no such game"}, "no game is called"),
        ({"options": [["no such option", 1]]}, "no such option"),
        ({"moves": ["z9"]}, "z9"),
        ({"start": "no position"}, "cannot start"),
        ({"limit": {"seconds": -1}}, "seconds must be above 0"),
        ({"limit": {"level": 11}}, "a level is a number from"),
        ({"seen": True}, "seen position is missing"),
    ],
)
def test_a_job_that_makes_no_sense_here_is_refused(change: dict[str, Any], words: str) -> None:
    """A worker may have other games than the server, and the reason says what is wrong."""
    job = Job("tictactoe", (), None, (), "minimax", LIMIT)
    sent = json.loads(encode_job(job, job.position(), may_wait=False)) | change
    with pytest.raises(BadWire, match=words):
        decode_job(json.dumps(sent).encode())


def test_a_seen_position_comes_without_moves() -> None:
    """A job that has both would tell what the seat may not know."""
    sent = json.loads(encode_job(job_of(load("kuhn").start()), load("kuhn").start(), may_wait=False))
    with pytest.raises(BadWire, match="no start and no moves"):
        decode_job(json.dumps(sent | {"moves": ["check"]}).encode())


def test_the_wait_for_code_does_not_travel() -> None:
    """The server waits, so the worker need not know how long."""
    job = replace(job_of(load("nim").start()), compile_s=3.0)
    assert decode_job(encode_job(job, load("nim").start(), may_wait=True))[0].compile_s is None
