"""Conversations with a server, for the twins: what each client of a golden transcript received, and what they lack.

The transcripts have one game, no clocks, and a single takeback. So a server in this process with a clock that the
sample turns plays every game for a while, and matches with each kind of clock, with offers, pauses and a series.
"""

import asyncio
import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from kibitz_client.match.state import MatchState, advance
from kibitz_protocol.codec import decode_to_client
from kibitz_protocol.to_client import Event, Thinking
from kibitz_protocol.values.engines import SearchReport
from tests.client import dice
from tests.client.samples import report
from tests.server.arena_games import create_arena_game
from tests.server.conftest import ENGINE, RANDOM, FakeClient, InProcessServer, pair
from tests.transcripts.page import FOLDER

CLOCKS: tuple[dict[str, Any] | None, ...] = (
    None,
    {"kind": "fischer", "base_s": 60, "increment_s": 2},
    {"kind": "delay", "base_s": 60, "delay_s": 3},
    {"kind": "byoyomi", "base_s": 10, "periods": 3, "period_s": 8},
    {"kind": "move", "move_s": 30},
    {"kind": "correspondence", "days": 2},
)
GAMES: dict[str, dict[str, Any]] = {
    "backgammon": {},
    "chess": {},
    "connect4": {"columns": 4, "rows": 4},
    "draughts": {},
    "go": {"size": 5},
    "gomoku": {"size": 6},
    "hex": {"size": 5},
    "holdem": {"hands": 3, "limit": False},
    "international": {},
    "kalah": {},
    "kuhn": {"hands": 3},
    "leduc": {"hands": 2},
    "mnk": {"columns": 5, "rows": 4, "connect": 4},
    "nim": {},
    "reversi": {"size": 6},
    "russian": {},
    "tictactoe": {},
    "ultimate": {},
}
PLIES = 24
"""Moves of each game, if it does not end before."""


@cache
def conversations() -> dict[str, list[dict[str, Any]]]:
    """Return the messages that each client received, as JSON, by the name of the conversation."""
    found = dict(_transcripts())
    for game, options in GAMES.items():
        found[f"game {game}"] = _random_game(game, options)
    for clock in CLOCKS:
        found[f"clock {clock['kind'] if clock else 'none'}"] = _match_with_offers(clock)
    found["standing draw"] = _standing_draw()
    found |= {f"berserk {seat}": _berserk(seat) for seat in (0, 1)}
    found |= {f"pace for {name}": _pace(name) for name in ("ann", "eve")}
    found["series"] = _series()
    found["left"] = _left()
    found["ended early"] = _ended_early()
    found["uncounted"] = _uncounted()
    found["dice"] = [message.model_dump(mode="json") for message in dice.played()]
    return found


