"""Fuzz targets: each reads one input, and raises only if the code under test breaks its promise.

An input that is refused in the documented way is fine. Every target is a pure function of its bytes, so that an input
that failed once fails again.
"""

import io
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from kibitz_protocol.codec import BadMessage, decode_to_client, decode_to_server, encode
from kibitz_protocol.formats.openings import BadOpenings, write_openings
from kibitz_protocol.formats.record import NotARecord
from kibitz_protocol.mqtt.broker import BadBroker, Broker
from kibitz_protocol.values.clocks import parse_clock
from kibitz_protocol.values.engines import EngineSpec
from kibitz_server.core.tournament.crosstable import CellKind, bye, crosstable, played
from kibitz_server.core.tournament.trf import Report, read_report, write_report
from kibitz_server.engine.trees.leaves import BadLeaves
from kibitz_server.engine.trees.leaves import read as read_leaves
from kibitz_server.games.game import BadOption, BadPosition, Game, IllegalMove, Position
from kibitz_server.games.registry import UnknownGame, declarations, load
from kibitz_server.limits.token_bucket import BadRate, Rate
from kibitz_server.net.websocket.request import common_request
from kibitz_server.net.websocket.upgrade import Upgrade
from kibitz_server.openings.check import problems
from kibitz_server.openings.read import openings_of
from kibitz_server.programs.json_lines import analyse, explain, rules
from kibitz_server.programs.json_lines.lines import Answer, BadLine, Request, answer_lines
from kibitz_server.records.verifier import DifferenceError, verify
from kibitz_server.settings import CONFIG_VARIABLE, BadSettings, Settings
from tests.fuzz.clients.messages import CLIENTS
from tests.fuzz.cluster import CLUSTER
from tests.fuzz.programs import PROGRAMS
from tests.fuzz.target import Target, check_refusal, check_sentence, text_of

WALK_PLIES = 6
SEARCH_NODES = 30
"""Nodes of a search of an `analyse` line: the search itself has other tests."""


def _games() -> list[Game]:
    return [load(declaration.name) for declaration in declarations()]


# -- messages


def _to_server(data: bytes) -> None:
    """A message of a client is refused, or stays the same when it is written and read again."""
    try:
        message = decode_to_server(data)
    except BadMessage as error:
        check_sentence(str(error))
        return
    assert decode_to_server(encode(message)) == message


def _to_client(data: bytes) -> None:
    """A message of a server is refused, or stays the same when it is written and read again."""
    try:
        message = decode_to_client(data)
    except BadMessage as error:
        check_sentence(str(error))
        return
    assert decode_to_client(encode(message)) == message


# -- rules


def _game_and_text(data: bytes) -> tuple[Game, int, str]:
    """Split an input: a byte for the game, a byte for the plies before the text, and the text."""
    games = _games()
    return games[data[0] % len(games)], data[1] % WALK_PLIES, text_of(data[2:])


def _walked(game: Game, plies: int) -> Position:
    position = game.start()
    for ply in range(plies):
        if not position.steps:
            break
        position = position.after(position.steps[(7 * ply + plies) % len(position.steps)])
    return position


def _move(data: bytes) -> None:
    """A typed move is a legal move of the position, or is refused with a reason."""
    if len(data) < 2:
        return
    game, plies, text = _game_and_text(data)
    position = _walked(game, plies)
    try:
        move = position.find(text)
    except IllegalMove as error:
        check_refusal(error)
        return
    assert move in position.steps
    assert position.find(move.text) == move


def _position(data: bytes) -> None:
    """A position text is refused, or its own text leads to the same position, which can be played on."""
    if len(data) < 2:
        return
    game, _, text = _game_and_text(data)
    try:
        position = game.start(text)
    except BadPosition as error:
        check_refusal(error)
        return
    again = game.start(position.text)
    assert again.text == position.text
    assert again.id == position.id
    assert [move.text for move in again.steps] == [move.text for move in position.steps]
    for _ in range(WALK_PLIES):
        assert (position.outcome is None) == bool(position.steps), f"{position.text} has moves and a result, or neither"
        if not position.steps:
            break
        position = position.after(position.steps[-1])
        assert game.start(position.text).id == position.id


def _openings(data: bytes) -> None:
    """A file of openings is refused with the number of a line, or each opening is legal and read again."""
    try:
        found = openings_of(data)
    except BadOpenings as error:
        check_sentence(str(error))
        return
    again = openings_of(write_openings(replace(found.file, game=found.game.name)).encode())
    assert [opening.texts for opening in again.openings] == [opening.texts for opening in found.openings]
    assert [opening.position.text for opening in again.openings] == [each.position.text for each in found.openings]
    for problem in problems(found):
        check_sentence(str(problem))


