"""The work of `kibitz duel`: one game or series that is watched, or many games that are counted.

Counted games are created in series of the server: an opening is a series of two games, so each engine plays it from
both sides. Without openings, a series is as long as the server allows.
"""

import asyncio
import contextlib
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from kibitz_client.commands.duel.openings import DuelOpening, openings_of_length, read_openings
from kibitz_client.commands.duel.tally import Tally, first_engine_score, game_text
from kibitz_client.commands.watch import watch_as_host
from kibitz_client.errors import ClientError, RefusedError, UsageError
from kibitz_client.match.record import check_form, file_text
from kibitz_client.match.sprt import Sprt
from kibitz_client.match.state import MatchState, advance
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.servers.connect import connect_or_start
from kibitz_client.network.subscriptions import Message
from kibitz_client.parsing.arguments import MatchSetup, create
from kibitz_client.parsing.move_list import join_moves
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.terminal.output import Output
from kibitz_protocol.formats.forms import Form
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Event, Next, Snapshot
from kibitz_protocol.to_server import Offer

LONGEST_SERIES = 100
"""Games of one series that a server creates."""
FULL = (Code.TOO_MANY, Code.BUSY)
"""Refusals of a new match that no longer apply when other matches are over, or after some time."""
RETRY_S = 2.0
STOPPED_WITHIN_S = 3.0
KEEP = "the games ended with their private server; to keep games, add --pgn FILE"


@dataclass(frozen=True, slots=True)
class DuelPlan:
    """What to play: at most `games` games, `concurrency` at a time.

    `file`: where to write the games, in a `form`. `openings`: a file of openings. `opening_plies`: random openings of
    this length, repeatable by `seed`.
    """

    games: int = 1
    concurrency: int = 1
    quiet: bool = False
    watch: bool = False
    sprt: Sprt | None = None
    file: Path | None = None
    form: Form = "pgn"
    openings: Path | None = None
    opening_plies: int = 0
    seed: int | None = None

    @property
    def counted(self) -> bool:
        """Whether games are counted instead of watched."""
        asked = self.quiet or self.sprt or self.file or self.openings or self.opening_plies or self.concurrency > 1
        return not self.watch and (bool(asked) or self.games > 1)


@dataclass(slots=True)
class _Series:
    """Games that are created together. `first`: the number of its first game in the duel, from 0."""

    first: int
    games: int
    played: int = 0


@dataclass(slots=True)
class _Game:
    series: _Series
    number: int
    swapped: bool
    state: MatchState | None = None
    messages: list[Snapshot | Event] = field(default_factory=list)


async def duel(settings: Settings, output: Output, setup: MatchSetup, plan: DuelPlan) -> None:
    """Play two engines against each other.

    Raises:
        UsageError: The setup or the plan is invalid, or a file cannot be used.
        RefusedError: The server refuses the match.
    """
    if not plan.counted:
        if plan.games > LONGEST_SERIES:
            raise UsageError(f"a watched series has at most {LONGEST_SERIES} games", "leave out --watch")
        command = create(replace(setup, games=plan.games))
        async with connect_or_start(settings, output) as connected:
            entered = await connected.client.ask(command)
            await watch_as_host(connected, entered.match, output)
        return
    create(setup)  # a wrong setup ends the command before a server starts
    if plan.file is not None:
        check_form(plan.form, setup.game)
        _write(plan.file, "")
    async with connect_or_start(settings, output) as connected:
        openings = await _openings(connected.client, setup, plan)
        await CountedDuel(connected.client, output, setup, plan, openings).run()
    if connected.private and plan.file is None:
        output.exit_message = [KEEP]


