"""Random traces through the core and through a real server: clients receive the same messages from both.

A state machine plays several matches at once: it hosts and joins, moves, offers and answers, chats, resigns, repeats
commands, disconnects and reconnects. `TRACE_STEPS` sets the total number of steps.
"""

import asyncio
import itertools
import os
from collections.abc import Iterator
from typing import Any, get_args

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from kibitz_protocol.values.matches import OfferKind
from kibitz_server.app import running
from kibitz_server.core.match.match import Match
from kibitz_server.settings import Settings
from tests.effort import cases
from tests.server.wire import ME, OPEN
from tests.traces.worlds import FakeWorld, Normalizer, RealWorld

pytestmark = pytest.mark.io

STEPS = int(os.environ.get("TRACE_STEPS", cases(150, 1_000)))
STEPS_A_TRACE = 50
GAMES = (
    {"game": "tictactoe"},
    {"game": "mnk", "options": {"columns": 4, "rows": 3, "connect": 3}},
    {"game": "kalah"},
    {"game": "connect4", "options": {"columns": 4, "rows": 4, "connect": 3}},
)
# Long enough that no time runs out during a trace.
CLOCKS = (None, {"kind": "fischer", "base_s": 3600}, {"kind": "byoyomi", "base_s": 600, "periods": 3, "period_s": 600})
SEATS = ([ME, OPEN], [OPEN, ME], [OPEN, OPEN])
PEOPLE = ("ann", "bob", "cat")
NUMBERS = itertools.count(1)


