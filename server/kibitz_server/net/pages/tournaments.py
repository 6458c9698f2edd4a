"""Tournaments for browsers without JavaScript, for programs, and for terminals. A private one has none of these.

All three show what followers see: a state that is durable. A request makes none of them again while nothing changed,
and a busy tournament has them made at most once a second, as followers get one table a second.
"""

import asyncio
import gzip
import http
import re
from collections.abc import Callable
from typing import NamedTuple, TypeVar

import structlog
from websockets.http11 import Response

from kibitz_protocol.match_codes import TOURNAMENT_IN_ADDRESS, of_address
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.core.tournament.rules.figures import ratings
from kibitz_server.core.tournament.standings import standings
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.jobs.database import Unreadable
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.tournaments.snapshot import live_plies, tournament_data
from kibitz_server.messages.tournaments.standings import rows_data
from kibitz_server.net.edge import HttpRequest
from kibitz_server.net.pages.page import has_tag, response, tag_of, takes
from kibitz_server.net.pages.previews import Preview, tournament_preview, tournament_sentence, tournament_title
from kibitz_server.net.pages.reading import ArchiveReading
from kibitz_server.net.pages.texts import text
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.runtime.tournaments.running import TournamentRoom

log = structlog.get_logger(__name__)

T = TypeVar("T")
PATH = re.compile(rf"/(?:t/)?({TOURNAMENT_IN_ADDRESS})")
FILE = re.compile(rf"/t/({TOURNAMENT_IN_ADDRESS})\.json(?:\?.*)?")
ANY = re.compile(rf"/(?:t/)?({TOURNAMENT_IN_ADDRESS})(?:\.json)?(?:\?.*)?")
READ_S = 8.0
"""Time for which an answer waits for the archive, shorter than that of a handshake. A reading that takes longer goes on
for the next request."""
MOST_READ = 8
"""Tournaments that are read from the archive at a time."""
FRESH_S = 1.0
"""Shortest time after which something is made again."""
KEPT = 64
"""Pages, texts and files that are kept. Others are made again when they are asked for."""
MOST_ROWS = 1000
"""Rows of the standings in JSON."""
MOST_LINES = 50
"""Rows of the standings in a text."""
TO_PLAY = "To play:     kibitz play {code} --server {address}\n"
TO_SEE = "To {see:9} kibitz tournament {command} {code} --server {address}\n"
PRIVATE = "It is private: the commands need its key, in KIBITZ_KEY."
UNKNOWN = "There is no tournament {code} here.\n"
SAVING = "The tournament is being saved. Try again in a moment.\n"
READING = "The tournament is being read. Try again in a moment.\n"


class _Kept(NamedTuple):
    """Something made of a tournament, with the number of its last event and the time."""

    seq: int
    at: float
    made: object


class _File(NamedTuple):
    """A file for programs, the same compressed, and its tag."""

    body: bytes
    compressed: bytes
    tag: str