def _opening_seeds() -> Iterator[bytes]:
    yield b"game: tictactoe\n\nb2 a1 # the centre\nb2,a2;\n"
    yield b"game: connect4\noptions: columns=5 rows=4\nmade: by hand\n443\n1. 4 4 2. 3\n"
    yield b"game: nim\n1-1\n 2-2 1-1\n"


def _options(data: bytes) -> None:
    """Options of a game are refused, or make a game that can begin."""
    if len(data) < 2:
        return
    game, _, text = _game_and_text(data)
    try:
        options = json.loads(text)
    except (ValueError, RecursionError):
        return
    if not isinstance(options, dict):
        return
    try:
        bound = load(game.name, options)
    except (BadOption, UnknownGame) as error:
        check_refusal(error)
        return
    start = bound.start()
    assert start.steps or start.outcome
    assert bound.start(start.text).id == start.id


# -- files and lines


def _record(data: bytes) -> None:
    """A record is verified, or refused at a line with a reason."""
    try:
        verify(io.StringIO(text_of(data), newline="\n"))
    except (NotARecord, DifferenceError) as error:
        check_refusal(error)


def _settings(data: bytes) -> None:
    """A settings file gives settings, or a sentence for the operator."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "kibitz.toml")
        file.write_bytes(data)
        before = os.environ.get(CONFIG_VARIABLE)
        os.environ[CONFIG_VARIABLE] = str(file)
        try:
            Settings.read()
        except BadSettings as error:
            check_refusal(error)
        finally:
            if before is None:
                del os.environ[CONFIG_VARIABLE]
            else:
                os.environ[CONFIG_VARIABLE] = before


def _lines(fields: tuple[str, ...], answer: Callable[[Request], Answer]) -> Callable[[bytes], None]:
    """Return the target of a tool of JSON lines: each line that is not blank has one answer, which is JSON."""

    def read(data: bytes) -> None:
        lines = text_of(data).split("\n")
        output = io.StringIO()
        errors = answer_lines(lines, output, fields, answer)
        answers = [json.loads(line) for line in output.getvalue().splitlines()]
        assert len(answers) == sum(bool(line.strip()) for line in lines)
        assert sum("error" in each for each in answers) == errors

    return read


def _analyse(request: Request) -> Answer:
    """Answer a line of `analyse`, with a search that is short whatever the line says."""
    limit = request.get("limit")
    if isinstance(limit, dict):
        analyse.read_limit(limit, str(request.get("algorithm") or "alphabeta"))
    if request.get("algorithm") == "solve":
        raise BadLine("a proof has no bound on its nodes", "left out of fuzzing")
    return analyse.analyse(request | {"limit": {"nodes": SEARCH_NODES}, "all_moves": False})


def _explain(request: Request) -> Answer:
    if isinstance(request.get("depth"), int) and request["depth"] > 1:
        request = request | {"depth": 1}
    return explain.explained(request)


def _leaves(data: bytes) -> None:
    """Leaf values are refused, or make a tree."""
    try:
        read_leaves(text_of(data))
    except BadLeaves as error:
        check_refusal(error)


def _texts(data: bytes) -> None:
    """Short notations of engines, clocks, rates and brokers are refused with a reason, or are read."""
    text = text_of(data)
    for read, refusal in (
        (EngineSpec.parse, ValueError),
        (parse_clock, ValueError),
        (Rate.read, BadRate),
        (Broker.parse, BadBroker),
    ):
        try:
            read(text)
        except refusal as error:
            check_refusal(error)


# -- valid inputs to begin with


def _json(*objects: Any) -> Iterator[bytes]:
    return (json.dumps(each).encode() for each in objects)


def _command_seeds() -> Iterator[bytes]:
    from tests.protocol.samples.to_server import TO_SERVER

    return (encode(message) for message in TO_SERVER)


def _message_seeds() -> Iterator[bytes]:
    from tests.protocol.samples.to_client import TO_CLIENT

    return (encode(message) for message in TO_CLIENT)


def _move_seeds() -> Iterator[bytes]:
    for number, game in enumerate(_games()):
        for plies in (0, 3):
            for move in _walked(game, plies).legal[:2]:
                yield bytes((number, plies)) + move.text.encode()


def _position_seeds() -> Iterator[bytes]:
    for number, game in enumerate(_games()):
        for plies in (0, 5):
            yield bytes((number, 0)) + _walked(game, plies).text.encode()


def _option_seeds() -> Iterator[bytes]:
    for number, game in enumerate(_games()):
        yield bytes((number, 0)) + json.dumps(dict(game.options)).encode()


def _no_seeds() -> Iterator[bytes]:
    return iter(())


def _setting_seeds() -> Iterator[bytes]:
    yield b'port = 9000\nlog_level = "info"\norigin = ["https://example.org"]\n'
    yield b'database = "kibitz.db"\nexhibitions = false\nslots = 2\n[limits]\nmessages = "100/s"\nconnections = 10\n'
    yield b'limits = "off"\nmqtt = "mqtt://broker.example"\nmqtt_prefix = "club"\n'


def _line_seeds() -> Iterator[bytes]:
    lines: list[dict[str, Any]] = [
        {"game": "nim", "moves": ["4-7"]},
        {"game": "tictactoe", "position": "---/-X-/--- O", "algorithm": "minimax", "limit": {"depth": 2}},
        {
            "game": "connect4",
            "options": {"columns": 5},
            "moves": "3 3 1",
            "algorithm": "mcts",
            "limit": {"playouts": 9},
        },
        {"game": "kalah", "algorithm": "random", "limit": {"seed": 7}, "all_moves": True},
        {"tree": [[3, 12, 8], [2, 4, 6]], "algorithm": "textbook", "first": "max"},
    ]
    yield from _json(*lines)
    yield b"\n".join(_json(*lines[:2]))


def _leaf_seeds() -> Iterator[bytes]:
    return _json([[3, 12, 8], [2, 4, 6]], [1, [2, [3, -4]]], 5)


def _text_seeds() -> Iterator[bytes]:
    yield from (b"alphabeta:seconds=1", b"mcts:playouts=500,seed=3", b"level:4", b"5+3", b"3d", b"10+3x30")
    yield from (b"30/m", b"10/20s", b"mqtts://user@broker.example:8883")


# -- requests

REQUEST = (
    b"GET /ABC123 HTTP/1.1\r\nHost: localhost:8765\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n%b\r\n"
)


def _request(data: bytes) -> None:
    """A request for a WebSocket that is read without the library is one that the library accepts as well."""
    common = common_request(data, [None])
    if common is None:
        return
    upgrade = Upgrade([None])
    request, rest = upgrade.receive(data)
    if request is None or rest or upgrade.accept(request).status_code != 101:
        raise AssertionError("the library does not accept that request")
    found = [(name, common.headers.get_all(name)) for name in request.headers]
    if found != [(name, request.headers.get_all(name)) for name in request.headers]:
        raise AssertionError("the library reads other headers")


def _request_seeds() -> Iterator[bytes]:
    yield REQUEST % b""
    yield REQUEST % b"Sec-WebSocket-Protocol: kibitz.v1\r\nX-Forwarded-For: 192.0.2.1, ::1\r\n"


# -- tournaments


def _report(data: bytes) -> None:
    """A tournament in FIDE's report format is refused, or stays the same when it is written and read again."""
    try:
        report = read_report(text_of(data))
    except ValueError as error:
        check_sentence(str(error))
        return
    again = read_report(write_report(report))
    assert (again.table, again.absent, again.forbidden) == (report.table, report.absent, report.forbidden)


