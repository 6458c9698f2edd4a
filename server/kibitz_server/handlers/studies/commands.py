"""The commands of studies: make, show, save, list, delete and export one.

The owner may change a study, and everyone who has its code may read it. A save names the version that it is based on.
So two windows of the owner do not overwrite each other.
"""

import json
from collections.abc import Callable
from typing import Any, TypeVar

import sqlalchemy as sql

from kibitz_protocol.commands.explain import OfMatch
from kibitz_protocol.commands.studies import study as protocol
from kibitz_protocol.match_codes import canonical
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.client_info import RANKS
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.ids import new_code
from kibitz_server.games.game import BadOption, BadPosition
from kibitz_server.games.registry import UnknownGame, load
from kibitz_server.handlers import access
from kibitz_server.handlers.positions.reference import line_of
from kibitz_server.handlers.request import Request
from kibitz_server.jobs.lines import AnalysisLine, line_of_match
from kibitz_server.jobs.studies import Node, nodes_of, same_moves, told_line, told_tree, with_notes
from kibitz_server.messages import games, match_data
from kibitz_server.messages.game_names import listed_name
from kibitz_server.messages.outgoing import Data
from kibitz_server.records.moves.studies import study_file
from kibitz_server.store import people
from kibitz_server.store.archive import studies
from kibitz_server.store.archive.studies import StoredStudy, StudyHead
from kibitz_server.store.people import AuditEntry

T = TypeVar("T")
SUFFIXES = {"record": "jsonl", "pgn": "pgn", "sgf": "sgf"}


async def create(request: Request[protocol.CreateStudy]) -> None:
    """Store a new study, and answer with its code.

    Raises:
        CommandRefused: The position, a move or the match is not fit for a study, or the player has too many.
    """
    message, player = request.message, request.client.player
    line = await _line(request)
    nodes = await request.in_background(told_line, line) if line.moves else told_line(line)
    now = request.runtime.wall_clock()
    made = StoredStudy(
        code=new_code(listed=False),
        owner_id=player.id,
        owner=player.shown,
        game=line.game.name,
        options=json.dumps(dict(line.game.options)),
        start=line.game.written(line.start),
        title=message.title,
        listed=False,
        version=1,
        moves=len(nodes) - 1,
        tree=_packed(nodes),
        created_at=now,
        changed_at=now,
    )
    if not await request.change(lambda connection: studies.add(connection, made, protocol.MAX_STUDIES)):
        sentence = f"you have {protocol.MAX_STUDIES} studies, and a player may not have more"
        raise CommandRefused(Code.TOO_MANY, sentence, "delete one of them")
    request.reply(_saved(made))


async def show(request: Request[protocol.ShowStudy]) -> None:
    """Answer with a study.

    Raises:
        CommandRefused: There is none with that code, or the server lacks its game.
    """
    found = await _found(request)
    try:
        first = load(found.game, json.loads(found.options)).start(found.start)
    except (UnknownGame, BadOption, BadPosition) as error:
        sentence = f"this server cannot show that study: {error}"
        raise CommandRefused(Code.UNKNOWN_STUDY, sentence, "its game may have changed") from None
    request.reply(
        {
            "kind": "study",
            "study": found.code,
            "version": found.version,
            "title": found.title,
            "owner": found.owner,
            "yours": found.owner_id == request.client.player.id,
            "listed": found.listed,
            "created_at": found.created_at,
            "changed_at": found.changed_at,
            "game": games.game_data(first.game.declaration),
            "options": first.game.options,
            "board": games.board_data(first.game.board),
            "start": found.start,
            "state": match_data.state_data(first, 0, first.outcome is not None, match_data.NO_TIMES),
            "nodes": json.loads(found.tree),
        }
    )


async def save(request: Request[protocol.SaveStudy]) -> None:
    """Store the next version of a study.

    Raises:
        CommandRefused: It is not the player's, or has changed meanwhile, or a move is not legal.
    """
    message, player = request.message, request.client.player
    found = await _own(request)
    _check_version(found, message.version)
    given = nodes_of(message.tree)
    known: list[Node] = json.loads(found.tree)
    if same_moves(known, given):
        nodes = with_notes(known, given)
    else:
        game = load(found.game, json.loads(found.options))
        nodes = await request.in_background(told_tree, game, found.start, given)
    made = found._replace(
        owner=player.shown,
        title=message.title,
        listed=message.listed,
        version=message.version + 1,
        moves=len(nodes) - 1,
        tree=_packed(nodes),
        changed_at=request.runtime.wall_clock(),
    )
    if not await request.change(lambda connection: studies.save(connection, made)):
        _refuse_changed()
    request.reply(_saved(made))


