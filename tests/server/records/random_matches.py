"""Random matches of games with chance on a server in this process, with the records that its clients can have."""

import random
from typing import Any, NamedTuple

from kibitz_protocol.fairness.check import Received
from kibitz_protocol.formats.record import messages_of
from kibitz_protocol.to_client import Event, Snapshot
from kibitz_server.games.registry import declarations
from kibitz_server.messages.record import RecordPages
from tests.server.conftest import FakeClient, InProcessServer

Messages = list[Snapshot | Event]
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "backgammon": [{}, {"to": 2}, {"cube": True}],
    "holdem": [{}, {"limit": False}],
    "dash": [{}, {"opening": True}],
}
"""More options of games than none."""
MOST_PLIES = 400


class PlayedMatch(NamedTuple):
    """A match: the record of the server, what each client received, and what the first player received and sent."""

    record: Messages
    heard: dict[str, Messages]
    received: Received
    code: str


def games_with_chance() -> list[tuple[str, dict[str, Any]]]:
    """Return each game that has chance events, with several options."""
    names = [game.name for game in declarations() if game.chance]
    return [(name, options) for name in names for options in OPTIONS.get(name, [{}])]


def play_match(
    game: str,
    options: dict[str, Any],
    seed: int,
    *,
    plies: int = MOST_PLIES,
    given: int = 2,
    repeat: bool = False,
    ending: str = "draw",
) -> PlayedMatch:
    """Play random moves to the end, or end the match after this many.

    Args:
        seed: That of the moves. The server's seed is another one each time.
        given: How many of the players give a client seed.
        repeat: Whether the server repeats its chance events.
        ending: `draw` to agree on a draw after the moves, or `resign`.
    """
    server, choice = InProcessServer(seed=seed if repeat else None), random.Random(seed)
    ann, bob, eve = (server.connect(name) for name in ("ann", "bob", "eve"))
    code = ann.host(game, options=options)
    eve.ask("watch", match=code)
    bob.ask("join", match=code)
    for number, client in enumerate((ann, bob)[:given]):
        assert client.ask("give_client_seed", match=code, client_seed=f"text-{number}").t == "accepted"
    if given < 2:
        server.scheduler.advance(5.0)
    match = server.match(code)
    while not match.over and match.ply < plies:
        mover = (ann, bob)[match.position.to_move or 0]
        move = choice.choice(match.position.legal).text
        answer = mover.ask("move", match=code, ply=match.ply, move=move)
        assert answer.t == "accepted", answer
    if not match.over and ending == "resign":
        ann.ask("resign", match=code)
    elif not match.over:
        ann.ask("offer", match=code, offer="draw")
        bob.ask("accept", match=code, offer="draw")
    first = next(message for message in ann.received if isinstance(message, Snapshot))
    received = Received(first.match, str(first.server_seed_hash), "text-0" if given else None)
    heard = {
        name: _of(client, first.match) for name, client in zip(("ann", "bob", "eve"), (ann, bob, eve), strict=True)
    }
    return PlayedMatch(_record(server, first.match), heard, received, code)


def _of(client: FakeClient, match: str) -> Messages:
    """Return the snapshots and events of a match that a client received."""
    return [m for m in client.received if isinstance(m, Snapshot | Event) and m.match == match]


def _record(server: InProcessServer, match: str) -> Messages:
    """Return the record that the server hands out after the end."""
    entries = server.store.history(match)
    lines = RecordPages(entries, 0, len(entries), None, thinking=True).lines()
    return [line.message for line in messages_of(lines)]
