"""Tournaments for browsers without JavaScript, for programs, and for terminals. A private one has none of these.

All three show what followers see: a state that is durable. A request makes none of them again while nothing changed,
and a busy tournament has them made at most once a second, as followers get one table a second.
"""

import gzip
import http
import re
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from websockets.http11 import Response

from kibitz_protocol.match_codes import TOURNAMENT_IN_ADDRESS, of_address
from kibitz_server.core.tournament.rules.figures import ratings
from kibitz_server.core.tournament.standings import standings
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.tournaments.snapshot import live_plies, tournament_data
from kibitz_server.messages.tournaments.standings import rows_data
from kibitz_server.net.edge import HttpRequest
from kibitz_server.net.pages.page import has_tag, response, tag_of, takes_gzip
from kibitz_server.net.pages.previews import Preview, tournament_preview, tournament_sentence
from kibitz_server.net.pages.texts import text
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.runtime.tournaments.running import TournamentRoom

T = TypeVar("T")
PATH = re.compile(rf"/(?:t/)?({TOURNAMENT_IN_ADDRESS})")
FILE = re.compile(rf"/t/({TOURNAMENT_IN_ADDRESS})\.json(?:\?.*)?")
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
UNKNOWN = "There is no tournament {code} here. A finished one is shown by: kibitz tournament show {code}\n"
SAVING = "The tournament is being saved. Try again in a moment.\n"


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

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._kept: dict[tuple[str, object], _Kept] = {}

    def may_have(self, code: str) -> bool:
        """Return whether a tournament of that code can be in memory. While the server starts, any can."""
        return not self._runtime.loading.ready or self._find(code) is not None

    def preview(self, code: str) -> Preview | None:
        """Return title, description and tables of a tournament; None of a private or an unknown one."""
        room = self._find(code)
        return None if room is None else self._remembered(room, tournament_preview)

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
        shown = None if room is None or private else self._remembered(room, _lines)
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
        if room is None or _is_private(room):
            return text(http.HTTPStatus.NOT_FOUND, UNKNOWN.format(code=code))
        file = self._remembered(room, lambda _: self._snapshot(room), moves=True)
        if file is None:
            refusal = text(http.HTTPStatus.SERVICE_UNAVAILABLE, SAVING)
            refusal.headers["Retry-After"] = "1"
            return refusal
        headers = {"Cache-Control": "no-cache", "ETag": file.tag, "Vary": "Accept-Encoding", "X-Robots-Tag": "noindex"}
        if has_tag(request, file.tag):
            return response(http.HTTPStatus.NOT_MODIFIED, b"", headers)
        headers["Content-Type"] = "application/json"
        compressed = takes_gzip(request)
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

    def _remembered(self, room: TournamentRoom, make: Callable[[Tournament], T], *, moves: bool = False) -> T | None:
        """Return what is made of a tournament, or was made of it before; None if its state is not durable yet.

        Args:
            room: The tournament.
            make: Makes it.
            moves: Whether it also changes between two events.
        """
        key = room.id, "file" if moves else make
        kept = self._kept.pop(key, None)
        now, seq = self._runtime.runner.now(), room.tournament.seq
        fresh = kept is not None and (now - kept.at < FRESH_S or (kept.seq == seq and not moves))
        if not (fresh or room.unsaved or room.halted):
            kept = _Kept(seq, now, make(room.tournament))
        if kept is None:
            return None
        self._kept[key] = kept
        while len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        made: T = kept.made  # type: ignore[assignment]
        return made


def _is_private(room: TournamentRoom) -> bool:
    return room.tournament.terms.key_hash is not None


def _lines(state: Tournament) -> tuple[str, str, str]:
    """Return the title of a tournament, a sentence, and its standings as lines of text."""
    rows = standings(state).rows
    width = max((len(state.entrant(row.number).entrant.name) for row in rows[:MOST_LINES]), default=0)
    lines = [
        f"{row.rank:4}  {state.entrant(row.number).entrant.name:{width}}  {row.points:g}" for row in rows[:MOST_LINES]
    ]
    more = [f"      {len(rows) - MOST_LINES} more"] if len(rows) > MOST_LINES else []
    table = "\n".join(["", *lines, *more, ""]) if lines else ""
    return state.created.name, tournament_sentence(state), table
