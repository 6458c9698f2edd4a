"""The analysis board: the user's lines of a game, whose positions and evaluations come from the server."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from kibitz_client.errors import RefusedError, UsageError
from kibitz_client.match.moves.line import line_ply, line_texts
from kibitz_client.match.record import PASTED, read_record, read_record_text, record_scenes
from kibitz_client.match.state import MatchState
from kibitz_client.match.variations import VariationNode, Variations
from kibitz_client.network.client import NetworkClient
from kibitz_client.parsing.analysis_source import (
    FileSource,
    GameSource,
    LineSource,
    MatchSource,
    RecordSource,
    SgfSource,
    Source,
    moves_of,
)
from kibitz_client.parsing.default_engines import default_engine
from kibitz_client.requests import build
from kibitz_protocol.commands.positions import Evaluate, Explore, Explored
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Snapshot
from kibitz_protocol.values.engines import SearchReport
from kibitz_protocol.values.games import OptionValue

BUDGETS_S = (1.0, 3.0, 8.0)
"""Seconds of the searches of a position, one after the other: an answer comes soon, and a deeper one later."""
STILL_RUNNING = "the match was still running when the record was written"
MOST_MOVES = 500
SHORTEST_POSITION = 5
"""A shorter text that is not a legal move is a mistyped one. The lines on the board should not be lost for it."""
Scenes = list[tuple[Any, MatchState]]
"""Messages of a match, each with the state after it."""
ReadFile = Callable[[Path | str], Awaitable[Scenes]]
"""Reads a file, or the text of one in SGF."""


async def _read_record(source: Path | str) -> Scenes:
    return read_record(source) if isinstance(source, Path) else read_record_text(source, PASTED)


class AnalysisBoard:
    """The lines on a board, and the requests that change them. A refused request changes nothing."""

    def __init__(self, client: NetworkClient, read_file: ReadFile | None = None) -> None:
        """Create an empty board.

        Args:
            client: The connection to the server.
            read_file: Reads files; by default they are records.

        Raises:
            UsageError: The server has no analysis boards.
        """
        if "positions" not in client.welcome.capabilities:
            raise UsageError("this server has no analysis boards", "name another with --server")
        self._client = client
        self._read_file = read_file or _read_record
        self._lines: Variations | None = None
        self.notes: tuple[str, ...] = ()
        """What was left out or guessed when the loaded game was read from a file."""

    @property
    def empty(self) -> bool:
        """Whether nothing was loaded yet."""
        return self._lines is None

    @property
    def lines(self) -> Variations:
        """The lines of the loaded game."""
        assert self._lines is not None, "a game was loaded"
        return self._lines

    @property
    def state(self) -> MatchState | None:
        """The shown position as a match; None before anything is loaded."""
        return self._lines.state() if self._lines is not None else None

    async def load(self, source: Source, key: str | None = None) -> None:
        """Put a game, a record, a match, moves or a position on the board, in place of all lines.

        Args:
            source: What to load.
            key: The key of a private match.

        Raises:
            BadRecord: The file or the text is not a record.
            UsageError: The match of a record was not over, or a line is too long.
            RefusedError: The server refuses the line, or the match is still running.
        """
        self.notes = ()
        match source:
            case GameSource(game, moves, options):
                await self.load_line(game, dict(options), None, moves)
            case MatchSource(code):
                await self._load_match(code, key)
            case FileSource(file):
                await self.load_record([message for message, _ in await self._read_file(file)])
            case RecordSource(text):
                await self.load_record([message for message, _ in read_record_text(text, PASTED)])
            case SgfSource(text):
                await self.load_record([message for message, _ in await self._read_file(text)])
            case LineSource():
                await self._load_typed(source)

    async def _load_match(self, code: str, key: str | None) -> None:
        of = {"kind": "match", "match": code, "key": key}
        try:
            self._lines = Variations(await self._client.ask(build(Explore, of=of)))
        except RefusedError as refusal:
            if self._lines is None or refusal.refused.code != Code.UNKNOWN_MATCH:
                raise
            # Three moves that are run together look like a code: f5d6c3.
            try:
                await self._load_typed(LineSource(moves_of(code), code))
            except RefusedError:
                raise refusal from None

    async def load_line(
        self,
        game: str,
        options: dict[str, OptionValue],
        position: str | None,
        moves: Sequence[str],
        ply: int | None = None,
    ) -> None:
        """Put a line of a game on the board.

        Args:
            game: Its name.
            options: Its options; those that are left out have their defaults.
            position: The first position; None for that of the game.
            moves: The moves from there.
            ply: The ply to show; the last one by default.

        Raises:
            UsageError: The line is too long.
            RefusedError: The server refuses the line.
        """
        lines = Variations(await self._explore(game, options, position, moves))
        # The server may have more moves than texts: some were run together.
        node = lines.current if ply is None else lines.at(ply - lines.current.ply)
        if node.state is None:
            await self._fetch(lines, node)
        lines.show(node)
        self._lines = lines

    async def load_record(self, messages: Sequence[Any], ply: int | None = None) -> None:
        """Put a record on the board.

        Args:
            messages: The messages of the record, the first snapshot first.
            ply: The number of moves of the match after which to show it, with the chance events that follow; all by
                default.

        Raises:
            UsageError: The match was not over when the record was written, or its line is too long.
            RefusedError: The server refuses the line.
        """
        start, end = finished_record(messages)
        self.notes = end.notes
        line = line_texts(end)
        at = None if ply is None else line_ply(end, ply)
        await self.load_line(start.game.name, dict(start.options), start.start, line, at)
        self.lines.players = list(start.seats)

    async def play(self, text: str) -> None:
        """Play a move from the shown position; another one than before begins a new line.

        Raises:
            RefusedError: The move is not legal.
        """
        lines, node = self.lines, self.lines.current
        explored = await self._explore(
            lines.game.name, dict(lines.options), lines.start, [*node.moves(), text], node.ply
        )
        lines.show(lines.extend(node, explored))

    async def enter(self, text: str) -> None:
        """Play a typed or pasted move; a text that is not a move is loaded if it is a list of moves or a position.

        Raises:
            RefusedError: The text is neither. The refusal says what it most likely was.
        """
        moves = moves_of(text)
        several = LineSource(moves, " ".join(text.split())) if len(moves) > 1 else None
        if several is not None and not self._may_be_one_move(text):
            await self._load_typed(several)
            return
        try:
            await self.play(text)
        except RefusedError as refusal:
            if refusal.refused.code != Code.BAD_MOVES or (several is None and len(text) < SHORTEST_POSITION):
                raise
            try:
                if several is not None:
                    await self._load_typed(several)
                else:
                    await self.load_line(self.lines.game.name, dict(self.lines.options), text, ())
            except RefusedError:
                raise refusal from None

    def _may_be_one_move(self, text: str) -> bool:
        """Return whether a text of several words may be one move or chance outcome: moves of some games have blanks."""
        state = self.lines.current.state
        if state is None:
            return False
        return bool(state.chances) or text in state.legal or any(" " in move for move in state.legal)

    async def go(self, node: VariationNode) -> None:
        """Show a position of the lines.

        Raises:
            RefusedError: The server does not send the position now.
        """
        lines = self.lines
        if node.state is None:
            await self._fetch(lines, node)
        lines.show(node)

    def budgets_s(self) -> list[float]:
        """Return the seconds of the searches that can tell more; none while a chance event is due."""
        node = self.lines.current
        search = node.search
        if node.state is not None and node.state.chances:
            return []
        if search is None:
            return list(BUDGETS_S)
        proven = search.exact or search.wins_in is not None
        return [] if proven else [seconds for seconds in BUDGETS_S if seconds > 1.5 * search.seconds]

    @property
    def engine(self) -> str:
        """The engine that searches unless the user chooses one."""
        game = self.lines.game
        return default_engine(chance=game.chance, hidden=game.hidden, notation=game.notation)

    async def evaluate(self, seconds: float, algorithm: str | None = None) -> SearchReport:
        """Let an engine search the shown position, and keep its opinion there.

        Args:
            seconds: How long to search. The server may search for a shorter time.
            algorithm: The name of the engine; `engine` by default.

        Raises:
            RefusedError: The game is over there, another search began, or the engine time is used up.
            UsageError: The name of the engine does not fit the protocol.
        """
        lines, node = self.lines, self.lines.current
        of = _of_game(lines.game.name, dict(lines.options), lines.start, node.moves())
        engine = {"algorithm": algorithm or self.engine, "limit": {"seconds": seconds}}
        evaluated = await self._client.ask(build(Evaluate, of=of, engine=engine))
        node.search = evaluated.search
        return evaluated.search

    async def _load_typed(self, source: LineSource) -> None:
        """Load moves of the shown game, or a position of it."""
        game, options = self.lines.game.name, dict(self.lines.options)
        try:
            await self.load_line(game, options, None, source.moves)
        except RefusedError as not_moves:
            if not_moves.refused.code != Code.BAD_MOVES:
                raise
            try:
                await self.load_line(game, options, source.position, ())
            except RefusedError as not_position:
                if not_position.refused.code != Code.BAD_POSITION:
                    raise
                # A text whose first move is legal was meant as moves, and a single word more likely too.
                moves = len(source.moves) == 1 or not str(not_moves).startswith("move 1,")
                raise (not_moves if moves else not_position) from None

    async def _fetch(self, lines: Variations, node: VariationNode) -> None:
        moves = node.moves()
        since = max(0, len(moves) - 1)
        explored = await self._explore(lines.game.name, dict(lines.options), lines.start, moves, since)
        node.state, node.result = explored.state, explored.result

    async def _explore(
        self,
        game: str,
        options: dict[str, OptionValue],
        position: str | None,
        moves: Sequence[str],
        since: int = 0,
    ) -> Explored:
        return await self._client.ask(build(Explore, of=_of_game(game, options, position, moves), since=since))


def finished_record(messages: Sequence[Any]) -> tuple[Snapshot, MatchState]:
    """Return the first snapshot of a record, and the state of its match at the end.

    Raises:
        UsageError: The match was not over when the record was written, or its first snapshot is missing.
    """
    scenes = record_scenes(messages)
    start = scenes[0][0] if scenes else None
    if not isinstance(start, Snapshot):
        raise UsageError("the record does not begin with a snapshot", "read docs/records.md about the format")
    if not scenes[-1][1].over:
        raise UsageError(STILL_RUNNING, "export it again when it is over")
    return start, scenes[-1][1]


def _of_game(
    game: str, options: dict[str, OptionValue], position: str | None, moves: Sequence[str]
) -> dict[str, object]:
    """Return a position as a field for `build`, which checks it: all of it may be typed text."""
    if len(moves) > MOST_MOVES:
        raise UsageError(f"an analysis board has at most {MOST_MOVES} moves in a line", "start from a later position")
    return {"kind": "game", "game": game, "options": options, "position": position, "moves": list(moves)}
