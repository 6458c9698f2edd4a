"""The time of an engine tells nothing of its cards, to a viewer who measures it and in what the server sends."""

import asyncio
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from kibitz_server.games.registry import declarations
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.runtime.engines.answer_times import AnswerTimes
from kibitz_server.store import Done, Entry
from tests.fakes.server import RecordingConnection, WaitingStore, found, settle
from tests.games.chance import chance_games
from tests.server.conftest import FakeClient, InProcessServer
from tests.server_thread import serving
from tests.simulation.planted import Planted
from tests.twins.timing import FOUND, Answer, halves, measured, p_value, strength_of

ANSWERS = 1000
"""Answers of an engine: 500 with the better half of its cards, and 500 with the other half."""
HIDDEN = ["lure", *(game.name for game in declarations() if game.hidden)]
LIMITS: dict[str, dict[str, Any]] = {
    "random": {"algorithm": "random"},
    "level": {"algorithm": "level", "level": 3},
    "level on a clock": {"algorithm": "level", "level": 10},
}
"""Engines that play every game with hidden cards: with no search, with a bound of work, and with a bound of time."""
SLOW: dict[str, Callable[[random.Random, int], float]] = {
    "a little slower": lambda rng, strength: 0.01 + 0.0005 * strength + rng.expovariate(500),
    "about a step": lambda rng, strength: 0.045 + 0.0005 * strength + rng.expovariate(500),
    "now and then": lambda rng, strength: 0.5 if rng.random() < strength / 200 else 0.01,
}
"""How long a search takes, by how good the cards are."""


@pytest.fixture(autouse=True)
def games_with_chance() -> Iterator[None]:
    """Add the small games with chance."""
    with chance_games():
        yield


class PromptStore(WaitingStore):
    """Store whose entries are durable at once."""

    def append(self, entries: Sequence[Entry], done: Done) -> None:
        super().append(entries, done)
        self.commit()


class TimedConnection(RecordingConnection):
    """Connection that notes when the last move was sent to it."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__("ann")
        self._clock = clock
        self.moved_at = 0.0

    def send(self, letter: OutgoingMessage) -> None:
        if b'"kind":"moved"' in letter.data:
            self.moved_at = self._clock()


async def on_virtual_time(game: str, engine: dict[str, Any], spent_s: Callable[[random.Random, int], float]) -> Any:
    """Return what a viewer measures, and what the events say, of an engine whose time depends on its cards."""
    server, rng, took, said = InProcessServer(store=PromptStore()), random.Random(1), list[Answer](), list[Answer]()
    ann = FakeClient(server, TimedConnection(server.scheduler.time))
    server.runtime.clients.arrive(ann.connection)
    clock: dict[str, Any] = {"clock": {"kind": "fischer", "base_s": 36000}} if engine.get("level") == 10 else {}
    while len(took) < ANSWERS:
        seats = [{"kind": "me"}, {"kind": "engine", "engine": engine}]
        ann.send("create", game=game, seats=seats, options={"hands": 50}, **clock)
        code = next(room.match.created.code for room in server.runtime.rooms.all if not room.match.over)
        ann.send("give_client_seed", match=code, client_seed="text")
        await _play(server, ann, code, rng, spent_s, took, said)
    return took, said


async def _play(
    server: InProcessServer,
    ann: FakeClient,
    code: str,
    rng: random.Random,
    spent_s: Callable[[random.Random, int], float],
    took: list[Answer],
    said: list[Answer],
) -> None:
    match = server.match(code)
    while not match.over:
        legal = [move.text for move in match.position.legal]
        text = next(each for word in ("check", "call", "fold") for each in legal if each.startswith(word))
        if match.to_move == 0:
            ann.send("move", match=code, ply=match.ply, move=text)
            continue
        search, strength, ply = server.pool.last, strength_of(match.position, 1), match.ply
        server.scheduler.advance(spent_s(rng, strength))
        search.result.set_result(found(search.position, text))
        await settle()
        while match.ply == ply:
            server.scheduler.advance(0.01)
        assert isinstance(ann.connection, TimedConnection)
        took.append(Answer(strength, round(ann.connection.moved_at - search._asked_at, 6)))
        said.append(Answer(strength, round(match.moves[ply].elapsed_s, 6)))


@pytest.mark.parametrize(
    ("game", "engine", "slow"),
    [
        *((game, "level", "a little slower") for game in HIDDEN),
        ("lure", "random", "a little slower"),
        ("kuhn", "level", "about a step"),
        ("holdem", "level on a clock", "about a step"),
        ("leduc", "level", "now and then"),
    ],
)
async def test_answer_times_do_not_depend_on_cards(game: str, engine: str, slow: str) -> None:
    """However the time of a search follows from the cards, 500 answers with good cards look like 500 with bad ones."""
    for answers in await on_virtual_time(game, LIMITS[engine], SLOW[slow]):
        assert p_value(*halves(answers)) > FOUND


@pytest.mark.parametrize("slow", ["a little slower", "about a step"])
async def test_an_engine_that_is_slower_with_good_cards_is_found(slow: str) -> None:
    """Answers at once differ, for the viewer and in the events."""
    with Planted(AnswerTimes, "held_s", lambda _right, *_args: 0.0, ()).in_place():
        for answers in await on_virtual_time("holdem", LIMITS["level"], SLOW[slow]):
            assert p_value(*halves(answers)) < FOUND


@pytest.mark.io
@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", [game for game in HIDDEN if game != "lure"])
def test_a_client_cannot_tell_cards_by_the_time_of_an_answer(game: str) -> None:
    """A player who measures 1,000 answers of an engine on a real server finds no difference."""
    engine = {"algorithm": "level", "level": 5}
    with serving(limits="off") as address:
        answers = asyncio.run(measured(address, ANSWERS, 16, game=game, options={"hands": 20}, engine=engine))
    assert len(answers) >= ANSWERS
    assert p_value(*halves(answers)) > FOUND


def test_two_samples_of_one_distribution_are_alike() -> None:
    """The p-values of equal distributions are spread evenly, and a shift is found."""
    rng = random.Random(2)
    values = [p_value([rng.random() for _ in range(50)], [rng.random() for _ in range(60)]) for _ in range(400)]
    for bound in (0.1, 0.3, 0.5):
        assert abs(sum(value < bound for value in values) / len(values) - bound) < 0.07
    assert p_value([rng.random() for _ in range(500)], [rng.random() + 0.2 for _ in range(500)]) < FOUND


def test_the_p_value_is_that_of_the_table() -> None:
    """A distance of 1.36 by the root of the size has a p-value of 0.05 (Smirnov, 1948)."""
    size = 10_000
    shift = round(1.358 * (2 / size) ** 0.5 * size)
    one, other = [float(value) for value in range(size)], [float(value + shift) for value in range(size)]
    assert p_value(one, other) == pytest.approx(0.05, abs=0.002)