class TournamentPages:
    """What the server shows of its tournaments over HTTP."""

    def __init__(self, runtime: Runtime, most_kept: int = KEPT) -> None:
        self._runtime = runtime
        self._most_kept = most_kept
        self._kept: dict[tuple[str, str], _Kept] = {}
        self._reading: dict[str, asyncio.Task[bool]] = {}

    def may_have(self, code: str) -> bool:
        """Return whether a tournament of that code can be in memory. While the server starts, any can."""
        return not self._runtime.loading.ready or self._find(code) is not None

    def absent(self, path: str) -> str | None:
        """Return the code in an address, if that tournament is not in memory; it may have ended long ago."""
        found = ANY.fullmatch(path)
        code = of_address(found[1]) if found is not None else None
        return None if code is None or self.may_have(code) else code

    async def read(self, code: str, address: str) -> Response | None:
        """Read a tournament that is over into memory, if there is one of that code. Return a refusal if that fails.

        Requests for one tournament wait for one reading.

        Args:
            code: The code.
            address: Address of the client that asks for it.
        """
        reading = self._reading.get(code)
        if reading is None:
            if len(self._reading) >= MOST_READ:
                return _later(READING)
            reading = self._reading[code] = asyncio.get_running_loop().create_task(self._read(code, address))
            reading.add_done_callback(lambda _: self._reading.pop(code))
        try:
            async with asyncio.timeout(READ_S):
                return None if await asyncio.shield(reading) else _later(READING)
        except TimeoutError:
            return _later(READING)

    async def _read(self, code: str, address: str) -> bool:
        """Read a tournament as `read` says. Return whether the archive could be read."""
        archive, store = ArchiveReading(self._runtime, address), self._runtime.store
        try:
            # Most codes that are not in memory are wrong. To find none costs little.
            if await archive.read(lambda: store.find_tournament("", code)) is not None:
                await self._runtime.tournaments.rooms.fetch(code, archive)
        except (CommandRefused, Unreadable):
            return False
        except Exception:
            log.exception("a tournament cannot be read from the archive", code=code)
            return False
        return True

    def preview(self, code: str) -> Preview | None:
        """Return title, description and tables of a tournament; None of a private or an unknown one."""
        room = self._find(code)
        return None if room is None else self._remembered(room, "preview", tournament_preview)

    def invitation(self, path: str, home: str | None) -> Response | None:
        """Return the commands for the tournament whose code is the path, with its standings; None for other paths.

        Args:
            path: The path of the request.
            home: The address of the server's page; None if it is not known.
        """
        found = PATH.fullmatch(path)
        if found is None:
            return None
        code = of_address(found[1])
        if not self.may_have(code):
            return text(http.HTTPStatus.NOT_FOUND, UNKNOWN.format(code=code))
        room = self._find(code)
        private = room is not None and _is_private(room)
        shown = None if room is None or private else self._remembered(room, "lines", _lines)
        title, sentence, rows = shown or ("You are invited to a tournament.", PRIVATE if private else "", "")
        over = room is not None and room.tournament.ended is not None
        see, command = ("see it:", "show") if over else ("follow:", "watch")
        commands = f"{'' if over else TO_PLAY}{TO_SEE}".format(
            code=code, see=see, command=command, address=re.sub("^http", "ws", home or "http://THIS-ADDRESS")
        )
        return text(http.HTTPStatus.OK, f"{title}\n{sentence}\n\n{commands}{rows}")

    def file(self, request: HttpRequest) -> Response | None:
        """Return the snapshot of a tournament with all of its standings; None for other paths."""
        found = FILE.fullmatch(request.path)
        if found is None:
            return None
        code = of_address(found[1])
        room = self._find(code)
        if room is None and not self._runtime.loading.ready:
            return _later(READING)
        if room is None or _is_private(room):
            return text(http.HTTPStatus.NOT_FOUND, UNKNOWN.format(code=code))
        file = self._remembered(room, "file", lambda _: self._snapshot(room), moves=room.tournament.ended is None)
        if file is None:
            return _later(SAVING)
        headers = {"Cache-Control": "no-cache", "ETag": file.tag, "Vary": "Accept-Encoding", "X-Robots-Tag": "noindex"}
        if has_tag(request, file.tag):
            return response(http.HTTPStatus.NOT_MODIFIED, b"", headers)
        headers["Content-Type"] = "application/json"
        compressed = takes(request, "gzip")
        if compressed:
            headers["Content-Encoding"] = "gzip"
        return response(http.HTTPStatus.OK, file.compressed if compressed else file.body, headers)

    def _find(self, code: str) -> TournamentRoom | None:
        return self._runtime.tournaments.rooms.find(code)

    def _snapshot(self, room: TournamentRoom) -> _File:
        runtime, state = self._runtime, room.tournament
        time = runtime.tournaments.rooms.time()
        live = live_plies(runtime.rooms.room)
        shown = tournament_data(state, None, 1, time, live, runtime.tournaments.warnings(room))
        rows = rows_data(state, standings(state).rows[:MOST_ROWS], ratings)
        body = encode({"seq": state.seq, "tournament": {**shown, "rows": rows, "pages": 1}})
        return _File(body, gzip.compress(body, 6, mtime=0), tag_of(body, str(state.seq)))

    def _remembered(
        self, room: TournamentRoom, kind: str, make: Callable[[Tournament], T], *, moves: bool = False
    ) -> T | None:
        """Return what is made of a tournament, or was made of it before; None if its state is not durable yet.

        Args:
            room: The tournament.
            kind: Names what is made.
            make: Makes it.
            moves: Whether it also changes between two events.
        """
        key = room.id, kind
        kept = self._kept.pop(key, None)
        now, seq = self._runtime.runner.now(), room.tournament.seq
        fresh = kept is not None and (now - kept.at < FRESH_S or (kept.seq == seq and not moves))
        if not (fresh or room.unsaved or room.halted):
            kept = _Kept(seq, now, make(room.tournament))
        if kept is None:
            return None
        self._kept[key] = kept
        while len(self._kept) > self._most_kept:
            del self._kept[next(iter(self._kept))]
        made: T = kept.made  # type: ignore[assignment]
        return made


def _later(sentence: str) -> Response:
    """Return a refusal of a request that may succeed in a second."""
    refusal = text(http.HTTPStatus.SERVICE_UNAVAILABLE, sentence)
    refusal.headers["Retry-After"] = "1"
    return refusal


def _is_private(room: TournamentRoom) -> bool:
    return room.tournament.terms.key_hash is not None


def _lines(state: Tournament) -> tuple[str, str, str]:
    """Return what a tournament is, with its clock, a sentence, and its standings as lines of text."""
    rows = standings(state).rows
    width = max((len(state.entrant(row.number).entrant.name) for row in rows[:MOST_LINES]), default=0)
    lines = [
        f"{row.rank:4}  {state.entrant(row.number).entrant.name:{width}}  {row.points:g}" for row in rows[:MOST_LINES]
    ]
    more = [f"      {len(rows) - MOST_LINES} more"] if len(rows) > MOST_LINES else []
    table = "\n".join(["", *lines, *more, ""]) if lines else ""
    minutes = f", {state.terms.minutes:g} min" if state.terms.minutes else ""
    clock = f", {state.terms.control}" if state.terms.control else ""
    return f"{tournament_title(state)}{clock}{minutes}", tournament_sentence(state), table
