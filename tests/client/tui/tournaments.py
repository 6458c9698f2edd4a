"""A server with a tournament of four engines and a person, for tests of the screens about tournaments."""

from collections.abc import Callable
from typing import Any

from kibitz_protocol.to_client import Snapshot
from kibitz_protocol.tournaments.commands import CreateTournament, ShowTournament
from kibitz_protocol.tournaments.views import (
    CrosstableRow,
    CrosstableView,
    ExplanationView,
    GameRow,
    GameRows,
    PairRow,
    RoundView,
    SprtView,
    StatisticsView,
    TournamentFile,
    TournamentRow,
    TournamentRows,
    TournamentView,
)
from kibitz_protocol.values.matches import PlaceView
from tests.client.samples import snapshot as match_snapshot
from tests.client.tournaments import CODE, ID, done, entrant, game, own, pair_statistics, snapshot, standing
from tests.fakes.app import Server

POINTS = (1.5, 1.5, 1.0, 0.5, 0.0)
NAMES = ("Deep", "Quick", "otter", "Wild", "[Odd]")
PLACE = PlaceView(tournament=ID, code=CODE, name="Friday", round=3, pair=1, game=7)


def named(number: int) -> Any:
    """Return an entrant by its number."""
    return entrant(number, NAMES[number - 1], "person" if NAMES[number - 1] == "otter" else "engine")


def played(number: int, first: int, second: int, points: tuple[float, float] = (1, 0), round: int = 1) -> GameRow:
    """Return a game that is over."""
    changed = {"first": named(first), "second": named(second), "round": round}
    return game(number, number, first, second, points).model_copy(update=changed)


def live(number: int, first: int, second: int, board: int = 1) -> GameRow:
    """Return a game that runs."""
    changed = {"phase": "running", "points": None, "result": "", "reason": "", "ply": 4, "board": board, "round": 2}
    return played(number, first, second).model_copy(update=changed)


GAMES = (live(6, 4, 1, board=2), live(5, 2, 3), played(4, 3, 4), played(3, 1, 2, (0.5, 0.5)), played(1, 5, 1, (0, 1)))


def event_view(*, entered: bool = True, **fields: Any) -> TournamentView:
    """Return the tournament: otter is third, if it has entered."""
    rows = [
        standing(
            rank,
            rank,
            score,
            name=NAMES[rank - 1],
            tie_breaks=[2.5 - rank / 2, 1.0],
            played=2,
            won=int(score),
            drawn=int(2 * score) % 2,
            lost=2 - int(score) - int(2 * score) % 2,
            state="playing" if rank == 3 else "ready",
            next="K7QX45" if rank == 3 else None,
        )
        for rank, score in enumerate(POINTS, 1)
    ]
    mine = own(rows[2], "Your game of round 2 runs.", "m5") if entered else None
    usual: dict[str, Any] = {
        "format": "swiss",
        "round": 2,
        "rounds": 3,
        "live": 2,
        "games_played": 3,
        "tie_breaks": ["BH-C1", "BH"],
        "own": mine,
    }
    return snapshot(*rows, **{**usual, **fields}).tournament


def sprt_view() -> SprtView:
    """Return a sequential test that has passed."""
    course: list[tuple[int, float, float | None, float | None]] = [
        (pairs, 2.95 * pairs / 60, None, None) for pairs in range(0, 61, 5)
    ]
    hypotheses: dict[str, Any] = {"elo0": 0.0, "elo1": 10.0, "alpha": 0.05, "beta": 0.05, "model": "normalized"}
    bounds: dict[str, Any] = {"llr": 2.95, "lower": -2.944, "upper": 2.944, "pairs": 60, "verdict": "passed"}
    return SprtView(**hypotheses, **bounds, course=course)


def tournament_row(code: str, name: str, state: Any = "running", **fields: Any) -> TournamentRow:
    """Return a row of the list."""
    usual: dict[str, Any] = {
        "format": "swiss",
        "game": "tictactoe",
        "options": {},
        "clock": None,
        "organiser": "@ann",
        "entrants": 5,
    }
    usual |= {"most_entrants": 64, "round": 2, "rounds": 3, "created_at": 0.0, "tournament": code.lower()}
    return TournamentRow(code=code, name=name, state=state, **{**usual, **fields})


