"""What travels between a server and the workers of its cluster: jobs and results, as JSON.

JSON and not pickled objects, so that a damaged or foreign message is an error and not code.
"""

from typing import Any, TypeVar

import msgspec

from kibitz_server.engine.driver import Job, MachineCode, SearchResult
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.worker.search import Compiled
from kibitz_server.games.game import Game, OptionValue, Position, PositionNumbers, remade
from kibitz_server.games.record import RecordField
from kibitz_server.games.registry import load

Message = TypeVar("Message")
PROTOCOL = 1
"""Version of these messages."""
HERE_TOPIC = "kibitz-workers"
"""Topic on which workers announce themselves."""


def topic_of(server: str) -> str:
    """Return the topic of the messages to one server.

    It is the id of its client. The scheduler keeps messages by topic, and forgets those of a client that left.
    """
    return server


class BadWire(ValueError):
    """A message of a cluster that cannot be read. The text says why."""


Value = int | float | list[int | float]


class _Numbers(msgspec.Struct, frozen=True):
    referee: bool
    values: dict[str, Value]
    last: tuple[int, ...]


class _Job(msgspec.Struct, frozen=True):
    game: str
    options: tuple[tuple[str, OptionValue], ...]
    start: str | None
    moves: tuple[str, ...]
    algorithm: str
    limit: Limit
    may_wait: bool
    position: _Numbers | None
    seen: bool


class Answer(msgspec.Struct, frozen=True):
    """Answer to a job: its report, or why there is none.

    A `busy` worker has no slot for the server now. With `uncompiled`, its machine has no code for the search.
    """

    report: SearchResult | None = None
    busy: bool = False
    uncompiled: bool = False
    error: str = ""


class Here(msgspec.Struct, frozen=True):
    """Announcement of a worker: its slots, the fingerprints of its games, and the versions of what it runs.

    `instance` is new at each start. A worker that is `leaving` takes no more searches.
    """

    protocol: int
    worker: str
    instance: str
    slots: int
    games: dict[str, str]
    versions: dict[str, str]
    leaving: bool = False


class Beat(msgspec.Struct, frozen=True):
    """Sign of life of a worker that searches for a server: the running searches, with the reports of watched ones."""

    worker: str
    running: dict[int, SearchResult | None]


def encode_job(job: Job, position: Position, may_wait: bool) -> bytes:
    """Return a job as JSON, with the position where its moves do not tell it or take long to play again.

    With `may_wait`, a worker without machine code for the search refuses it.
    """
    # What a seat has not seen must not leave this machine, whatever position the caller has.
    position = job.seen or position
    numbers = position.numbers if job.seen is not None or position.game.chance else None
    sent = _Job(
        game=job.game,
        options=job.options,
        start=job.start,
        moves=job.moves,
        algorithm=job.algorithm,
        limit=job.limit,
        may_wait=may_wait,
        position=None if numbers is None else _Numbers(*numbers),
        seen=job.seen is not None,
    )
    return msgspec.json.encode(sent)


def decode_job(data: bytes) -> tuple[Job, Position, bool]:
    """Return a job, its position, and whether it may wait for machine code.

    Raises:
        BadWire: The data is not a job, or its game or moves are unknown here.
    """
    try:
        sent = msgspec.json.decode(data, type=_Job)
        game = load(sent.game, dict(sent.options))
        position = _position(game, sent.position) if sent.position is not None else None
        if sent.seen and position is None:
            raise BadWire("the seen position is missing")
        job = Job(
            sent.game,
            sent.options,
            sent.start,
            sent.moves,
            sent.algorithm,
            sent.limit,
            seen=position if sent.seen else None,
        )
        return job, position or job.position(), sent.may_wait
    except (ValueError, RecursionError) as error:
        raise BadWire(f"it is not a job: {error}") from error


def _position(game: Game, sent: _Numbers) -> Position:
    """Return the position of a job.

    Its numbers must have the form of a state, but only the rules could tell whether a game leads there. A worker
    trusts the servers of its cluster.
    """
    ruleset = game.referee if sent.referee else game.ruleset
    fields = {field.name: field for field in ruleset.fields if isinstance(field.kind, str)}
    if fields.keys() != sent.values.keys():
        raise BadWire(f"a position of {game.name} has other fields")
    # Machine code reads such a record. One of the referee alone may have numbers of any size.
    bounded = ruleset.rules.State is game.rules.State
    for name, value in sent.values.items():
        if not _has_form(value, fields[name], bounded):
            raise BadWire(f"a position of {game.name} has another form in its field {name}")
    return remade(game, PositionNumbers(sent.referee, sent.values, sent.last))


def _has_form(value: Value, field: RecordField, bounded: bool) -> bool:
    """Return whether a field can hold a value: one number, or as many as the field has.

    If they are `bounded`, the type of the field must be able to hold them.
    """
    if (field.length is None) == isinstance(value, list):
        return False
    numbers = value if isinstance(value, list) else [value]
    if field.length is not None and len(numbers) != field.length:
        return False
    sign, bits = str(field.kind)[0], 8 * int(str(field.kind)[1:])
    if sign == "f":
        return True
    least, most = (0, 2**bits - 1) if sign == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    return all(isinstance(number, int) and (not bounded or least <= number <= most) for number in numbers)


def encode_code(code: MachineCode) -> bytes:
    """Return as JSON what machine code is made for."""
    return msgspec.json.encode(code)


def decode_code(data: bytes) -> MachineCode:
    """Return what machine code is made for.

    Raises:
        BadWire: The data does not say it.
    """
    return _decoded(data, MachineCode)


def decode_compiled(data: Any) -> Compiled:
    """Return the result of a compilation.

    Raises:
        BadWire: The data is not such a message.
    """
    return _decoded(data, Compiled)


def encode(message: Answer | Here | Beat | Compiled) -> bytes:
    """Return a message as JSON."""
    return msgspec.json.encode(message)


def decode_answer(data: Any) -> Answer:
    """Return the answer to a job.

    Raises:
        BadWire: The data is not an answer.
    """
    return _decoded(data, Answer)


def decode_here(data: Any) -> Here:
    """Return an announcement.

    Raises:
        BadWire: The data is not an announcement.
    """
    return _decoded(data, Here)


def decode_beat(data: Any) -> Beat:
    """Return a sign of life.

    Raises:
        BadWire: The data is not such a message.
    """
    return _decoded(data, Beat)


def _decoded(data: Any, kind: type[Message]) -> Message:
    if not isinstance(data, bytes | bytearray):
        raise BadWire(f"it is {type(data).__name__}, not bytes")
    try:
        return msgspec.json.decode(data, type=kind)
    except (ValueError, RecursionError) as error:
        raise BadWire(str(error)) from error