def _report_seeds() -> Iterator[bytes]:
    table = crosstable([[played(2, 0, 1.0)], [played(1, 1, 0.0)], [bye(CellKind.ALLOCATED_BYE)]], [1800, None, 1700])
    absent = ((2, CellKind.HALF_POINT_BYE),)
    report = Report("Friday", ("Ann", "Bea", "Cal"), table, forbidden=((1, 3),), absent=absent, tie_breaks=("BH-C1",))
    yield write_report(report).encode()


TARGETS = {
    **CLIENTS,
    **CLUSTER,
    **PROGRAMS,
    "request": Target(_request, _request_seeds),
    "to_server": Target(_to_server, _command_seeds),
    "to_client": Target(_to_client, _message_seeds),
    "move": Target(_move, _move_seeds),
    "position": Target(_position, _position_seeds),
    "openings": Target(_openings, _opening_seeds),
    "options": Target(_options, _option_seeds),
    "report": Target(_report, _report_seeds),
    "record": Target(_record, _no_seeds),  # the corpus has whole records
    "settings": Target(_settings, _setting_seeds),
    "rules": Target(_lines(rules.FIELDS, rules.rules), _line_seeds),
    "analyse": Target(_lines(analyse.FIELDS, _analyse), _line_seeds),
    "explain": Target(_lines(explain.FIELDS, _explain), _line_seeds),
    "leaves": Target(_leaves, _leaf_seeds),
    "texts": Target(_texts, _text_seeds),
}
