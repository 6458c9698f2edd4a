"""The same traces through the core and through a real server: whatever people do, they hear the same.

A machine plays several matches at once: it hosts and joins, moves, offers and answers, chats, gives up, sends commands
twice, loses connections and comes back. `TRACE_STEPS` says how many steps it takes in all.
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

from kibitz_protocol.values import OfferKind
from kibitz_server.app import running
from kibitz_server.core.match.state import Match
from kibitz_server.settings import Settings
from tests.server.wire import ME, OPEN
from tests.traces.worlds import FakeWorld, Plain, RealWorld

pytestmark = pytest.mark.io

STEPS = int(os.environ.get("TRACE_STEPS", "400"))
STEPS_A_TRACE = 50
GAMES = (
    {"game": "tictactoe"},
    {"game": "mnk", "options": {"columns": 4, "rows": 3, "connect": 3}},
    {"game": "kalah"},
    {"game": "connect4", "options": {"columns": 4, "rows": 4, "connect": 3}},
)
# Long enough that no flag falls while a trace is played.
CLOCKS = (None, {"kind": "fischer", "base_s": 3600}, {"kind": "byoyomi", "base_s": 600, "periods": 3, "period_s": 600})
SEATS = ([ME, OPEN], [OPEN, ME], [OPEN, OPEN])
PEOPLE = ("ann", "bob", "cat")
NUMBERS = itertools.count(1)


class Traces(RuleBasedStateMachine):
    """Both worlds, and what the machine has to know of them to say something sensible."""

    runner: asyncio.Runner
    address: str
    steps = 0

    @initialize()
    def begin(self) -> None:
        """Three people come. Their names are new at the real server, which knows those of the traces before."""
        self.number = next(NUMBERS)
        self.runner.run(self._begin())

    async def _begin(self) -> None:
        self.fake, self.real = FakeWorld(), RealWorld(self.address)
        self.plain = {"fake": Plain(), "real": Plain()}
        self.codes: list[dict[str, str]] = []
        self.last: tuple[str, str, int, str, dict[str, Any]] | None = None
        self.seqs: dict[str, dict[str, dict[str, int]]] = {world: {} for world in self.plain}
        self.ids = itertools.count(1)
        for who in PEOPLE:
            for world, name in ((self.fake, "fake"), (self.real, "real")):
                await world.come(self._name(who), {})
                self.seqs[name][who] = {}
        await self._compare()

    def teardown(self) -> None:
        """Everybody goes."""
        if hasattr(self, "real"):
            self.fake.close()
            self.runner.run(self.real.close())

    def _name(self, who: str) -> str:
        return f"{who} {self.number}"

    def give(self, who: str, t: str, match: int | None = None, **fields: Any) -> None:
        """Send a command to both, and compare the answers and what everybody hears."""
        id = f"c{next(self.ids)}"
        self.last = (who, t, -1 if match is None else match, id, fields)
        self.runner.run(self._give(who, t, match, id, fields))

    async def _give(self, who: str, t: str, match: int | None, id: str, fields: dict[str, Any]) -> None:
        type(self).steps += 1
        answers = {}
        for world, name in ((self.fake, "fake"), (self.real, "real")):
            target = {} if match is None else {"match": self.codes[match][name]}
            answers[name] = await world.say(self._name(who), id, t, **target, **fields)
        if t == "create" and all(answer.t == "accepted" for answer in answers.values()):
            self._note({name: (answer.result.match, answer.result.code) for name, answer in answers.items()})
        await self._compare()

    def _note(self, made: dict[str, tuple[str, str]]) -> None:
        for name, (match, code) in made.items():
            self.plain[name].note(f"match {len(self.codes)}", match, code)
        self.codes.append({name: code for name, (_, code) in made.items()})

    async def _compare(self) -> None:
        for who in PEOPLE:
            fake = await self.fake.heard(self._name(who))
            heard = {"fake": fake, "real": await self.real.heard(self._name(who), len(fake))}
            after = {name: [m for m in messages if m.t == "next" and m.code] for name, messages in heard.items()}
            if all(after.values()) and after["fake"][0].code not in [codes["fake"] for codes in self.codes]:
                self._note({name: (following[0].next, following[0].code) for name, following in after.items()})
            for name, messages in heard.items():
                self._follow(self.seqs[name][who], messages)
            told = {name: self.plain[name].messages(messages) for name, messages in heard.items()}
            assert told["real"] == told["fake"], f"{who} hears something else"

    def _follow(self, seqs: dict[str, int], messages: list[Any]) -> None:
        """The matches that somebody follows, and the last event known of each."""
        for message in messages:
            if message.t == "next":
                seqs.pop(message.match, None)
            elif message.t in ("snapshot", "event"):
                seqs[message.match] = message.seq

    def match(self, number: int) -> Match:
        """A match as the core has it."""
        room = self.fake.house.runtime.matches.find(self.codes[number % len(self.codes)]["fake"])
        assert room is not None
        return room.match

    def of(self, number: int) -> int:
        """One of the matches so far, the newer ones more often."""
        return len(self.codes) - 1 - min(number, len(self.codes) - 1)

    @rule(
        who=st.sampled_from(PEOPLE),
        game=st.sampled_from(GAMES),
        clock=st.sampled_from(CLOCKS),
        seats=st.sampled_from(SEATS),
        autostart=st.sampled_from((True, True, True, False)),
    )
    def host(self, who: str, game: dict[str, Any], clock: Any, seats: Any, autostart: bool) -> None:
        """Somebody makes a match, and somebody else joins at once, so that there is something to play."""
        self.give(who, "create", **game, clock=clock, seats=seats, autostart=autostart)
        others = [other for other in PEOPLE if other != who]
        for other in others[: sum(seat == OPEN for seat in seats)]:
            self.give(other, "join", len(self.codes) - 1)

    @precondition(lambda self: self.codes)
    @rule(
        who=st.sampled_from(PEOPLE), number=st.integers(0, 4), t=st.sampled_from(("join", "start", "watch", "unwatch"))
    )
    def come_and_go(self, who: str, number: int, t: str) -> None:
        """Somebody joins, starts, watches or stops watching some match, whether that makes sense or not."""
        self.give(who, t, self.of(number))

    @precondition(lambda self: self.codes)
    @rule(number=st.integers(0, 2), choices=st.lists(st.integers(0, 30), min_size=1, max_size=6))
    def play(self, number: int, choices: list[int]) -> None:
        """Those at the board play for a while."""
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
        """Somebody sends a move that may be anything."""
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
        """Somebody offers something, and somebody answers."""
        match = self.of(number)
        self.give(who, "offer", match, offer=offer)
        seated = [player.name.split()[0] for player in self.match(match).seats if player is not None]
        if answer is not None:
            other = next((name for name in seated if name != who), "cat")
            self.give(who if answer == "withdraw" else other, answer, match, **({"offer": offer} if named else {}))

    @precondition(lambda self: self.codes)
    @rule(who=st.sampled_from(PEOPLE), number=st.integers(0, 4), t=st.sampled_from(("resign", "chat")))
    def speak_or_leave(self, who: str, number: int, t: str) -> None:
        """Somebody says something, or gives up."""
        self.give(who, t, self.of(number), **({"text": "well played"} if t == "chat" else {}))

    @precondition(lambda self: self.last is not None)
    @rule()
    def say_it_again(self) -> None:
        """The last command comes a second time under its id: it is answered as before, and not done twice."""
        assert self.last is not None
        who, t, match, id, fields = self.last
        if t not in ("watch", "unwatch", "create"):
            self.runner.run(self._give(who, t, None if match < 0 else match, id, fields))

    @rule(who=st.sampled_from(PEOPLE), forgets=st.sampled_from((0, 0, 1, 3)))
    def drop(self, who: str, forgets: int) -> None:
        """A connection breaks and comes back; the last few events may have been lost with it."""
        self.runner.run(self._drop(who, forgets))

    async def _drop(self, who: str, forgets: int) -> None:
        type(self).steps += 1
        for world, name in ((self.fake, "fake"), (self.real, "real")):
            known = self.seqs[name][who]
            await world.come(self._name(who), {match: max(1, seq - forgets) for match, seq in known.items()})
        await self._compare()


@pytest.fixture
def real_server(tmp_path: Any) -> Iterator[type[Traces]]:
    """The machine with a real server to play at, for all of its traces."""
    with asyncio.Runner() as runner:
        database = str(tmp_path / "kibitz.db")
        settings = Settings.read(port=0, database=database, slots=1, limits="off", exhibitions=False, log_level="error")
        server = running(settings)
        Traces.runner, Traces.address, Traces.steps = runner, runner.run(server.__aenter__()), 0
        try:
            yield Traces
        finally:
            runner.run(server.__aexit__(None, None, None))


@pytest.mark.timeout(60 + STEPS // 20)
def test_the_core_and_a_real_server_say_the_same(real_server: type[Traces]) -> None:
    """Every answer and every event, snapshot and refusal is the same to everybody, in the same order."""
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
