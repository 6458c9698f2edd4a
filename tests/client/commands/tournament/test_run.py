"""Tournaments of engines from creation to report, with a scripted server."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from kibitz_client.commands.tournament.run import UNDECIDED, RunPlan, continues, run, seeded
from kibitz_client.network.servers.connect import Connected
from kibitz_client.parsing.event_setup import EventSetup, create_event
from kibitz_protocol.to_client import Notice
from kibitz_protocol.tournaments.commands import CreateTournament, ExportTournament, ListTournaments, ShowStatistics
from kibitz_protocol.tournaments.messages import SprtDecided
from kibitz_protocol.tournaments.terms import Openings, OpeningsView, TermsView
from kibitz_protocol.tournaments.views import (
    SprtView,
    StatisticsView,
    TournamentFile,
    TournamentRow,
    TournamentRows,
    TournamentView,
)
from tests.client.tournaments import (
    CODE,
    ID,
    EventClient,
    counted,
    ended,
    entrant,
    game,
    happened,
    pair_statistics,
    snapshot,
    standing,
    view,
)
from tests.fakes.client import Recorded

ENGINES = ("a=level:1", "b=level:2")


def match(**options: Any) -> CreateTournament:
    """Return the action that creates a match of engines."""
    return create_event(EventSetup("match", "tictactoe", engines=ENGINES, start_now=True, **options))


def statistics(sprt: SprtView | None = None) -> StatisticsView:
    """Return the statistics of the report."""
    return StatisticsView(
        tournament=ID,
        seq=9,
        entrants=[entrant(1), entrant(2)],
        games=4,
        pairs=[pair_statistics([1, 1, 2], [0, 0, 1, 1, 0], score=0.625)],
        sprt=sprt,
        first_score=None,
        draw_rate=0.25,
        mean_plies=7.5,
        losses=[],
        speeds=[],
        repeated=0,
        warnings=[],
    )


def sprt_view(verdict: Any = "running", llr: float = 0.0) -> SprtView:
    """Return the state of a test."""
    return SprtView(
        elo0=0,
        elo1=10,
        alpha=0.05,
        beta=0.05,
        model="normalized",
        llr=llr,
        lower=-2.94,
        upper=2.94,
        pairs=0,
        verdict=verdict,
    )


class Running:
    """A command that runs a tournament."""

    def __init__(
        self, do: CreateTournament, *, json: bool = False, sprt: SprtView | None = None, played: int = 0
    ) -> None:
        self.do = do
        self.played = played
        self.recorded = Recorded(json=json)
        self.client = EventClient({ShowStatistics: statistics(sprt)})
        rows = (standing(1, 1, 2.5), standing(2, 2, 1.5))
        self.client.snapshots = [snapshot(*rows, state="finished", format="match", sprt=sprt)]

    async def run(self, *messages: Any, plan: RunPlan | None = None, private: bool = False) -> str:
        """Run it with the messages of the server after the snapshot, and return what was printed."""
        first = snapshot(
            standing(1, 1), standing(2, 2), format="match", sprt=self.sprt_before, games_played=self.played
        )
        self.client.on_follow = [first, *messages]
        async with asyncio.timeout(30):
            connected = Connected(self.client, private=private)
            await run(connected, self.recorded.output, self.do, plan or RunPlan())
        return self.recorded.out

    @property
    def sprt_before(self) -> SprtView | None:
        """The test before its first pair."""
        return sprt_view() if self.do.terms.sprt is not None else None


FIRST = [counted(2, game(1, 1, 1, 2, (1, 0))), counted(3, game(2, 1, 2, 1, (0.5, 0.5)))]
SECOND = [
    counted(4, game(3, 2, 1, 2, (0, 1)), statistics=None),
    counted(
        5,
        game(4, 2, 2, 1, (0, 1)),
        statistics=pair_statistics([1, 1, 2], [0, 0, 1, 1, 0], score=0.625, elo=88.7, elo_error=40.0),
        llr=0.42,
    ),
]


async def test_a_pair_has_one_line_and_the_report_follows() -> None:
    """A pair is shown when both of its games are counted, with the points of both entrants."""
    out = await Running(match(games=4)).run(*FIRST, *SECOND, Notice(text="noon"), ended(6))
    lines = out.splitlines()
    assert lines[:2] == [
        "pair 1: 1.5-0.5",
        "pair 2: 1-1  +2 =1 -1  score 62.5 %  Elo +88.7 +-40.0",
    ]
    assert "the tournament has ended" in lines
    assert "a against b: +2 =1 -1, score 62.5 %" in lines
    assert "Elo of the first over the second: not known yet" in lines


async def test_a_pair_of_which_one_game_was_counted_before_has_its_line() -> None:
    """A command that continues a match shows the pair that it finds half played, without its points."""
    out = await Running(match(games=4), played=3).run(SECOND[1], ended(6))
    assert out.splitlines()[0] == "pair 2  +2 =1 -1  score 62.5 %  Elo +88.7 +-40.0"


async def test_progress_and_report_as_json() -> None:
    """Each pair and the report are one object a line, without other text on standard output."""
    running = Running(match(sprt="0:10"), json=True, sprt=sprt_view("passed", 3.0))
    decided = happened(6, SprtDecided(verdict="passed", llr=3.0, pairs=2))
    out = await running.run(*FIRST, *SECOND, decided, ended(7))
    first, second, verdict, end, report = (json.loads(line) for line in out.splitlines())
    assert (first["pair"], first["points"], first["games"]) == (1, [1.5, 0.5], ["K7QX41", "K7QX42"])
    assert (second["pair"], second["elo"], second["llr"], second["pairs"]) == (2, 88.7, 0.42, [0, 0, 1, 1, 0])
    assert verdict == {"sprt": {"verdict": "passed", "llr": 3.0, "pairs": 2}}
    assert end["event"]["kind"] == "ended"
    assert report["report"]["statistics"]["games"] == 4
    assert report["report"]["tournament"]["code"] == CODE


@pytest.mark.parametrize(
    ("verdict", "code"), [("passed", 0), ("failed", 1), ("undecided", UNDECIDED), ("running", UNDECIDED)]
)
async def test_the_exit_code_of_a_test(verdict: Any, code: int) -> None:
    """A test that passed is a success, and one without a decision has a code of its own."""
    running = Running(match(sprt="0:10"), sprt=sprt_view(verdict))
    await running.run(ended(2))
    assert running.recorded.output.exit_code == code


async def test_a_match_without_a_test_succeeds() -> None:
    """Its result is no failure."""
    running = Running(match(games=2))
    await running.run(ended(2))
    assert running.recorded.output.exit_code == 0


async def test_a_quiet_run_has_only_its_report() -> None:
    """With `--quiet`, nothing is printed before the report."""
    out = await Running(match(games=4)).run(*FIRST, *SECOND, ended(6), plan=RunPlan(quiet=True))
    assert "pair 1" not in out
    assert out.splitlines()[1].startswith("finished")


async def test_other_formats_have_a_line_for_each_game() -> None:
    """Their games are shown one by one."""
    do = create_event(EventSetup("round-robin", "tictactoe", engines=ENGINES, start_now=True))
    out = await Running(do).run(*FIRST, ended(4))
    assert out.splitlines()[:2] == ["game 1: a - b 1-0 (line)", "game 2: b - a 1/2-1/2 (line)"]


async def test_the_games_are_written(tmp_path: Path) -> None:
    """The file has all parts of the export, in their order."""
    running = Running(match(games=2))
    parts = {0: ("[Event]\n", 5), 5: ("[Event]\n", None)}

    def part(do: ExportTournament) -> TournamentFile:
        content, after = parts[do.since]
        return TournamentFile(tournament=ID, name="x.pgn", content=content, next=after)

    running.client.answers[ExportTournament] = part
    file = tmp_path / "games.pgn"
    await running.run(ended(2), plan=RunPlan(pgn=file), private=True)
    assert file.read_text() == "[Event]\n[Event]\n"
    assert running.recorded.output.exit_message == []


async def test_a_private_server_says_how_to_keep_its_tournament() -> None:
    """The hint is left out where a file has the games."""
    running = Running(match(games=2))
    await running.run(ended(2), private=True)
    assert running.recorded.output.exit_message == [
        "the tournament ended with its private server; to keep it, add --database FILE"
    ]


async def test_an_interrupted_run_is_cancelled_and_reported() -> None:
    """Ctrl-C ends the games on the server, so that they take none of its slots, and prints what is known."""
    running = Running(match(games=4))
    task = asyncio.create_task(running.run(*FIRST))
    async with asyncio.timeout(30):
        while "pair 1" not in running.recorded.out:
            await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert running.client.kinds() == ["create", "cancel", "show", "statistics"]
    assert "a against b: +2 =1 -1" in running.recorded.out


def row(do: CreateTournament) -> TournamentRow:
    """Return a tournament in the list of a database."""
    return TournamentRow(
        tournament=ID,
        code=CODE,
        name=do.name,
        format=do.terms.format,
        game=do.terms.game,
        options={},
        clock=None,
        state="running",
        organiser="guest",
        entrants=2,
        most_entrants=2,
        round=1,
        rounds=None,
        created_at=1.7e9,
    )


def stored(do: CreateTournament, **changes: Any) -> TournamentView:
    """Return the tournament that a server made of an action."""
    terms = do.terms.model_dump(exclude={"openings"})
    terms |= {"seed": do.terms.seed, "concurrency": do.terms.concurrency or 3, **changes}
    openings = do.terms.openings
    if openings is not None and "openings" not in changes:
        shown = openings.model_dump(exclude={"given"})
        shown |= {"name": "bundled", "sha256": "5e" * 32} if openings.source == "bundled" else {}
        terms["openings"] = OpeningsView(**shown, number=200)
    entrants = [
        entrant(number, name, "engine").model_copy(update={"engine": f"level:{number}"})
        for number, name in enumerate("ab", 1)
    ]
    rows = [standing(each.number, each.number).model_copy(update={"entrant": each}) for each in entrants]
    return view(*rows, terms=TermsView(**terms))


async def test_the_same_command_continues_a_tournament_of_a_database(tmp_path: Path) -> None:
    """A tournament with the terms and engines of the command is followed, and no other one is created."""
    do = seeded(match(games=4))
    running = Running(match(games=4))
    running.client.answers[ListTournaments] = TournamentRows(tournaments=[row(do)], page=1, pages=1)
    first = snapshot(standing(1, 1), standing(2, 2)).model_copy(update={"tournament": stored(do)})
    running.client.snapshots = [first, *running.client.snapshots]
    await running.run(ended(6), plan=RunPlan(database=tmp_path / "x.db"), private=True)
    assert running.client.kinds()[:3] == ["list", "show", "show"]
    assert "create" not in running.client.kinds()
    assert f"tournament {CODE} goes on" in running.recorded.err


async def test_another_command_begins_a_tournament_of_its_own(tmp_path: Path) -> None:
    """Other terms are another tournament."""
    running = Running(match(games=6))
    other = seeded(match(games=4))
    running.client.answers[ListTournaments] = TournamentRows(tournaments=[row(other)], page=1, pages=1)
    first = snapshot(standing(1, 1), standing(2, 2)).model_copy(update={"tournament": stored(other)})
    running.client.snapshots = [first, *running.client.snapshots]
    await running.run(ended(6), plan=RunPlan(database=tmp_path / "x.db"), private=True)
    assert running.client.kinds()[:3] == ["list", "show", "create"]


@pytest.mark.parametrize(
    ("options", "changes", "same"),
    [
        ({"games": 4}, {}, True),
        ({"games": 4, "seed": 7}, {}, True),
        ({"games": 4, "seed": 7}, {"seed": 8}, False),
        ({"games": 4}, {"games": 6}, False),
        ({"sprt": "0:10"}, {}, True),
        ({"sprt": "0:10"}, {"sprt": {"elo0": 0, "elo1": 5}}, False),
        ({"games": 4, "adjudicate_proved": True}, {"adjudication": None}, False),
        ({"games": 4, "openings": Openings(source="bundled")}, {}, True),
        ({"games": 4, "openings": Openings(source="bundled")}, {"openings": None}, False),
        ({"games": 4, "openings": Openings(source="given", name="a", sha256="5e" * 32)}, {}, True),
        (
            {"games": 4, "openings": Openings(source="given", name="a", sha256="5e" * 32)},
            {"openings": OpeningsView(source="given", name="a", sha256="6f" * 32)},
            False,
        ),
        ({"games": 4}, {"openings": OpeningsView(source="bundled")}, False),
    ],
)
def test_what_makes_a_tournament_the_same(options: dict[str, Any], changes: dict[str, Any], same: bool) -> None:
    """What the command says must be what the tournament has; what the server has chosen may be anything."""
    do = seeded(match(**options))
    assert continues(stored(do, **changes), do) is same
    assert not continues(stored(do).model_copy(update={"state": "cancelled"}), do)
    other_engines = create_event(EventSetup("match", "x", games=2, engines=("c=level:1", "b=level:2"))).engines
    others = do.model_copy(update={"engines": other_engines})
    assert not continues(stored(do), others)
