"""Messages of tournaments, as a server would send them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from kibitz_protocol.to_client import Identity, Refused, Standings, TournamentEvent, TournamentSnapshot, Welcome
from kibitz_protocol.to_server import Tournament
from kibitz_protocol.tournaments.commands import ShowTournament
from kibitz_protocol.tournaments.messages import GameChanged, Happened, TournamentFact
from kibitz_protocol.tournaments.terms import TermsView
from kibitz_protocol.tournaments.views import (
    EntrantView,
    GameRow,
    OwnRow,
    PairStatistics,
    StandingRow,
    TournamentDone,
    TournamentView,
)
from tests.fakes.client import FakeClient

ID, CODE = "t1", "T-7KQ2XF"


def entrant(number: int, name: str | None = None, kind: Any = "person") -> EntrantView:
    """Return an entrant, whose name is a letter if none is given."""
    return EntrantView(number=number, name=name or chr(96 + number), kind=kind)


def standing(rank: int, number: int, points: float = 0, **fields: Any) -> StandingRow:
    """Return a row of the standings."""
    usual = {"tie_breaks": [], "played": 0, "won": 0, "drawn": 0, "lost": 0}
    name = fields.pop("name", None)
    return StandingRow(rank=rank, entrant=entrant(number, name), points=points, **{**usual, **fields})


def view(*rows: StandingRow, state: Any = "running", **fields: Any) -> TournamentView:
    """Return a tournament with these standings."""
    terms = fields.pop("terms", None) or TermsView(format=fields.pop("format", "swiss"), game="tictactoe")
    usual: dict[str, Any] = {
        "tournament": ID,
        "code": CODE,
        "name": "Friday",
        "organiser": "ann",
        "terms": terms,
        "created_at": 1.7e9,
        "round": 1,
        "rounds": 3,
        "games_played": 0,
        "games_planned": None,
        "live": 0,
        "entrants": len(rows),
        "tie_breaks": [],
        "page": 1,
        "pages": 1,
    }
    return TournamentView(rows=list(rows), state=state, **{**usual, **fields})


def snapshot(*rows: StandingRow, seq: int = 1, **fields: Any) -> TournamentSnapshot:
    """Return the snapshot of a tournament."""
    return TournamentSnapshot(seq=seq, tournament=view(*rows, **fields))


def happened(seq: int, fact: TournamentFact, state: Any = "running") -> TournamentEvent:
    """Return an event."""
    return TournamentEvent(tournament=ID, seq=seq, at=1.7e9, state=state, event=fact)


def ended(seq: int, kind: Any = "ended", reason: str = "") -> TournamentEvent:
    """Return the last event."""
    return happened(seq, Happened(kind=kind, reason=reason), "finished" if kind == "ended" else "cancelled")


def standings(*rows: StandingRow, seq: int = 1, **fields: Any) -> Standings:
    """Return changed standings."""
    return Standings(tournament=ID, seq=seq, rows=list(rows), **fields)


def game(number: int, pair: int, first: int, second: int, points: tuple[float, float]) -> GameRow:
    """Return a game that is over."""
    result = "1/2-1/2" if points[0] == points[1] else "1-0" if points[0] else "0-1"
    return GameRow(
        game=number,
        round=1,
        pair=pair,
        board=1,
        match=f"m{number}",
        code=f"K7QX4{number}",
        first=entrant(first),
        second=entrant(second),
        phase="finished",
        points=list(points),
        result=result,
        reason="line",
        ply=9,
    )


def counted(seq: int, row: GameRow, **fields: Any) -> TournamentEvent:
    """Return the event of a counted game."""
    return happened(seq, GameChanged(kind="counted", game=row, **fields))


def own(row: StandingRow, why: str = "", game: str | None = None) -> OwnRow:
    """Return one's own row."""
    return OwnRow(row=row, why=why, game=game, code="K7QX42" if game else None)


def done(seq: int = 1, key: str | None = None) -> TournamentDone:
    """Return the answer to an action."""
    return TournamentDone(tournament=ID, code=CODE, seq=seq, key=key)


def pair_statistics(games: list[int], pairs: list[int], **fields: Any) -> PairStatistics:
    """Return statistics of the first two entrants."""
    return PairStatistics(first=1, second=2, games=games, pairs=pairs, **fields)


class EventClient(FakeClient):
    """Client of a server with one tournament. Every action is accepted, unless `answers` has another answer to it."""

    def __init__(self, answers: Mapping[type, Any] = MappingProxyType({})) -> None:
        super().__init__(self._answer)
        self.answers = dict(answers)
        self.snapshots: list[TournamentSnapshot] = []
        """What `show` sends, one after the other; the last one again and again."""
        self.on_follow: list[Any] = []
        """What the first command that follows sends instead."""

    @property
    def welcome(self) -> Welcome:
        """Return the welcome of a server with tournaments."""
        you = Identity(id="u1", name="a")
        capabilities = ["tournaments"]
        return Welcome(version=1, server="fake", you=you, token=None, capabilities=capabilities, engines=["random"])

    @property
    def actions(self) -> list[Any]:
        """The actions that were sent."""
        return [command.do for command in self.asked if isinstance(command, Tournament)]

    def kinds(self) -> list[str]:
        """Return the kinds of the actions that were sent."""
        return [do.kind for do in self.actions]

    def _answer(self, command: Any) -> Any:
        if not isinstance(command, Tournament):
            answer = self.answers.get(type(command))
            return answer(command) if callable(answer) else answer
        answer = self.answers.get(type(command.do), done())
        answer = answer(command.do) if callable(answer) else answer
        if getattr(command.do, "follow", False) and self.on_follow:
            self.tell(*self.on_follow)
            self.on_follow = []
        elif isinstance(command.do, ShowTournament) and self.snapshots and not isinstance(answer, Refused):
            self.tell(self.snapshots.pop(0) if len(self.snapshots) > 1 else self.snapshots[0])
        return answer
