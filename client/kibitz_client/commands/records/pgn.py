"""Files of games: records, and PGN, which the server package of Kibitz makes records of, in a process of its own."""

from pathlib import Path
from typing import Any

from kibitz_client.commands.records.verify import server_command
from kibitz_client.errors import printed_error
from kibitz_client.match.record import BadRecord, read_record, read_record_text
from kibitz_client.match.state import MatchState

SUFFIXES = (".pgn", ".pdn")
"""Ends of the names of files in PGN, and in PDN, its form for draughts."""


def is_pgn(file: Path) -> bool:
    """Return whether the name of a file says that it is PGN."""
    return file.suffix.lower() in SUFFIXES


async def read_match(file: Path) -> list[tuple[Any, MatchState]]:
    """Return the messages of a record, or of the first game of a PGN file, each with the state after it.

    Raises:
        UsageError: The file is PGN, and the server is not installed.
        BadRecord: The file cannot be read, or is neither.
    """
    if not is_pgn(file):
        return read_record(file)
    return read_record_text(await pgn_record(file), str(file))


async def pgn_record(file: Path) -> str:
    """Return the record of the first game of a PGN file.

    Raises:
        UsageError: The server is not installed.
        BadRecord: The file cannot be read, or is not PGN.
    """
    process = await server_command("pgn", str(file))
    try:
        out, err = await process.communicate()
    except BaseException:
        process.kill()
        await process.wait()
        raise
    if process.returncode:
        told = err.decode(errors="replace").strip()
        sentence, hint = printed_error(told) or (told.rpartition("\n")[2] or f"{file} cannot be read", None)
        raise BadRecord(sentence, hint)
    return out.decode(errors="replace")
