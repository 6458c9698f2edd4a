"""Events in every state that the page shows, for tests of accessibility and layout, and for pictures."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from kibitz_protocol.tournaments import views
from tests.web.tournaments import samples
from tests.web.tournaments.samples import CODE, NOW, entrant, game, live, pair, row, shown
from tests.web.tournaments.script import Script

RANKED = ((3, 4.5), (1, 4), (6, 4), (2, 3.5), (5, 3), (4, 2.5), (8, 2), (7, 1.5), (9, 1), (10, 1), (11, 0.5), (12, 0))
LONG = "Lunch arena with a very long name for the whole company"


@dataclass(frozen=True)
class Scene:
    """A page of an event in one state.

    `script` makes the answers of the server, from the codes of the matches of `Exhibits`.
    """

    name: str
    path: str
    script: Callable[[dict[str, str]], Script]
    prepare: Callable[[Page], object] = lambda _page: None


def swiss(codes: dict[str, str]) -> Script:
    """Return a Swiss in its third of five rounds, with four live boards, as its organiser sees it who plays too."""
    names = {6: entrant(6, "minimax depth 5", "engine"), 2: entrant(2, "Robo", "bot", account=True)}
    doing: dict[int, dict[str, Any]] = {3: {"next": codes["live"]}, 1: {"next": codes["live"]}, 9: {"state": "resting"}}
    rows = [
        row(number, rank, points, [26.5 - rank, 21.5, 17.25], entrant=names.get(number), **doing.get(number, {}))
        for rank, (number, points) in enumerate(RANKED, 1)
    ]
    running = [
        live(number, first, second, codes[name], round=3, board=number - 10)
        for number, first, second, name in (
            (11, 3, 1, "live"),
            (12, 6, 2, "chess"),
            (13, 5, 4, "go"),
            (14, 8, 7, "hex"),
        )
    ]
    played = [game(number, number, number + 1, reason="checkmate", opening=number) for number in range(1, 9)]
    played[2] = game(3, 3, 4, phase="void", points=None, result="", reason="the server restarted")
    played[3] = game(4, 4, 5, points=[0.5, 0.5], result="1/2-1/2", reason="agreement", set_by="Ada")
    pairs = [pair(each.board, each.first.number, each.second.number, each) for each in running]
    pairs += [pair(5, 9, 10, game(15, 9, 10)), pair(6, 11, None)]
    columns = ["1", "2", "3", "4", "5"]
    view = shown(
        rows=rows,
        entrants=12,
        live=4,
        tie_breaks=["BH-C1", "BH", "SB"],
        next_at=NOW + 3600,
        top=running[0],
        yours=True,
        waiting=[entrant(20, "Zoe")],
        own=views.OwnRow(row=rows[5], why="Your next game starts when the games of boards 1 to 4 have ended."),
    )
    return Script(
        view,
        games=lambda do: views.GameRows(tournament="t1", games=[*running, *played], page=do.get("page", 1), pages=3),
        rounds=lambda do: views.RoundView(
            tournament="t1", round=do.get("round", 3), rounds=5, pairs=pairs, page=1, pages=1
        ),
        crosstable=views.CrosstableView(
            tournament="t1",
            by="round",
            columns=columns,
            rows=[
                views.CrosstableRow(
                    entrant=each.entrant, rank=each.rank, points=each.points, cells=["2w1", "5b=", "U", "", ""]
                )
                for each in rows
            ],
        ),
        why=lambda do: views.ExplanationView(
            tournament="t1", entrant=entrant(1, do["entrant"]), lines=["4 points from 5 games.", "BH-C1 24.5: cut 3."]
        ),
    )


def all_against_all(_codes: dict[str, str]) -> Script:
    """Return a round robin of six that is over."""
    rows = [row(number, number, 6 - number, elo=90 - 30 * number, elo_error=22.5) for number in range(1, 7)]
    cells = {(1, 2): "1 1", (2, 1): "0 0"}
    table = views.CrosstableView(
        tournament="t1",
        by="opponent",
        columns=[each.entrant.name for each in rows],
        rows=[
            views.CrosstableRow(
                entrant=one.entrant,
                rank=one.rank,
                points=one.points,
                cells=["" if one is other else cells.get((one.rank, other.rank), "1 =") for other in rows],
            )
            for one in rows
        ],
    )
    view = shown("round-robin", rows, state="finished", ends_at=NOW - 600, tie_breaks=["DE", "SB"], round=5)
    return Script(view, crosstable=table)


def duel(_codes: dict[str, str]) -> Script:
    """Return a match of two engines with a sequential test that still runs."""
    engines = [entrant(1, "New", "engine", engine="alphabeta nodes 5000"), entrant(2, "Old", "engine")]
    rows = [
        row(1, 1, 340, entrant=engines[0], played=580, elo=27.8, elo_error=13.8),
        row(2, 2, 240, entrant=engines[1], played=580, elo=-27.8, elo_error=13.8),
    ]
    view = shown(
        "match",
        rows,
        terms=samples.duel_terms(),
        name="New against Old",
        rounds=None,
        round=1,
        sprt=samples.sprt(),
        games_planned=None,
        games_played=580,
        warnings=samples.statistics().warnings,
    )
    return Script(view, statistics=samples.statistics())


def knockout(codes: dict[str, str]) -> Script:
    """Return a knockout of eight in its semi-finals."""

    def rounds(do: dict[str, Any]) -> views.RoundView:
        number = do["round"]
        if number == 1:
            pairs = [
                pair(at, at, 9 - at, game(at, at, 9 - at), score=[1.5, 0.5], result="1-0", label="Quarter-final")
                for at in range(1, 5)
            ]
        else:
            running = live(9, 1, 4, codes["live"], round=2, board=1)
            pairs = [pair(1, 1, 4, running, score=[0.5, 0.5]), pair(2, 2, 3, game(10, 2, 3), score=[2, 0])]
        label = ("Quarter-final", "Semi-final")[number - 1]
        return views.RoundView(tournament="t1", round=number, rounds=3, label=label, pairs=pairs, page=1, pages=1)

    view = shown("knockout", round=2, rounds=3, name="Spring knockout")
    return Script(view, rounds=rounds)


def arena(_codes: dict[str, str]) -> Script:
    """Return an arena, as an entrant sees it who rests."""
    rows = [
        row(number, number, 20 - number, score="2244202240"[: number + 1], streak=number == 1) for number in range(1, 9)
    ]
    own = views.OwnRow(row=rows[3].model_copy(update={"state": "resting"}), why="You missed a first move.")
    view = shown(
        "arena",
        rows,
        name=LONG,
        rounds=None,
        round=0,
        games_planned=None,
        ends_at=NOW + 3600,
        own=own,
    )
    return Script(view)


def ladder(_codes: dict[str, str]) -> Script:
    """Return a ladder with a challenge to the reader and one of the reader."""
    rows = [row(number, number, number % 3) for number in range(1, 9)]
    challenges = [
        views.ChallengeView(
            challenge=1, challenger=entrant(6), challenged=entrant(5), accepted=False, until=NOW + 6 * 86_400
        ),
        views.ChallengeView(challenge=2, challenger=entrant(5), challenged=entrant(2), accepted=False, until=None),
    ]
    own = views.OwnRow(row=rows[4], why="Challenge an entrant above you.")
    named: dict[str, Any] = {"name": "Club ladder", "rounds": None, "round": 0, "games_planned": None}
    return Script(shown("ladder", rows, own=own, challenges=challenges, **named))


def announced(_codes: dict[str, str]) -> Script:
    """Return a Swiss that begins in half an hour."""
    rows = [row(number, number, 0, played=0, lost=0) for number in range(1, 6)]
    view = shown(rows=rows, state="announced", round=0, starts_at=NOW + 1800, games_played=0, name="Saturday Swiss")
    return Script(view)


def paused(_codes: dict[str, str]) -> Script:
    """Return a Swiss that waits for its organiser."""
    reason = "the pairing of round 4 failed: pair by hand, remove an entrant, or resume"
    return Script(shown(state="paused", reason=reason, paused_since=NOW - 300))


def listing(_codes: dict[str, str]) -> Script:
    """Return a list with events of all states."""
    rows = {
        "running": [
            samples.listed("Friday Swiss", "running", CODE, round=3, rounds=5, entered=True, leader="Cleo"),
            samples.listed(LONG, "running", "T-AAAAA1", format="arena", game="reversi", ends_at=NOW + 1500, rated=True),
        ],
        "announced": [
            samples.listed("Saturday Swiss", "announced", "T-AAAAA2", starts_at=NOW + 90_000),
            samples.listed("Engines of May", "announced", "T-AAAAA3", format="round-robin", private=True),
        ],
        "finished": [samples.listed("Spring cup", "finished", "T-AAAAA4", format="knockout", ends_at=NOW - 260_000)],
    }
    return Script(list=lambda do: views.TournamentRows(tournaments=rows[do["state"]], page=1, pages=1))


def nothing(_codes: dict[str, str]) -> Script:
    """Return a server without such an event."""
    return Script()


def _at_step(step: int) -> Callable[[Page], object]:
    def go(page: Page) -> None:
        for _ in range(step):
            page.get_by_role("button", name="Next").or_(page.locator(".plan-form .button.primary")).first.click()
        expect(page.locator(".plan-step:not([hidden])")).to_have_count(1)

    return go


def _press(name: str) -> Callable[[Page], object]:
    """Return what presses a button that opens a dialog, also in the pseudo-language, which doubles vowels."""
    pattern = re.compile(re.sub("[aeiou]", r"\g<0>{1,2}", name))

    def press(page: Page) -> None:
        page.locator(".event-buttons").get_by_role("button", name=pattern).click()
        expect(page.get_by_role("dialog")).to_be_visible()

    return press


EVENT = f"/t/{CODE}"
SCENES = (
    Scene("events", "/events", listing),
    Scene("new event", "/events/new", nothing),
    Scene("new event, entrants", "/events/new", nothing, _at_step(1)),
    Scene("new event, start", "/events/new", nothing, _at_step(2)),
    Scene("event", EVENT, swiss),
    Scene("event, crosstable", f"{EVENT}?tab=crosstable", swiss),
    Scene("event, opponents", f"{EVENT}?tab=crosstable", all_against_all),
    Scene("event, over", EVENT, all_against_all),
    Scene("event, games", f"{EVENT}?tab=games&entrant=Ada&opponent=Ben", swiss),
    Scene("event, rounds", f"{EVENT}?tab=rounds", swiss),
    Scene("event, statistics", f"{EVENT}?tab=statistics", duel),
    Scene("event, bracket", f"{EVENT}?tab=rounds", knockout),
    Scene("arena", EVENT, arena),
    Scene("ladder", EVENT, ladder),
    Scene("announced event", EVENT, announced),
    Scene("paused event", EVENT, paused),
    Scene("event, organiser", EVENT, swiss, _press("Organise")),
    Scene("event, share", EVENT, swiss, _press("Share")),
    Scene("event, projector", f"{EVENT}?screen=1", swiss),
    Scene("no such event", EVENT, nothing),
)