def matches(messages: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield the messages of a conversation for each of its matches, without the snapshots of the others."""
    for match in dict.fromkeys(message["match"] for message in messages if message["t"] == "snapshot"):
        yield [message for message in messages if message["t"] != "snapshot" or message["match"] == match]


def states() -> list[MatchState]:
    """Return the states of all conversations after each of their messages, without repetitions."""
    found: dict[tuple[str, int, int], MatchState] = {}
    for number, messages in enumerate(conversations().values()):
        for part in matches(messages):
            state = None
            for message in part:
                state = advance(state, decode_to_client(json.dumps(message)))
                if state is not None:
                    found[state.match, number, state.seq] = state
    return list(found.values())


def searches(state: MatchState, chance: random.Random) -> Iterator[SearchReport]:
    """Yield searches of a position: with scores of all kinds, with shares, and with lines that leave the position."""
    legal = state.position.legal
    if not legal:
        return
    line = [chance.choice(legal) for _ in range(chance.randint(1, 11))]
    shares = [(move, chance.randint(0, 1000)) for move in legal[:6]]
    for score in (0, 25, -25, 35, 995, -1000, 12_345):
        yield report(score=score, line=line)
    yield report(score=3, exact=True, line=line)
    yield report(score=0, exact=True, line=[])
    yield report(wins_in=chance.randint(-9, 9), line=line)
    yield report(score=0, shares=shares, line=line)
    yield report(score=40, win=chance.randint(0, 1000) / 1000, line=line)
    yield report(source="random", line=line[:1])
    yield report(line=["elsewhere", *line])


def _transcripts() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    for path in sorted(FOLDER.glob("*.txt")):
        received: dict[str, list[dict[str, Any]]] = {}
        for line in path.read_text().splitlines():
            name, _, text = line.partition(" <- ")
            if text.startswith("{"):
                received.setdefault(name, []).append(json.loads(text))
        for name, messages in received.items():
            yield f"{path.stem} {name}", messages


def _received(client: FakeClient) -> list[dict[str, Any]]:
    return [message.model_dump(mode="json") for message in client.take()]


def _random_game(game: str, options: dict[str, Any]) -> list[dict[str, Any]]:
    """Play legal moves by chance, with reports of a search between them."""
    server, chance = InProcessServer(), random.Random(game)
    ann, bob, code = pair(server, game=game, options=options)
    messages = _received(ann)
    if messages[-1]["phase"] == "open":
        # A game with chance begins when both have given a client seed.
        for client in (ann, bob):
            client.ask("give_client_seed", match=code, client_seed="text")
        messages += _received(ann)
    for ply in range(PLIES):
        latest = next(m for m in reversed(messages) if m["t"] == "snapshot" or (m["t"] == "event" and m["state"]))
        if not (legal := latest["state"]["legal"]):
            break
        for late in (0, 1) if ply else ():
            found = report(line=chance.sample(legal, min(3, len(legal))), depth=ply)
            told = Thinking(match=latest["match"], ply=ply - late, seat=ply % 2, search=found)
            messages.append(told.model_dump(mode="json"))
        to_move = ann if latest["state"]["to_move"] == 0 else bob
        to_move.ask("move", match=code, ply=ply, move=chance.choice(legal))
        messages += _received(ann)
    return messages


def _match_with_offers(clock: dict[str, Any] | None) -> list[dict[str, Any]]:
    """Play with every offer, answered in each way, and let a player leave and return."""
    server = InProcessServer()
    ann, bob, code = pair(server, game="tictactoe", clock=clock)
    cat = server.connect("cat")
    cat.ask("watch", match=code)
    clients = {"ann": ann, "bob": bob}
    messages = _received(cat)

    def do(seconds: float, who: str, t: str, **fields: Any) -> None:
        server.scheduler.advance(seconds)
        clients[who].ask(t, match=code, **fields)
        messages.extend(_received(cat))

    do(1, "ann", "move", ply=0, move="b2")
    do(2, "bob", "move", ply=1, move="a1")
    do(5, "bob", "offer", offer="takeback")
    do(1, "ann", "decline")
    do(4, "ann", "move", ply=2, move="a3")
    do(3.25, "ann", "offer", offer="takeback")
    do(0.5, "bob", "accept")
    do(1, "ann", "move", ply=2, move="c3")
    do(1.5, "bob", "offer", offer="draw")
    do(0, "bob", "withdraw")
    do(2, "bob", "offer", offer="pause")
    do(1, "ann", "accept")
    do(100, "ann", "offer", offer="resume")
    do(1, "bob", "accept")
    do(4, "bob", "chat", text="where were we?")
    server.runtime.clients.depart(ann.connection)
    server.scheduler.advance(3)
    messages += _received(cat)
    clients["ann"] = server.connect("ann")
    do(1, "bob", "move", ply=3, move="b1")
    do(6, "ann", "offer", offer="adjourn")
    do(1, "bob", "accept")
    do(50, "ann", "offer", offer="resume")
    do(1, "bob", "accept")
    do(2, "ann", "offer", offer="draw")
    do(2, "bob", "accept")
    do(1, "ann", "offer", offer="rematch")
    do(1, "bob", "accept")
    return messages


def _berserk(seat: int) -> list[dict[str, Any]]:
    """Play a game of an arena in which the second player goes berserk, as the player at a seat sees it."""
    server = InProcessServer()
    players = server.connect("ann"), server.connect("bob")
    code = create_arena_game(server.runtime, *(client.connection.player for client in players))
    server.store.commit()
    players[seat].ask("watch", match=code)
    players[1].ask("offer", match=code, offer="draw")
    players[1].ask("go_berserk", match=code)
    for ply, move in enumerate(("b2", "a1", "b3")):
        server.scheduler.advance(2)
        players[ply % 2].ask("move", match=code, ply=ply, move=move)
    return _received(players[seat])


def _pace(name: str) -> list[dict[str, Any]]:
    """Set the pace of two engines, with a step, as their host or a spectator sees it."""

    async def run() -> list[dict[str, Any]]:
        server = InProcessServer()
        ann, eve = server.connect("ann"), server.connect("eve")
        code = ann.host("tictactoe", seats=[ENGINE, ENGINE], engine_pace_s=1)
        eve.ask("watch", match=code)
        ann.ask("set_pace", match=code, engine_pace_s=2.5)
        ann.ask("offer", match=code, offer="pause")
        ann.ask("set_pace", match=code, step_at=0)
        return _received(ann if name == "ann" else eve)

    return asyncio.run(run())  # searches of engines need a loop


def _standing_draw() -> list[dict[str, Any]]:
    """Offer draws in chess before own moves, each ended by a move of the other side, an answer, or an agreement."""
    server = InProcessServer()
    ann, bob, code = pair(server, game="chess")
    for ply, move in enumerate("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6".split()):
        player, other = (ann, bob) if ply % 2 == 0 else (bob, ann)
        player.ask("offer", match=code, offer="draw")
        player.ask("offer", match=code, offer="takeback")
        player.ask("move", match=code, ply=ply, move=move)
        if ply % 3 == 2:
            other.ask("decline", match=code, offer="draw")
    ann.ask("accept", match=code, offer="draw")
    return _received(ann)


def _series() -> list[dict[str, Any]]:
    """Play a series of two games, and stay in it."""
    server = InProcessServer()
    ann, bob, code = pair(server, game="tictactoe", series=2)
    messages = _received(ann)
    bob.ask("resign", match=code)
    server.scheduler.advance(60)
    server.store.commit()
    messages += _received(ann)
    following = next((message["code"] for message in messages if message["t"] == "next"), None)
    if following is not None:
        ann.ask("resign", match=following)
        server.scheduler.advance(60)
        server.store.commit()
        messages += _received(ann)
    return messages


def _uncounted() -> list[dict[str, Any]]:
    """Play two rated matches that do not count: of an account with its bot, and one that ends too early."""
    server = InProcessServer()
    ann = server.connect("ann", account=True)
    bot = server.connect("bot", account=True, bot=True, owner=ann.connection.player.id)
    for other in (bot, server.connect("bob", account=True)):
        code = ann.host(rated=True)
        other.ask("join", match=code)
        ann.ask("move", match=code, ply=0, move="b2")
        other.ask("resign", match=code)
    return _received(ann)


def _left() -> list[dict[str, Any]]:
    """Leave a seat before the start, take it again, and abort."""
    server = InProcessServer()
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host("tictactoe", autostart=False)
    for t in ("join", "resign", "join"):
        bob.ask(t, match=code)
    ann.ask("start", match=code)
    ann.ask("offer", match=code, offer="abort")
    bob.ask("accept", match=code)
    return _received(ann)


def _ended_early() -> list[dict[str, Any]]:
    """Play a rated match with hidden cards against an engine, resign, and look at it again."""
    server = InProcessServer()
    ann = server.connect("ann", account=True)
    code = ann.host("kuhn", seats=[{"kind": "me"}, RANDOM], rated=True)
    ann.ask("give_client_seed", match=code, client_seed="text")
    for t in ("resign", "watch"):
        ann.ask(t, match=code)
    return _received(ann)


def kinds(messages: list[dict[str, Any]]) -> set[str]:
    """Return the kinds of messages and events in a conversation."""
    models = [decode_to_client(json.dumps(message)) for message in messages]
    return {model.event.kind if isinstance(model, Event) else model.t for model in models}
