"""Fuzz targets of what servers and workers of a cluster send each other."""

from collections.abc import Iterator
from typing import Any

from kibitz_server.engine.driver import Job, MachineCode, SearchResult
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.worker.search import Compiled
from kibitz_server.games.game import Position
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
)
from tests.fuzz.target import Target, check_refusal

ADDRESS = "tcp://192.0.2.1:4000"
PLIES = 4


def _job(data: bytes) -> None:
    """A job is refused with a reason, or stays the same when it is written and read again."""
    try:
        job, position, may_wait = decode_job(data)
    except BadWire as error:
        check_refusal(error)
        return
    again, there, waits = decode_job(encode_job(job, position, may_wait))
    assert (again.options, again.limit, again.moves, waits) == (job.options, job.limit, job.moves, may_wait)
    assert there.numbers == position.numbers


def _answers(data: bytes) -> None:
    """A message of a worker, or a request to compile, is refused with a reason, or stays the same."""
    for read in (decode_answer, decode_here, decode_beat, decode_compiled, decode_code):
        try:
            message: Any = read(data)
        except BadWire as error:
            check_refusal(error)
            continue
        assert read(encode_code(message) if isinstance(message, MachineCode) else encode(message)) == message


def _job_seeds() -> Iterator[bytes]:
    for declaration in declarations():
        position = _walked(load(declaration.name).start())
        options = tuple(position.game.options.items())
        job = Job(declaration.name, options, None, (), "level", Limit(level=3, seed=7), seen=position)
        yield encode_job(job, position, may_wait=False)
    moved = Job("tictactoe", (), "---/-X-/--- O", ("a1",), "mcts", Limit(seconds=1.5, playouts=99))
    yield encode_job(moved, moved.position(), may_wait=True)


def _walked(position: Position) -> Position:
    for ply in range(PLIES):
        if position.steps:
            position = position.after(position.steps[7 * ply % len(position.steps)])
    return position


def _answer_seeds() -> Iterator[bytes]:
    report = SearchResult("mcts", "a1", 5, None, 1, 10, 0.5, ("a1", "b2"), shares=(("a1", 700),))
    yield encode(Answer(report))
    yield encode(Answer(busy=True, error="another server uses it"))
    yield encode(Here(1, ADDRESS, "a1", 4, {"nim": "0123"}, {"kibitz": "1.0"}, leaving=True))
    yield encode(Beat(ADDRESS, {7: report, 8: None}))
    yield encode(Compiled(True, 1.5))
    yield encode_code(MachineCode("mcts", "mnk", (("columns", 7), ("exact", True))))


CLUSTER = {"job": Target(_job, _job_seeds), "answers": Target(_answers, _answer_seeds)}
