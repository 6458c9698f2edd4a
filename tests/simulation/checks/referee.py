"""Checks of every message at the moment when the server writes it, and of every event when it becomes durable."""

import json
from collections import Counter
from typing import Any

from kibitz_server.accounts.ids import hash_key
from kibitz_server.core.values.events import MovePlayed
from kibitz_server.core.values.players import Engine, Invited
from tests.simulation.checks import cards, lure
from tests.simulation.checks.clocks import ServiceTime
from tests.simulation.checks.connection import Connection
from tests.simulation.checks.history import MatchHistory, Wrong
from tests.simulation.checks.kinds import KINDS
from tests.simulation.machine.disk import Row
from tests.simulation.machine.network import Link
from tests.simulation.world import World

WATCHED_FIELDS = ("seat", "ply", "move", "offer", "by", "plies", "number", "text", "client_seed", "server_seed")


class Referee:
    """All invariants that concern messages and events."""

    def __init__(self, world: World) -> None:
        self.service = ServiceTime(world)
        self.matches: dict[str, MatchHistory] = {}
        self.codes: dict[str, str] = {}
        self.connections: dict[int, Connection] = {}
        self.counts: Counter[str] = Counter()
        """How often each message, answer and event was seen, to show what a simulation reaches."""
        self.found: dict[tuple[str, tuple[str, ...]], set[str]] = {}
        """The moves that searches found, by match and the moves before."""
        self.key_holders: dict[str, set[str]] = {}
        """Players that have shown the key of a private match."""
        self._world = world
        self._texts: dict[tuple[str, int, int | None], bytes] = {}
        """The bytes of each event, by match, number and audience."""
        self._first_asked: dict[tuple[str | None, str], int] = {}
        """Number of durable events of its match when a command was sent for the first time."""

    # -- durable events

    def committed(self, match_id: str, seq: int, row: Row) -> None:
        """Check an event that has just become durable."""
        self.counts[f"event {row.kind}"] += 1
        try:
            if seq == 1:
                if match_id in self.matches or row.kind != "MatchCreated":
                    raise Wrong("one history", f"match {match_id} is created twice")
                self.matches[match_id] = MatchHistory(row.event, row.durable_at, row.commit_s, self.service)
                self.codes[self.matches[match_id].created.code] = match_id
            else:
                self.matches[match_id].apply(row.event, row.kind, row.durable_at, row.commit_s)
                self._check_engine(self.matches[match_id], row.event)
        except Wrong as wrong:
            self._world.fail(*wrong.args)

    def confirmed(self, match_id: str, seq: int) -> None:
        """Note that the store has reported an event as durable."""
        self.matches[match_id].confirm(seq, self._world.now)

    def restored(self) -> None:
        """Note that a new server reads all events."""
        self.service.restored()
        for match in self.matches.values():
            match.confirm(match.seq, self._world.now)

    def _check_engine(self, match: MatchHistory, event: Any) -> None:
        """Check that the move of an engine is one that a search of this position found."""
        if not isinstance(event, MovePlayed) or not isinstance(match.seats[event.seat], Engine):
            return
        before = tuple(text for _, text in match.line[:-1])
        if match.hidden:  # the search has no line, but what the seat has seen
            before = (lure.as_seen(match.before_move.text, event.seat),)
        found = self.found.get((match.created.id, before), set())
        if event.move not in found:
            raise Wrong(
                "engine moves", f"match {match.created.id}: {event.move} after {before}, searches found {found}"
            )

    # -- commands

    def connected(self, link: Link, player: str | None) -> None:
        """Note a new connection of a client that has the token of a player."""
        self.connections[link.number] = Connection(link.address)
        self.connections[link.number].owner = player

    def asked(self, link: Link, message: Any) -> None:
        """Note a command that a client sends."""
        self.counts[f"command {message['t']}"] += 1
        connection, id = self.connections[link.number], message["id"]
        for other in self.connections.values():
            if other is not connection and other.player == connection.player and id in other.asked:
                other.optional.add(id)
        connection.asked[id] = message
        connection.sends[id] += 1
        match = self._match_of(message, {})
        self._first_asked.setdefault((connection.player, id), match.seq if match is not None else 0)
        connection.asked_at.setdefault(id, self._world.now)
        connection.optional.discard(id)
        if message.get("key") and connection.player is not None:
            for match_id, match in self.matches.items():
                if match.created.terms.key_hash == hash_key(message["key"]):
                    self.key_holders.setdefault(match_id, set()).add(connection.player)

    def closed(self, link: Link) -> None:
        """Note that a connection is closed: its commands need no answer."""
        self.connections.pop(link.number, None)

    def unanswered(self, for_s: float) -> None:
        """Check that no command has waited longer for its answer."""
        for connection in self.connections.values():
            for id, at in connection.asked_at.items():
                if id in connection.asked and id not in connection.optional and self._world.now - at > for_s:
                    self._world.fail("one answer", f"no answer to {connection.asked[id]} in {for_s} s")

    # -- messages

    def sent(self, link: Link, payload: bytes) -> Any:
        """Check a message that the server writes, and return it."""
        message = json.loads(payload)
        self._world.note("sent", link.number, payload.decode())
        connection = self.connections.get(link.number)
        if connection is None:  # the client has left, and will not read it
            return message
        kind = message["t"]
        self.counts[f"message {kind}"] += 1
        if kind == "welcome":
            connection.player, connection.name = message["you"]["id"], message["you"]["name"]
        elif kind in ("accepted", "refused"):
            self._answered(connection, message)
        elif kind == "event":
            self._event(connection, message, payload)
        elif kind == "snapshot":
            self._snapshot(connection, message)
        elif kind == "thinking":
            self._thinking(connection, message)
        elif kind == "lobby":
            for row in message["changed"]:
                self._row(connection, row)
        elif kind == "next":
            connection.seqs.pop(message["match"], None)
        self._check_private(connection, message, payload)
        self._check_hidden(connection, message)
        self._check_secret(connection, message, payload)
        return message

    def _check_hidden(self, connection: Connection, message: Any) -> None:
        """Check that no state of a running match has a card that the player has not seen."""
        for match, state in cards.states(message, self._match_named):
            self.counts["state with hidden cards"] += 1
            seat = match.audience(connection.player or "")
            if not cards.others(state, seat) <= {"-", "?"}:
                self._fail("cards are hidden", connection, message, f"seat {seat} gets {state['text']}")

    def _check_secret(self, connection: Connection, message: Any, payload: bytes) -> None:
        """Check that a message has no seed of a running match."""
        for match in self.matches.values():
            seed = match.created.server_seed
            if seed is not None and not match.revealed and seed.encode() in payload:
                self._fail("the seed is secret", connection, message, f"it has the seed of match {match.created.id}")

    def _fail(self, invariant: str, connection: Connection, message: Any, why: str) -> None:
        text = json.dumps(message)
        self._world.fail(invariant, f"{why}; {connection.name} got {text[:500]}")

    def _answered(self, connection: Connection, message: Any) -> None:
        id = message["id"]
        asked = connection.asked.get(id)
        connection.asked_at.pop(id, None)
        connection.sends[id] -= 1
        if connection.sends[id] <= 0:
            connection.asked.pop(id, None)
            del connection.sends[id]
        if connection.player is None:
            self._turned_away(connection, message)
            return
        if asked is None:
            self._fail("one answer", connection, message, "an answer without a command, or a second one")
            return
        if message["t"] == "refused":
            self.counts[f"refused {message['code']}"] += 1
            self._check_hidden(connection, {**message, "match": asked.get("match")})
            if message["code"] == "internal":
                self._fail("no internal error", connection, message, f"in answer to {asked}")
            return
        self.counts[f"accepted {asked['t']}"] += 1
        if asked["t"] == "watch" and asked.get("since"):
            connection.seqs[message["result"]["match"]] = asked["since"]
        result = message["result"] or {}
        match = self._match_of(asked, result)
        if match is None and result.get("kind") == "entered":
            self._fail("accepted is stored", connection, message, "the match is not durable")
        if match is not None:
            self._check_stored(connection, asked, message, match)
        for row in result.get("matches", ()):
            if result["kind"] == "matches":
                self._row(connection, row)
        if result.get("kind") == "recorded":
            self._recorded(connection, message, result)

    def _turned_away(self, connection: Connection, message: Any) -> None:
        """Check a refusal of a hello. A server that was killed may forget only a guest who owns nothing."""
        self.counts[f"turned away {message['code']}"] += 1
        seated = any(connection.owner in match.players for match in self.matches.values())
        if message["code"] == "unknown_token" and seated:
            self._fail("identity is kept", connection, message, f"player {connection.owner} has a seat")

    def _match_of(self, asked: Any, result: Any) -> MatchHistory | None:
        return self._match_named(result.get("match") or asked.get("match") or "")

    def _match_named(self, reference: str) -> MatchHistory | None:
        return self.matches.get(self.codes.get(reference, reference))

    def _check_stored(self, connection: Connection, asked: Any, message: Any, match: MatchHistory) -> None:
        player = connection.player or ""
        stored = True
        match asked["t"]:
            case "move":
                stored = asked["id"] in match.commands
            case "join":
                stored = player in match.players
            case "start":
                stored = "started" in match.kinds
            case "give_client_seed":
                stored = "client_seed_given" in match.kinds
            case "resign":
                stored = match.over or "left" in match.kinds
            case "claim":
                stored = match.over
            case "offer":
                stored = match.seq > self._first_asked[connection.player, asked["id"]]
            case "accept":
                stored = "agreed" in match.kinds
            case "decline":
                stored = "declined" in match.kinds
            case "withdraw":
                stored = "withdrawn" in match.kinds
        if not stored:
            self._fail("accepted is stored", connection, message, f"{asked} left no event")

    def _shown(self, connection: Connection, match: MatchHistory) -> int:
        """Return the number of the last event that a connection may see."""
        if connection.player in match.players and match.seat_of(connection.player or ""):
            return match.seq
        return match.released(self._world.now)

    def _shut_out(self, connection: Connection, match: MatchHistory) -> bool:
        """Return whether a connection may not follow a match: it allows no spectators, and the player has no seat."""
        player = connection.player or ""
        seated = player in match.players and match.seat_of(player)
        return not (match.created.terms.watchable or player == match.created.host.id or seated)

    def _event(self, connection: Connection, message: Any, payload: bytes) -> None:
        match, seq = self.matches.get(message["match"]), message["seq"]
        if match is None or seq > match.seq:
            self._fail("no event before its commit", connection, message, "the event is not durable")
            return
        if seq > self._shown(connection, match):
            self._fail("visibility", connection, message, "a spectator sees an event too early")
        if message["event"]["kind"] != "left" and self._shut_out(connection, match):
            self._fail("visibility", connection, message, "an event of a match without spectators")
        fact, event = message["event"], match.events[seq - 1]
        kind = KINDS[type(event).__name__]
        if fact["kind"] != kind:
            self._fail("one history", connection, message, f"event {seq} is {kind}")
        values = fact.get("move") or fact.get("chance") or fact
        seat = match.audience(connection.player or "")
        for name in WATCHED_FIELDS:
            told, stored = values.get(name), getattr(event, "kind" if name == "offer" else name, None)
            if kind == "chance_decided" and name == "text":
                stored = match.chance_as_seen(event, seat)
            if isinstance(told, int | str) and isinstance(stored, int | str) and told != stored:
                self._fail("one history", connection, message, f"{name} is {stored}")
        text = self._texts.setdefault((message["match"], seq, match.audience(connection.player or "")), payload)
        if text != payload:
            self._fail("one history", connection, message, f"other clients got {text[:300].decode()}")
        known = connection.seqs.get(message["match"])
        if known is not None and seq != known + 1:
            self._fail("no gap, no double", connection, message, f"event {seq} follows event {known}")
        connection.seqs[message["match"]] = seq

    def _snapshot(self, connection: Connection, message: Any) -> None:
        match, seq = self.matches.get(message["match"]), message["seq"]
        if match is None or seq > match.seq:
            self._fail("no snapshot before its commit", connection, message, "the snapshot has events to come")
            return
        if seq > self._shown(connection, match):
            self._fail("visibility", connection, message, "a spectator sees a snapshot too early")
        if self._shut_out(connection, match):
            self._fail("visibility", connection, message, "a snapshot of a match without spectators")
        connection.seqs[message["match"]] = seq
        moves: list[Any] = []
        for event in match.events[:seq]:
            kind = type(event).__name__
            if kind == "MovePlayed":
                moves.append(event)
            elif kind == "TakenBack":
                del moves[len(moves) - event.plies :]
        told = [(move["seat"], move["move"]) for move in message["moves"]]
        if told != [(move.seat, move.move) for move in moves]:
            self._fail("one history", connection, message, f"the moves are {[move.move for move in moves]}")
        decided = [event for event in match.events[:seq] if type(event).__name__ == "ChanceDecided"]
        ended = message["phase"] in ("finished", "aborted")
        seat, open_now = match.audience(connection.player or ""), ended and match.shows_all
        texts = [event.text if open_now else match.chance_as_seen(event, seat) for event in decided]
        if [chance["text"] for chance in message["chance_events"]] != texts:
            self._fail("one history", connection, message, f"the chance events are {texts}")
        if seq == match.seq:
            self._check_state(connection, message, match)

    def _check_state(self, connection: Connection, message: Any, match: MatchHistory) -> None:
        """Compare a snapshot that is up to date with the model."""
        state = message["state"]
        yours = match.seat_of(connection.player or "")
        if message["phase"] != match.phase or message["yours"] != yours:
            self._fail("one history", connection, message, f"{match.phase}, and the seats are {yours}")
        same_text = match.created.game in ("tictactoe", "mnk", "connect4", "dash", "lure")
        text = match.shown(match.audience(connection.player or ""))
        if same_text and state["text"] != text:
            self._fail("one history", connection, message, f"the position is {text}")
        if set(state["legal"]) != match.legal:
            self._fail("legal moves", connection, message, f"legal are {sorted(match.legal)}")
        if state["remaining_ms"] is not None and not match.over:
            for seat, (told_ms, time) in enumerate(zip(state["remaining_ms"], match.times, strict=True)):
                assert time is not None
                if seat != match.to_move and abs(told_ms / 1000 - time.left_s) > 0.002 and time.left_s:
                    self._fail("clocks", connection, message, f"seat {seat} has {time}")

    def _thinking(self, connection: Connection, message: Any) -> None:
        match = self.matches.get(message["match"])
        if match is None:
            self._fail("no event before its commit", connection, message, "the match is not durable")
        elif not match.created.show_thinking and not match.over:
            self._fail("visibility", connection, message, "search info of a match that does not show it")

    def _row(self, connection: Connection, row: Any) -> None:
        match = self.matches.get(row["match"])
        if match is None:
            return  # the lobby follows the state in memory, and a match without events has nothing to hide
        player = connection.player or ""
        named = any(isinstance(seat, Invited) for seat in match.created.seats)
        # The list shows matches as they are in memory, so a seat of the viewer may not be durable yet.
        own = player == match.created.host.id or player in match.players or named or row["you"] is not None
        if (not match.created.listed or match.created.terms.key_hash) and not own:
            self._fail("visibility", connection, row, "a match that is not public is listed")
        shown = match.released(self._world.now)
        plies = most = 0
        for event in match.events[:shown]:
            kind = type(event).__name__
            plies += (kind == "MovePlayed") - (event.plies if kind == "TakenBack" else 0)
            most = max(most, plies)
        if match.created.terms.delay is not None and not match.over and row["ply"] > most:
            self._fail("visibility", connection, row, f"a delayed match is listed at its ply, spectators know {most}")

    def _recorded(self, connection: Connection, message: Any, result: Any) -> None:
        match = self.matches.get(result["match"])
        if match is None:
            return
        last = max((event["seq"] for event in result["events"]), default=0)
        if last > self._shown(connection, match):
            self._fail("visibility", connection, message, "the record has events that are not shown yet")
        seat = match.audience(connection.player or "")
        for event in result["events"]:
            fact, number = event["event"], event["seq"] - 1
            if fact["kind"] != match.kinds[number]:
                self._fail("one history", connection, message, "the record differs from the store")
            if fact["kind"] == "chance_decided" and not match.shows_all:
                heard = match.chance_as_seen(match.events[number], seat)
                if fact["chance"]["text"] != heard:
                    self._fail("cards are hidden", connection, message, f"draw {number} of the record is {heard}")

    def _check_private(self, connection: Connection, message: Any, payload: bytes) -> None:
        """Check that a message names no private match to a player that must not know of it."""
        for match_id, match in self.matches.items():
            created = match.created
            if created.terms.key_hash is None or match_id.encode() not in payload:
                continue
            follows = message["t"] == "next" or message.get("event", {}).get("kind") == "rematched"
            if follows and self._admitted(connection, self.matches[message["match"]]):
                # The server redirects all that follow a match to the one after it.
                self.key_holders.setdefault(match_id, set()).add(connection.player or "")
            if not self._admitted(connection, match):
                self._fail("visibility", connection, message, f"the private match {match_id} is named")

    def _admitted(self, connection: Connection, match: MatchHistory) -> bool:
        """Return whether a connection may know of a match."""
        created, player = match.created, connection.player
        if created.terms.key_hash is None or player == created.host.id or player in match.players:
            return True
        invited = any(isinstance(seat, Invited) and seat.who == connection.name for seat in created.seats)
        return invited or player in self.key_holders.get(created.id, ())