class Traces(RuleBasedStateMachine):
    """State machine over both worlds, with the state that it needs to send sensible commands."""

    runner: asyncio.Runner
    address: str
    steps = 0

    @initialize()
    def begin(self) -> None:
        """Connect three clients. The real server keeps the names of earlier traces, so each trace uses new ones."""
        self.number = next(NUMBERS)
        self.runner.run(self._begin())

    async def _begin(self) -> None:
        self.fake, self.real = FakeWorld(), RealWorld(self.address)
        self.normalizers = {"fake": Normalizer(), "real": Normalizer()}
        self.codes: list[dict[str, str]] = []
        self.last: tuple[str, str, int, str, dict[str, Any]] | None = None
        self.seqs: dict[str, dict[str, dict[str, int]]] = {world: {} for world in self.normalizers}
        self.ids = itertools.count(1)
        for who in PEOPLE:
            for world, name in ((self.fake, "fake"), (self.real, "real")):
                await world.connect(self._name(who), {})
                self.seqs[name][who] = {}
        await self._compare()

    def teardown(self) -> None:
        """Close all connections."""
        if hasattr(self, "real"):
            self.fake.close()
            self.runner.run(self.real.close())

    def _name(self, who: str) -> str:
        return f"{who} {self.number}"

    def give(self, who: str, t: str, match: int | None = None, **fields: Any) -> None:
        """Send a command to both worlds, and compare the answers and the messages that all clients receive."""
        id = f"c{next(self.ids)}"
        self.last = (who, t, -1 if match is None else match, id, fields)
        self.runner.run(self._give(who, t, match, id, fields))

    async def _give(self, who: str, t: str, match: int | None, id: str, fields: dict[str, Any]) -> None:
        type(self).steps += 1
        answers = {}
        for world, name in ((self.fake, "fake"), (self.real, "real")):
            target = {} if match is None else {"match": self.codes[match][name]}
            answers[name] = await world.send(self._name(who), id, t, **target, **fields)
        if t == "create" and all(answer.t == "accepted" for answer in answers.values()):
            self._note({name: (answer.result.match, answer.result.code) for name, answer in answers.items()})
        await self._compare()

    def _note(self, made: dict[str, tuple[str, str]]) -> None:
        for name, (match, code) in made.items():
            self.normalizers[name].note(f"match {len(self.codes)}", match, code)
        self.codes.append({name: code for name, (_, code) in made.items()})

    async def _compare(self) -> None:
        for who in PEOPLE:
            fake = await self.fake.received(self._name(who))
            received = {"fake": fake, "real": await self.real.received(self._name(who), len(fake))}
            after = {name: [m for m in messages if m.t == "next" and m.code] for name, messages in received.items()}
            if all(after.values()) and after["fake"][0].code not in [codes["fake"] for codes in self.codes]:
                self._note({name: (following[0].next, following[0].code) for name, following in after.items()})
            for name, messages in received.items():
                self._follow(self.seqs[name][who], messages)
            normalized = {name: self.normalizers[name].messages(messages) for name, messages in received.items()}
            assert normalized["real"] == normalized["fake"], f"{who} receives other messages"

    def _follow(self, seqs: dict[str, int], messages: list[Any]) -> None:
        """Update the matches that a client follows, with the last known event of each."""
        for message in messages:
            if message.t == "next":
                seqs.pop(message.match, None)
            elif message.t in ("snapshot", "event"):
                seqs[message.match] = message.seq

    def match(self, number: int) -> Match:
        """Return a match of the fake world."""
        room = self.fake.server.runtime.rooms.find(self.codes[number % len(self.codes)]["fake"])
        assert room is not None
        return room.match

    def of(self, number: int) -> int:
        """Select one of the matches so far, the newer ones more often."""
        return len(self.codes) - 1 - min(number, len(self.codes) - 1)

    @rule(
        who=st.sampled_from(PEOPLE),
        game=st.sampled_from(GAMES),
        clock=st.sampled_from(CLOCKS),
        seats=st.sampled_from(SEATS),
        autostart=st.sampled_from((True, True, True, False)),
    )
    def host(self, who: str, game: dict[str, Any], clock: Any, seats: Any, autostart: bool) -> None:
        """Create a match, which other clients join at once, so that there is a match to play."""
        self.give(who, "create", **game, clock=clock, seats=seats, autostart=autostart)
        others = [other for other in PEOPLE if other != who]
        for other in others[: sum(seat == OPEN for seat in seats)]:
            self.give(other, "join", len(self.codes) - 1)

    @precondition(lambda self: self.codes)
    @rule(
        who=st.sampled_from(PEOPLE), number=st.integers(0, 4), t=st.sampled_from(("join", "start", "watch", "unwatch"))
    )
    def come_and_go(self, who: str, number: int, t: str) -> None:
        """Let a client join, start, watch or unwatch a match, whether that is legal or not."""
        self.give(who, t, self.of(number))

    @precondition(lambda self: self.codes)
    @rule(number=st.integers(0, 2), choices=st.lists(st.integers(0, 30), min_size=1, max_size=6))
    def play(self, number: int, choices: list[int]) -> None:
        """Let the players of a match play some moves."""
        for choice in choices:
            match = self.match(self.of(number))
            seat, legal = match.to_move, match.position.legal
            if seat is None or not legal or match.seats[seat] is None:
                return
            who = match.seats[seat].name.split()[0]  # type: ignore[union-attr]
            position = match.position.id if choice % 2 else None
            move = legal[choice % len(legal)].text
            self.give(who, "move", self.of(number), ply=match.ply, move=move, position=position)

    @precondition(lambda self: self.codes)
    @rule(
        who=st.sampled_from(PEOPLE),
        number=st.integers(0, 2),
        move=st.sampled_from(("a1", "b2", "1", "zz")),
        ahead=st.sampled_from((-1, 0, 1)),
    )
    def any_move(self, who: str, number: int, move: str, ahead: int) -> None:
        """Let a client send an arbitrary move."""
        ply = max(0, self.match(self.of(number)).ply + ahead)
        self.give(who, "move", self.of(number), ply=ply, move=move)

    @precondition(lambda self: self.codes)
    @rule(
        who=st.sampled_from(PEOPLE),
        number=st.integers(0, 2),
        offer=st.sampled_from(get_args(OfferKind)),
        answer=st.sampled_from(("accept", "accept", "accept", "decline", "withdraw", None)),
        named=st.booleans(),
    )
    def offer(self, who: str, number: int, offer: str, answer: str | None, named: bool) -> None:
        """Let a client make an offer, and a client answer it."""
        match = self.of(number)
        self.give(who, "offer", match, offer=offer)
        seated = [player.name.split()[0] for player in self.match(match).seats if player is not None]
        if answer is not None:
            other = next((name for name in seated if name != who), "cat")
            self.give(who if answer == "withdraw" else other, answer, match, **({"offer": offer} if named else {}))

    @precondition(lambda self: self.codes)
    @rule(who=st.sampled_from(PEOPLE), number=st.integers(0, 4), t=st.sampled_from(("resign", "chat")))
    def speak_or_leave(self, who: str, number: int, t: str) -> None:
        """Let a client chat or resign."""
        self.give(who, t, self.of(number), **({"text": "well played"} if t == "chat" else {}))

    @precondition(lambda self: self.last is not None)
    @rule()
    def say_it_again(self) -> None:
        """Repeat the last command with its id. It gets the same answer, and is not carried out twice."""
        assert self.last is not None
        who, t, match, id, fields = self.last
        if t not in ("watch", "unwatch", "create"):
            self.runner.run(self._give(who, t, None if match < 0 else match, id, fields))

    @rule(who=st.sampled_from(PEOPLE), forgets=st.sampled_from((0, 0, 1, 3)))
    def drop(self, who: str, forgets: int) -> None:
        """Break a connection and reconnect. The client may have missed the last few events."""
        self.runner.run(self._drop(who, forgets))

    async def _drop(self, who: str, forgets: int) -> None:
        type(self).steps += 1
        for world, name in ((self.fake, "fake"), (self.real, "real")):
            known = self.seqs[name][who]
            await world.connect(self._name(who), {match: max(1, seq - forgets) for match, seq in known.items()})
        await self._compare()


@pytest.fixture
def real_server(tmp_path: Any) -> Iterator[type[Traces]]:
    """Run a real server for all traces, and return the state machine."""
    with asyncio.Runner() as runner:
        database = str(tmp_path / "kibitz.db")
        settings = Settings.read(port=0, database=database, slots=1, limits="off", exhibitions=False, log_level="error")
        server = running(settings)
        Traces.runner, Traces.address, Traces.steps = runner, runner.run(server.__aenter__()), 0
        try:
            yield Traces
        finally:
            runner.run(server.__aexit__(None, None, None))


@pytest.mark.property
@pytest.mark.timeout(60 + STEPS // 20)
def test_the_core_and_a_real_server_send_the_same(real_server: type[Traces]) -> None:
    """Every client receives the same answers, events, snapshots and refusals, in the same order."""
    traces = settings(
        max_examples=max(1, STEPS // STEPS_A_TRACE),
        stateful_step_count=STEPS_A_TRACE,
        deadline=None,
        database=None,
        derandomize=STEPS <= 1000,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(real_server, settings=traces)
    assert real_server.steps >= STEPS / 4
    print(f"{real_server.steps} steps, and no divergence")
