"""Pages of the file of a tournament, as a helper process makes them for a client."""

from kibitz_protocol.commands.archive import PAGE_CHARACTERS
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.messages.encoding import encode
from kibitz_server.tournament_files.html import html_text
from kibitz_server.tournament_files.source import StoredTournament, TournamentSource
from kibitz_server.tournament_files.text import NoSuchFile, csv_text, pgn_texts, trf_text
from kibitz_server.tournament_files.whole import whole_text

FORMS = {"json": whole_text, "csv": csv_text, "pgn": pgn_texts, "trf": trf_text, "html": html_text}
WITH_GAMES = ("json", "pgn")
"""Forms that have the moves of the games."""
_files: dict[tuple[str, str, int], str] = {}
"""The file whose last page this process made, unless that was the end of it."""


def file_page(stored: StoredTournament, form: str, since: int, seq: int) -> bytes:
    """Return an encoded `TournamentFile`.

    Args:
        stored: The tournament.
        form: The form.
        since: Where the page begins.
        seq: The last event of the tournament: pages of one file have the same.

    Raises:
        CommandRefused: The tournament does not have such a file, or it is too large.
    """
    key = stored.tournament_id, form, seq
    text = _files.pop(key, None)
    _files.clear()
    if text is None:
        if not stored.whole:
            raise CommandRefused(Code.TOO_MANY, "the games of this tournament are too many for one file", "take csv")
        try:
            text = FORMS[form](TournamentSource(stored))
        except NoSuchFile as error:
            raise CommandRefused(Code.BAD_FORMAT, str(error), "take json or csv") from None
    end = since + PAGE_CHARACTERS
    if end < len(text):
        _files[key] = text
    data = {
        "kind": "tournament_file",
        "tournament": stored.tournament_id,
        "name": f"tournament.{form}",
        "content": text[since:end],
        "next": end if end < len(text) else None,
    }
    return encode(data)
