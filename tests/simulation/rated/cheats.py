"""The ways to cheat that a table of ratings must withstand. Each plays badly, so that an honest rating would be low."""

from typing import ClassVar

from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.players import Human
from kibitz_server.games.registry import load
from tests.simulation.rated.league import League
from tests.simulation.rated.policies import is_lost, own_card
from tests.simulation.rated.program import ME, OPEN, Program

BADLY = 0.15
"""Skill of a cheat."""
BLOCKS = ("203.0.{}.1", "192.0.{}.1", "198.18.{}.1")
"""Addresses of accomplices."""


class Cheat(Program):
    """A program that cheats in all of its matches."""

    honest: ClassVar[bool] = False
    pause_s = 240.0
    game: ClassVar[str]
    own_skill: ClassVar[float] = BADLY

    def __init__(self, league: League, number: int) -> None:
        self.number = number
        super().__init__(league, f"cheat{number}", f"100.64.{number}.1", self.own_skill)
        self.prepare()

    def prepare(self) -> None:
        """Make the accomplices, if there are any."""

    def seek(self) -> None:
        """Cheat again, now or later."""
        self.cheat()
        if self.match_id is None:
            self.rest()

    def cheat(self) -> None:
        """Begin a match in which it cheats."""
        raise NotImplementedError

    def turn(self, match: Match) -> bool:  # noqa: ARG002
        """Do something else than a move, and return whether that is all that it does."""
        return False

    def play(self, match: Match) -> None:
        """Cheat at its turn, or move."""
        if not self.turn(match):
            super().play(match)

    def leave(self) -> None:
        """Lose the connection, and be back for another match later."""
        self.disconnect()
        self.match_id = None
        self.rest()


class AbortsBadCards(Cheat):
    """Looks at its card, and aborts the match against an engine unless it has the best one."""

    game = "kuhn"

    def cheat(self) -> None:
        """Play a match of one hand against an engine."""
        self.challenge("kuhn", 8, options={"hands": 1})

    def turn(self, match: Match) -> bool:
        """Abort."""
        if own_card(match.position.seen_by(self.seat(match))) == "K":
            return False
        answer = self.ask("offer", match=match.created.id, offer="abort")
        return bool(answer["t"] == "accepted" and match.over)


class DoesNotCome(Cheat):
    """Hosts matches of one hand, and does not make its first move unless it has the best card."""

    game = "kuhn"

    def cheat(self) -> None:
        """Host a match of one hand."""
        match_id = self.host("kuhn", [ME, OPEN], options={"hands": 1})
        if match_id is not None:
            self.league.open.insert(0, ("kuhn", match_id))

    def turn(self, match: Match) -> bool:
        """Leave before the first move."""
        if own_card(match.position.seen_by(self.seat(match))) == "K" or self.seat(match) in match.history.moved:
            return False
        self.leave()
        return True


class PausesLostMatches(Cheat):
    """Asks for a pause where it is lost, and never comes back to that match; or leaves it, where that is refused."""

    game = "nim"

    def cheat(self) -> None:
        """Play an engine, or any program."""
        if self.rng.random() < 0.3 or self.challenge("nim", 1) is None:
            self.meet("nim")

    def turn(self, match: Match) -> bool:
        """Pause, or leave."""
        position = match.position
        if match.ply < 2 or not is_lost(position):
            return False
        for offer in ("pause", "adjourn", "abort", "draw"):
            self.ask("offer", match=match.created.id, offer=offer)
            if match.phase is not Phase.RUNNING:
                break
        self.leave()
        return True


class FarmsWeakEngines(Cheat):
    """Plays the weakest engine all day, which is not much weaker, and claims the match at each of its turns."""

    game = "dash"
    own_skill = 0.4

    def cheat(self) -> None:
        """Play the weakest engine."""
        self.challenge("dash", 1)

    def turn(self, match: Match) -> bool:
        """Claim."""
        for result in ("win", "draw"):
            self.ask("claim", match=match.created.id, result=result)
        return match.over


class Victim(Program):
    """An accomplice that resigns to a cheat."""

    honest: ClassVar[bool] = False

    def __init__(self, league: League, name: str, address: str, plies: int, owner: Human | None = None) -> None:
        self._plies = plies
        super().__init__(league, name, address, BADLY, owner)

    def seek(self) -> None:
        """Wait for the cheat."""

    def play(self, match: Match) -> None:
        """Resign after some plies, and make the match last until then."""
        if match.ply >= self._plies:
            self.ask("resign", match=match.created.id)
        else:
            linger(self, match)


def linger(program: Program, match: Match) -> None:
    """Make the move at Nim that leaves most objects, or any move of another game."""
    program.ask("move", match=match.created.id, ply=match.ply, move=match.position.legal[0].text)


class OneAddress(Cheat):
    """Two accounts at one address: the second one resigns."""

    game = "nim"
    addresses: ClassVar[tuple[str, ...]] = ("100.64.{}.1",)
    plies: ClassVar[int] = load("nim").declaration.least_plies

    def prepare(self) -> None:
        """Make the accomplices."""
        self.victims = [self.victim(place, address) for place, address in enumerate(self.addresses)]

    def victim(self, place: int, address: str) -> Victim:
        """Return an accomplice."""
        return Victim(self.league, f"victim{self.number}{place}", address.format(self.number), self.plies)

    def cheat(self) -> None:
        """Play an accomplice."""
        victim = self.rng.choice(self.victims)
        if victim.match_id is None:
            match_id = self.host(self.game, [ME, OPEN])
            if match_id is not None and not victim.join(match_id):
                self.ask("resign", match=match_id)

    def turn(self, match: Match) -> bool:
        """Wait until the accomplice resigns."""
        linger(self, match)
        return True


class TwoAddresses(OneAddress):
    """The same pair of accounts all day, from two addresses."""

    addresses = BLOCKS[:1]


class ShortMatches(OneAddress):
    """Matches of two plies against accounts at several addresses."""

    addresses = BLOCKS
    plies = 1


class OwnBot(OneAddress):
    """A bot of its own, at another address, that resigns."""

    game = "kuhn"
    addresses = BLOCKS[1:2]

    def victim(self, place: int, address: str) -> Victim:
        """Return the bot."""
        return Victim(self.league, f"bot{self.number}{place}", address.format(self.number), self.plies, self.player)


CHEATS: tuple[type[Cheat], ...] = (
    AbortsBadCards,
    DoesNotCome,
    PausesLostMatches,
    FarmsWeakEngines,
    OneAddress,
    TwoAddresses,
    ShortMatches,
    OwnBot,
)
"""The cheats of a league, one program each."""