ROWS = (
    tournament_row("T-000001", "Old times", "finished", round=3),
    tournament_row(CODE, "Friday", tournament=ID),
    tournament_row("T-000002", "Engines", "announced", format="round-robin", round=0),
)


class EventAnswers:
    """Answers commands about tournaments. `answers` are other answers to actions, by their kind."""

    def __init__(self, view: TournamentView | None = None, **answers: Any) -> None:
        self.view = view or event_view()
        self.answers = answers
        self.tell: Callable[[Any], None] = lambda _message: None

    def answer(self, command: Any) -> Any:
        """Answer a command; None for one that is not about tournaments."""
        if command.t != "tournament":
            return None
        if isinstance(command.do, ShowTournament | CreateTournament):
            self.tell(snapshot_of(self.view))
        if command.do.kind in self.answers:
            answer = self.answers[command.do.kind]
            return answer(command.do) if callable(answer) else answer
        return answer_action(command.do) or done()


class EventServer(Server):
    """A server with tournaments. `other` answers all other commands."""

    def __init__(self, view: TournamentView | None = None, **answers: Any) -> None:
        self.events = EventAnswers(view, **answers)
        super().__init__(more=lambda command: self.events.answer(command) or self.other(command))
        self.capabilities = [*self.capabilities, "tournaments"]
        self.events.tell = self.tell
        self.other: Callable[[Any], Any] = lambda _command: None

    def actions(self, kind: str) -> list[Any]:
        """Return the actions of a kind that were sent."""
        return [command.do for command in self.of("tournament") if command.do.kind == kind]


def snapshot_of(view: TournamentView, seq: int = 1) -> Any:
    """Return the message with a tournament."""
    return snapshot(seq=seq).model_copy(update={"tournament": view})


def answer_action(do: Any) -> Any:
    """Answer an action that asks for something; None for another."""
    entrants = [named(number) for number in range(1, 6)]
    match do.kind:
        case "list":
            return TournamentRows(tournaments=list(ROWS), page=1, pages=1)
        case "games":
            found = [row for row in GAMES if do.entrant is None or do.entrant in (row.first.name, row.second.name)]
            found = [row for row in found if do.opponent is None or do.opponent in (row.first.name, row.second.name)]
            found = [row for row in found if do.round is None or do.round == row.round]
            return GameRows(tournament=ID, games=found, page=1, pages=1)
        case "crosstable":
            cells = [["", "=", "", "", "1"], ["="], ["", "", "", "1"], ["", "", "0"], ["0"]]
            rows = [
                CrosstableRow(entrant=each, rank=each.number, points=POINTS[each.number - 1], cells=row)
                for each, row in zip(entrants, cells, strict=True)
            ]
            return CrosstableView(tournament=ID, by="opponent", columns=list(NAMES), rows=rows)
        case "statistics":
            common: dict[str, Any] = {"first_score": 0.55, "draw_rate": 0.2, "mean_plies": 8.5}
            return StatisticsView(
                tournament=ID,
                seq=1,
                entrants=entrants[:2],
                games=120,
                pairs=[pair_statistics([20, 40, 60], [2, 8, 20, 20, 10], elo=42.0, elo_low=10.0, elo_high=75.0)],
                sprt=sprt_view(),
                losses=[],
                speeds=[],
                repeated=31,
                warnings=["31 of 120 games repeat earlier games; error bars are too narrow; use openings or seeds"],
                **common,
            )
        case "rounds":
            number = do.round or 2
            games = [row for row in GAMES if row.round == number]
            pairs = [
                PairRow(
                    board=row.board, pair=row.pair, first=row.first, second=row.second, result=row.result, games=[row]
                )
                for row in games
            ]
            bye = PairRow(board=3, pair=None, first=named(5), second=None, bye="U")
            return RoundView(tournament=ID, round=number, rounds=3, pairs=[*pairs, bye], page=1, pages=1)
        case "why":
            lines = [f"{do.entrant} has place 2 with 1.5 points."]
            return ExplanationView(tournament=ID, entrant=entrants[1], lines=lines)
        case "export":
            return TournamentFile(tournament=ID, name=CODE, content=f"as {do.form}\n", next=None)
    return None


def own_game(**changes: Any) -> Snapshot:
    """Return the snapshot of the own game in round 3."""
    return match_snapshot("40", match="m7", code="K7QX47", you=0, tournament=PLACE, **changes)
