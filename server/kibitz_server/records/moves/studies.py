"""A study as a file. A helper process writes it."""

import json
from collections.abc import Iterator
from itertools import chain

from pydantic import TypeAdapter

from kibitz_protocol.commands.studies.study import RecordedStudy, StudyForm, ToldNode
from kibitz_protocol.formats.forms import IN_SGF
from kibitz_protocol.formats.moves import WrittenMove
from kibitz_protocol.formats.notes import Notes
from kibitz_protocol.formats.pgn.reader import CHESS
from kibitz_protocol.formats.studies.pgn import study_pgn
from kibitz_protocol.formats.studies.sgf import study_sgf
from kibitz_protocol.formats.studies.tree import StudyFacts, cells_of, children_of
from kibitz_protocol.formats.text import BadGame
from kibitz_protocol.refusals import Code
from kibitz_protocol.values.boards import Board, Grid
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.games.ends.studies import longer
from kibitz_server.games.game import BadOption, BadPosition, Game
from kibitz_server.games.registry import UnknownGame, load
from kibitz_server.messages import games
from kibitz_server.messages.encoding import encode
from kibitz_server.records.moves.times import MoveTimes
from kibitz_server.records.played import Ending, Heading, Setting, record_of
from kibitz_server.store.archive.studies import StoredStudy

FORM = "Study"
"""What a record has in place of the code of a match."""


def study_file(stored: StoredStudy, form: StudyForm) -> str:
    """Return a study as the text of a file.

    Raises:
        CommandRefused: The game has no such file, or the server cannot show the study any more.
    """
    study = recorded(stored)
    try:
        game = load(stored.game, study.options)
        first = game.start(stored.start)
    except (UnknownGame, BadOption, BadPosition) as error:
        sentence = f"this server cannot show that study: {error}"
        raise CommandRefused(Code.UNKNOWN_STUDY, sentence, "its game may have changed") from None
    if form == "record":
        return "".join(f"{line}\n" for line in _record(stored, study, game))
    if form == "sgf" and stored.game not in IN_SGF:
        raise CommandRefused(Code.BAD_OPTION, f"SGF is written for Go only, not for {stored.game}", "take it as PGN")
    board: Board = TypeAdapter[Board](Board).validate_python(games.board_data(game.board))
    elsewhere = stored.start is not None or (stored.game == CHESS and first.text != load(CHESS, {}).start().text)
    facts = StudyFacts(
        study,
        stored.code,
        stored.changed_at,
        first.text if elsewhere else None,
        first.picture.rows if isinstance(board, Grid) else (),
        first.to_move,
        cells_of(board),
    )
    return study_pgn(facts) if form == "pgn" else study_sgf(facts)


def recorded(stored: StoredStudy) -> RecordedStudy:
    """Return a study as records have it."""
    return RecordedStudy(
        title=stored.title,
        owner=stored.owner,
        game=stored.game,
        options=json.loads(stored.options),
        start=stored.start,
        nodes=[ToldNode.model_validate(node) for node in json.loads(stored.tree)],
    )


def _record(stored: StoredStudy, study: RecordedStudy, game: Game) -> Iterator[str]:
    """Yield the lines of a record: the first line of the tree as a match, whose snapshot has the whole study.

    A game with chance events has no moves there: no seed leads to the events of an analysis board.
    """
    children, at, moves = children_of(study.nodes), 0, list[WrittenMove]()
    while children[at] and not any(node.chance for node in study.nodes):
        at = children[at][0]
        moves.append(WrittenMove(number=len(moves) + 1, text=study.nodes[at].move or ""))
    heading = Heading(FORM, tuple(("?", False) for _ in range(2)), stored.changed_at)
    lines: Iterator[str] | None = None
    for rules in (game, *longer(game)):
        try:
            lines = iter(list(_lines(heading, rules, stored.start, moves)))
            break
        except BadGame:
            continue
    if lines is None:
        lines = _lines(heading, game, stored.start, [])
    header, snapshot = next(lines), json.loads(next(lines))
    snapshot["study"] = study.model_dump(mode="json")
    yield from chain((header, encode(snapshot).decode()), lines)


def _lines(heading: Heading, game: Game, start: str | None, moves: list[WrittenMove]) -> Iterator[str]:
    return record_of(heading, Setting(game, start), moves, MoveTimes(None), Ending(finished=False), Notes())
