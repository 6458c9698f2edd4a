"""A program with an account that plays rated matches: honest, of a skill of its own."""

from typing import Any, ClassVar

from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.players import Human
from kibitz_server.handlers.session import ClientSession
from tests.simulation.rated.league import LEVELS, Connection, League
from tests.simulation.rated.policies import choose

CLOCK = {"kind": "fischer", "base_s": 120, "increment_s": 2}
OPTIONS: dict[str, dict[str, Any]] = {"nim": {}, "dash": {}, "kuhn": {"hands": 4}}
"""The games of the league: without chance, with chance, with hidden cards."""
ME, OPEN = {"kind": "me"}, {"kind": "open"}
THINKS_S = 4.0
LOOKS_S = 40.0
"""How often a program looks whether its opponent is gone."""
WAITS_S = 1200.0
"""How long it waits for an opponent before it plays an engine."""


class Program:
    """An honest player of one account. It has one match at a time."""

    honest: ClassVar[bool] = True
    pause_s: ClassVar[float] = 250.0
    """Mean time between two matches."""

    def __init__(self, league: League, name: str, address: str, skill: float, owner: Human | None = None) -> None:
        self.league, self.name, self.address, self.skill = league, name, address, skill
        self.rng = league.stream(name)
        self.player = Human(f"id-{name}", name, account=True, bot=owner is not None, owner=owner.id if owner else None)
        self.counts = {"won": 0, "lost": 0, "aborted": 0}
        self.match_id: str | None = None
        self._answer: Any = None
        self._due_ply: int | None = None
        self._connection: Connection | None = None
        self._session: ClientSession
        self._rests = False
        league.programs.append(self)
        self.connect()
        self.rest()

    # -- the connection

    def connect(self) -> None:
        """Connect, unless connected."""
        if self._connection is None:
            self._connection = Connection(self.player, self.address, self._received)
            self._session = self.league.session(self._connection)

    def disconnect(self) -> None:
        """Lose the connection."""
        if self._connection is not None:
            connection, self._connection = self._connection, None
            self.league.server.runtime.clients.depart(connection)

    def ask(self, t: str, **fields: Any) -> Any:
        """Send a command, and return the answer."""
        if self._connection is None:
            return None
        self._answer = None
        self.league.command(self._session, {"t": t, **fields})
        return self._answer

    def _received(self, message: Any) -> None:
        if message["t"] in ("accepted", "refused"):
            self._answer = message
        elif message["t"] in ("snapshot", "event") and message["match"] == self.match_id:
            self.changed()

    # -- matches

    def host(self, game: str, seats: list[dict[str, Any]], **fields: Any) -> str | None:
        """Create a rated match, and return its id; None if the server refuses it."""
        terms = {"options": OPTIONS[game], "clock": CLOCK, "rated": True, **fields}
        # The events of the match come before the answer, so its id is not known yet.
        answer = self.ask("create", game=game, seats=seats, **terms)
        return self.entered(answer["result"]["match"]) if answer["t"] == "accepted" else None

    def join(self, match_id: str) -> bool:
        """Take the open seat of a match; return whether that was possible."""
        self.match_id = match_id
        answer = self.ask("join", match=match_id)
        if answer["t"] != "accepted":
            self.match_id = None
            return False
        self.entered(match_id)
        return True

    def entered(self, match_id: str) -> str:
        """Play a match from now on."""
        self.match_id, self._due_ply = match_id, None
        self.changed()
        self.league.after(LOOKS_S, lambda: self._look(match_id))
        return match_id

    @property
    def match(self) -> Match | None:
        """The match that the program plays."""
        return self.league.match(self.match_id) if self.match_id is not None else None

    def seat(self, match: Match) -> int:
        """Return its seat in a match."""
        return match.seats.index(self.player)

    def changed(self) -> None:
        """Act on a change of the match, after a moment."""
        match = self.match
        if match is None:
            return
        if match.over:
            self._over(match)
        elif match.phase is Phase.RUNNING and match.to_move == self.seat(match) and self._due_ply != match.ply:
            self._due_ply, match_id = match.ply, match.created.id
            self.league.after(self.rng.uniform(1, THINKS_S), lambda: self._turn(match_id))

    def _turn(self, match_id: str) -> None:
        match = self.match
        if match is not None and match.created.id == match_id and match.phase is Phase.RUNNING:
            self._due_ply = None
            if match.to_move == self.seat(match):
                self.play(match)

    def play(self, match: Match) -> None:
        """Make a move."""
        move = choose(match.position.seen_by(self.seat(match)), self.skill, self.rng)
        self.ask("move", match=match.created.id, ply=match.ply, move=move)

    def _look(self, match_id: str) -> None:
        """Claim the match, which is refused while the opponent is there."""
        match = self.match
        if match is None or match.created.id != match_id:
            return
        if match.phase is Phase.RUNNING and match.to_move != self.seat(match):
            self.ask("claim", match=match_id, result="win")
        if self.match_id == match_id:
            self.league.after(LOOKS_S, lambda: self._look(match_id))

    def _over(self, match: Match) -> None:
        self.match_id = None
        result = match.result
        if result is None:
            self.counts["aborted"] += 1
        elif result.winner is not None:
            self.counts["won" if result.winner == self.seat(match) else "lost"] += 1
        self.rest()

    def rest(self) -> None:
        """Look for the next match after a pause."""
        if not self._rests:
            self._rests = True
            self.league.after(self.rng.expovariate(1 / self.pause_s), self.wake)

    # -- what it does next

    def wake(self) -> None:
        """Look for a match, unless there is one."""
        self._rests = False
        if self.match_id is None:
            self.connect()
            self.seek()

    def seek(self) -> None:
        """Play an engine, join a match, or host one."""
        game = self.rng.choice(self.league.games)
        if self.rng.random() < 0.25 or not self.meet(game):
            self.challenge(game, self.rng.choice(list(LEVELS)))

    def meet(self, game: str) -> bool:
        """Join the match of another program, or host one; return whether that was possible."""
        league = self.league
        for found in [each for each in league.open if each[0] == game]:
            league.open.remove(found)
            match = league.match(found[1])
            if match is not None and match.phase is Phase.OPEN and self.join(found[1]):
                return True
        match_id = self.host(game, [ME, OPEN])
        if match_id is None:
            return False
        league.open.append((game, match_id))
        league.after(WAITS_S, lambda: self._give_up(match_id))
        return True

    def _give_up(self, match_id: str) -> None:
        match = self.match
        if match is not None and match.created.id == match_id and match.phase is Phase.OPEN:
            self.ask("resign", match=match_id)

    def challenge(self, game: str, level: int, **fields: Any) -> str | None:
        """Play an engine."""
        engine = {"kind": "engine", "engine": {"algorithm": "level", "level": level}}
        return self.host(game, [ME, engine] if self.rng.random() < 0.5 else [engine, ME], **fields)