class CountedDuel:
    """Many games between two engines, several at a time, and their score."""

    def __init__(
        self,
        client: NetworkClient,
        output: Output,
        setup: MatchSetup,
        plan: DuelPlan,
        openings: list[DuelOpening] | None = None,
    ) -> None:
        self.tally = Tally((setup.seats[0], setup.seats[1]), plan.sprt)
        self._client = client
        self._output = output
        self._setup = setup
        self._plan = plan
        self._openings = itertools.cycle(openings) if openings else None
        self._waiting = self._split(bool(openings))
        self._games: dict[str, _Game] = {}
        self._running = 0
        self._over = 0
        self._retry_at: float | None = None
        """When to ask again for a match, in seconds of the event loop, while the server has no room for more."""

    async def run(self) -> None:
        """Play until all games are over, or the test is decided."""
        try:
            await self._fill()
            messages = self._client.messages()
            while self._running or self._retry_at is not None:
                over = self._over
                try:
                    async with asyncio.timeout_at(self._retry_at):
                        self._receive(await anext(messages))
                except TimeoutError:
                    # A cancelled generator has ended; a new one goes on with the same messages.
                    messages = self._client.messages()
                if self.tally.decided:
                    break
                if self._retry_at is None or self._over > over or asyncio.get_running_loop().time() >= self._retry_at:
                    await self._fill()
        finally:
            await self._stop()
            self._conclude()

    async def _stop(self) -> None:
        """Abort the games that still run, which ends their series, because they no longer count."""
        with contextlib.suppress(ClientError, TimeoutError):
            async with asyncio.timeout(STOPPED_WITHIN_S):
                for match in list(self._games):
                    with contextlib.suppress(RefusedError):
                        await self._client.ask(build(Offer, match=match, offer="abort"))

    def _split(self, pairs: bool) -> Iterator[_Series]:
        """Yield series of all games: pairs for openings and for the test of pairs, else as long as they can be."""
        left, first = self._plan.games, 0
        lanes = self._plan.concurrency
        while left > 0:
            even_share = -(-self._plan.games // lanes)
            games = 2 if pairs or self._plan.sprt else min(LONGEST_SERIES, even_share + even_share % 2)
            yield _Series(first, min(left, games))
            first, left = first + games, left - games

    async def _fill(self) -> None:
        """Start series while fewer games run than may."""
        self._retry_at = None
        while self._running < self._plan.concurrency:
            series = next(self._waiting, None)
            if series is None:
                return
            setup = replace(self._setup, games=series.games)
            if self._openings is not None:
                opening = next(self._openings)
                setup = replace(setup, moves=join_moves(opening.moves) or None, position=opening.position)
            command = create(setup)
            try:
                entered = await self._client.ask(command)
            except RefusedError as refusal:
                if refusal.refused.code not in FULL or (not self._running and self._over == 0):
                    raise
                self._waiting = itertools.chain([series], self._waiting)
                self._retry_at = asyncio.get_running_loop().time() + RETRY_S
                return
            self._games[entered.match] = _Game(series, series.first, swapped=False)
            self._running += 1

    def _receive(self, message: Message) -> None:
        game = self._games.get(getattr(message, "match", ""))
        if game is None:
            return
        before = game.state
        game.state = advance(game.state, message)
        if self._plan.file is not None and isinstance(message, Snapshot | Event):
            game.messages.append(message)
        if game.state is not None and game.state.over and not (before is not None and before.over):
            self._end(game, game.state)
        if isinstance(message, Next):
            del self._games[message.match]
            if message.next is None:
                self._running -= 1
            else:
                self._games[message.next] = _Game(game.series, game.number + 1, swapped=not game.swapped)
        elif game.state is not None and game.state.over and game.series.games == 1:
            # A single match has no message about a next one.
            del self._games[game.state.match]
            self._running -= 1

    def _end(self, game: _Game, state: MatchState) -> None:
        self._over += 1
        score = first_engine_score(state, swapped=game.swapped)
        self.tally.add(game.number // 2, score)
        if self._plan.file is not None:
            _write(self._plan.file, file_text(game.messages, self._plan.form, comments=True) + "\n", add=True)
        names = self.tally.names
        self._output.emit(
            {
                "game": game.number + 1,
                "match": state.match,
                "code": state.code,
                "engines": list(reversed(names) if game.swapped else names),
                "winner": state.result.winner if state.result else None,
                "reason": state.result.reason if state.result else None,
                "plies": len(state.moves),
            }
        )
        if not (self._plan.quiet or self._output.json):
            self._output.say(f"{game_text(game.number + 1, state, names, swapped=game.swapped)}  [{self.tally.line()}]")

    def _conclude(self) -> None:
        self._output.emit(self.tally.data())
        if not self._output.json:
            self._output.say("", *self.tally.table(self._output.style.width))


async def _openings(client: NetworkClient, setup: MatchSetup, plan: DuelPlan) -> list[DuelOpening] | None:
    if plan.openings is not None:
        return read_openings(plan.openings)
    if plan.opening_plies:
        return await openings_of_length(client, setup.game, setup.options, plan.opening_plies, plan.seed)
    return None


def _write(file: Path, text: str, *, add: bool = False) -> None:
    try:
        with file.open("a" if add else "w", encoding="utf-8") as out:
            out.write(text)
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}") from None
