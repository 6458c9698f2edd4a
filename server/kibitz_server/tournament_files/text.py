"""Files of a tournament for other programs: CSV, PGN, and the report format of FIDE."""

import csv
import io
from dataclasses import replace
from itertools import islice

from kibitz_protocol.codec import decode_to_client
from kibitz_protocol.formats.forms import written
from kibitz_server.core.tournament.crosstable import CellKind
from kibitz_server.core.tournament.formats import swiss
from kibitz_server.core.tournament.records import GameRecord
from kibitz_server.core.tournament.rules.tables import results
from kibitz_server.core.tournament.standings import standings
from kibitz_server.core.tournament.tie_breaks.table import ROUND_ROBIN
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.core.tournament.trf import Report, write_report
from kibitz_server.core.tournament.values import Format
from kibitz_server.messages.tournaments.rows import RESULTS
from kibitz_server.tournament_files.source import TournamentSource, record_of

FORMULA = "=+-@\t\r"
"""Characters with which a cell of a spreadsheet would begin a formula."""


class NoSuchFile(ValueError):
    """The tournament does not have a file of that form. The message says why."""


def csv_text(source: TournamentSource) -> str:
    """Return the standings, a blank line, and all games, as comma-separated values."""
    state = source.tournament
    found = standings(state)
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(
        ["rank", "number", "name", "kind", "rating", "points", *found.tie_breaks, "played", "won", "drawn", "lost"]
    )
    for row in found.rows:
        entrant = state.entrant(row.number).entrant
        values = ["" if value is None else f"{value:g}" for value in row.tie_breaks]
        numbers = [row.played, row.won, row.drawn, row.lost]
        rating = "" if entrant.rating is None else entrant.rating
        rows.writerow([row.rank, row.number, _cell(entrant.name), entrant.kind, rating, row.points, *values, *numbers])
    rows.writerow([])
    rows.writerow(["game", "round", "board", "pair", "first", "second", "result", "how", "reason", "plies", "code"])
    for game in state.games:
        rows.writerow(_game_row(state, game))
    return text.getvalue()


def _game_row(state: Tournament, game: GameRecord) -> list[object]:
    names = [_cell(state.entrant(number).entrant.name) for number in (game.first, game.second)]
    how = "void" if game.void else game.outcome.how if game.outcome else ""
    board = state.pairs[game.begun.pair - 1].pairing.board
    result = "" if game.outcome is None else RESULTS.get(game.outcome.points, "")
    return [
        game.number,
        game.round,
        board,
        game.begun.pair,
        *names,
        result,
        how,
        _cell(game.reason),
        game.plies,
        game.begun.code,
    ]


def _cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in FORMULA and text else text


def trf_text(source: TournamentSource) -> str:
    """Return the report of a Swiss or of a round robin.

    Raises:
        NoSuchFile: The format of the tournament has no rounds in which all are paired once.
    """
    state = source.tournament
    if not state.started:
        raise NoSuchFile("the report of a tournament begins with its start")
    ranks = tuple(row.rank for row in sorted(standings(state).rows, key=lambda row: row.number))
    if state.format is Format.SWISS:
        made = swiss.report(state)
    elif state.format is Format.ROUND_ROBIN and state.pair_games == 1:
        names = tuple(each.entrant.name for each in state.entrants)
        made = Report(state.created.name, names, results(state), kind=ROUND_ROBIN)
    else:
        raise NoSuchFile("the report format of FIDE is for a Swiss, and for a round robin of single games")
    if any(cell.kind is CellKind.OPEN for row in made.table.rows for cell in row):
        ranks = ()
    return write_report(replace(made, tie_breaks=standings(state).tie_breaks, ranks=ranks))


def pgn_texts(source: TournamentSource) -> str:
    """Return all games that are over, in their order, with the tags of the tournament."""
    state = source.tournament
    texts = []
    for number, events in source.ended_matches():
        game = state.games[number - 1]
        messages = map(decode_to_client, islice(record_of(events).lines(), 1, None))
        texts.append(written(messages, "pgn", comments=True, tags=_tags(state, game)))
    return "\n".join(texts)


def _tags(state: Tournament, game: GameRecord) -> dict[str, str]:
    openings, index = state.terms.openings, game.begun.opening
    tags = {
        "Event": state.created.name,
        "Round": f"{game.round}.{game.number}",
        "Board": str(state.pairs[game.begun.pair - 1].pairing.board),
        "GamePair": str(game.begun.pair),
        "First": state.entrant(game.first).entrant.name,
        "Second": state.entrant(game.second).entrant.name,
    }
    if openings is None or index is None:
        return tags
    moves = openings.openings[index].moves
    return {
        **tags,
        "OpeningNumber": str(index + 1),
        "Opening": ("; " if any(" " in each for each in moves) else " ").join(moves),
    }
