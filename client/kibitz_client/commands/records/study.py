"""`kibitz study`: list, show, make, export and delete studies of the server."""

from collections.abc import Sequence
from pathlib import Path

from kibitz_client.commands.records.export import save
from kibitz_client.network.servers.connect import connect
from kibitz_client.parsing.arguments import game_options
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.storage.passwords import given_key
from kibitz_client.terminal.output import Output
from kibitz_client.text.board import board_lines
from kibitz_client.text.formatting import table, time_text
from kibitz_protocol.commands.studies.study import (
    CreateStudy,
    DeleteStudy,
    ExportStudy,
    ListStudies,
    RecordedStudy,
    ShowStudy,
    StudyForm,
    StudyRow,
    StudyShown,
)
from kibitz_protocol.formats.studies.pgn import study_lines
from kibitz_protocol.formats.studies.tree import StudyFacts, cells_of

HEADINGS = ("code", "title", "game", "moves", "owner", "changed", "")
FORMS: dict[str, StudyForm] = {".pgn": "pgn", ".pdn": "pgn", ".sgf": "sgf", ".jsonl": "record", ".json": "record"}
"""Forms by the ends of the names of files."""


async def list_studies(settings: Settings, output: Output, game: str | None, *, listed: bool = False) -> None:
    """List the studies of the user, or those that their owners show to everyone."""
    async with connect(settings, output) as connected:
        found = await connected.client.ask(build(ListStudies, whose="listed" if listed else "mine", game=game))
    output.emit(found)
    if output.json:
        return
    if found.studies:
        output.say(*table([HEADINGS, *map(_row, found.studies)]))
    else:
        output.say("no study is listed" if listed else "you have no studies")


async def show(settings: Settings, output: Output, code: str) -> None:
    """Show a study: its first position, and its moves with variations and notes."""
    async with connect(settings, output) as connected:
        shown = await connected.client.ask(build(ShowStudy, study=code))
    output.emit(shown)
    if not output.json:
        board = board_lines(shown.board, shown.state, output.style, sides=shown.game.seats)
        output.say(f"{shown.title}, a study of {shown.game.title} by {shown.owner}", "", *board, "", *_moves(shown))


async def new(
    settings: Settings,
    output: Output,
    game: str,
    options: Sequence[str],
    position: str | None,
    moves: Sequence[str],
    title: str | None,
) -> None:
    """Make a study of a position of a game.

    Raises:
        UsageError: An option has no value.
        RefusedError: The position or a move is not valid.
    """
    of = {"kind": "game", "game": game, "options": game_options(options), "position": position, "moves": [*moves]}
    await _make(settings, output, build(CreateStudy, title=title or game, of=of))


async def new_of_match(
    settings: Settings, output: Output, match: str, title: str | None, key_file: Path | None = None
) -> None:
    """Make a study of a match that is over.

    Raises:
        RefusedError: The match is not over, or not known.
    """
    of = {"kind": "match", "match": match, "key": given_key(key_file)}
    await _make(settings, output, build(CreateStudy, title=title or f"Match {match}", of=of))


async def export(settings: Settings, output: Output, code: str, form: StudyForm | None, out: Path | None) -> None:
    """Write a study to a file, or to standard output.

    Args:
        settings: The server and the player.
        output: Where to print.
        code: The code of the study.
        form: The form; None for that of the file's name, which is PGN if the name has none.
        out: The file; None for standard output.

    Raises:
        UsageError: The file cannot be written.
        RefusedError: There is no such study, or its game has no such file.
    """
    form = form or (FORMS.get(out.suffix.lower()) if out is not None else None) or "pgn"
    async with connect(settings, output) as connected:
        found = await connected.client.ask(build(ExportStudy, study=code, form=form))
    if out is None:
        output.write(found.content)
        return
    save(out, found.content)
    output.warn(f"study {found.study} written to {out}")


async def delete(settings: Settings, output: Output, code: str) -> None:
    """Delete a study of the user."""
    async with connect(settings, output) as connected:
        await connected.client.ask(build(DeleteStudy, study=code))
    if not output.json:
        output.say("the study is deleted")


async def _make(settings: Settings, output: Output, command: CreateStudy) -> None:
    async with connect(settings, output) as connected:
        saved = await connected.client.ask(command)
    output.emit(saved)
    if not output.json:
        output.say(f"study {saved.study}, on the page of the server at /study/{saved.study}")


def _row(row: StudyRow) -> tuple[str, ...]:
    shown = "listed" if row.listed else ""
    return row.study, row.title, row.game, str(row.moves), row.owner, time_text(row.changed_at), shown


def _moves(shown: StudyShown) -> list[str]:
    """Return the moves with variations and notes, as people read them."""
    study = RecordedStudy(
        title=shown.title,
        owner=shown.owner,
        game=shown.game.name,
        options=shown.options,
        start=shown.start,
        nodes=shown.nodes,
    )
    facts = StudyFacts(study, shown.study, shown.changed_at, shown.start, cells=cells_of(shown.board))
    return study_lines(facts) or ["no moves yet"]