async def list_studies(request: Request[protocol.ListStudies]) -> None:
    """Answer with the studies of the player, or with those that their owners have listed."""
    message, player_id = request.message, request.client.player.id
    game = listed_name(message.game)

    def read(connection: sql.Connection) -> list[StudyHead]:
        if message.whose == "listed":
            return studies.listed(connection, game, message.limit)
        return studies.of_owner(connection, player_id, game, message.limit)

    found = await _query(request, read)
    rows = [_row(head, player_id) for head in found]
    request.reply({"kind": "studies", "studies": rows, "most": protocol.MAX_STUDIES})


async def delete(request: Request[protocol.DeleteStudy]) -> None:
    """Delete a study of the player. A moderator may delete any, which the audit log has.

    Raises:
        CommandRefused: There is no such study, or it is that of another player.
    """
    player = request.client.player
    moderates = RANKS[request.client.info.role] >= RANKS["moderator"]
    found = await (_found(request) if moderates else _own(request))
    detail = f"study {found.code}: {found.title}"
    entry = AuditEntry(request.runtime.wall_clock(), player.id, player.name, "delete_study", found.owner, detail)

    def change(connection: sql.Connection) -> None:
        studies.delete(connection, found.code)
        if found.owner_id != player.id:
            people.add(connection, entry)

    await request.change(change)
    request.reply()


async def export(request: Request[protocol.ExportStudy]) -> None:
    """Answer with a study as a file.

    Raises:
        CommandRefused: There is no such study, or its game has no such file.
    """
    found, form = await _found(request), request.message.form
    content = await request.in_background(study_file, found, form)
    name = f"{found.game}-{found.code}.{SUFFIXES[form]}"
    request.reply({"kind": "study_file", "study": found.code, "name": name, "content": content})


async def _line(request: Request[protocol.CreateStudy]) -> AnalysisLine:
    """Return the line that a new study begins with."""
    of = request.message.of
    if not isinstance(of, OfMatch):
        return line_of(of)
    room = await access.find_watchable(request, of)
    match = room.shown_to(request.client)
    if not match.over:
        raise CommandRefused(Code.NOT_OVER, "the match is still running", "make a study of it when it is over")
    access.check_revealed(match, Code.NO_ANALYSIS)
    return line_of_match(match)


async def _found(request: Request[Any]) -> StoredStudy:
    code = canonical(request.message.study)
    found = await _query(request, lambda connection: studies.find(connection, code))
    if found is None:
        raise CommandRefused(Code.UNKNOWN_STUDY, hint="`kibitz study list` shows yours")
    return found


async def _own(request: Request[Any]) -> StoredStudy:
    found = await _found(request)
    if found.owner_id != request.client.player.id:
        raise CommandRefused(Code.NOT_ALLOWED, "the study belongs to another player", "make a copy of it")
    return found


def _check_version(found: StoredStudy, version: int) -> None:
    if found.version != version:
        _refuse_changed()


def _refuse_changed() -> None:
    raise CommandRefused(Code.STUDY_CHANGED, hint="load it again, and repeat your change")


async def _query(request: Request[Any], query: Callable[[sql.Connection], T]) -> T:
    store = request.runtime.store
    return await request.read(lambda: store.query(query))


def _packed(nodes: list[Node]) -> str:
    return json.dumps(nodes, ensure_ascii=False, separators=(",", ":"))


def _saved(made: StoredStudy) -> Data:
    return {"kind": "study_saved", "study": made.code, "version": made.version, "changed_at": made.changed_at}


def _row(head: StudyHead, player_id: str) -> Data:
    """Return a `StudyRow`."""
    return {
        "study": head.code,
        "title": head.title,
        "owner": head.owner,
        "yours": head.owner_id == player_id,
        "game": head.game,
        "listed": bool(head.listed),
        "moves": head.moves,
        "created_at": head.created_at,
        "changed_at": head.changed_at,
    }
