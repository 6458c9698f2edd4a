"""The pure modules of events on the page: the state after messages, the form as terms, and the plan in a sentence."""

import re
import time
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter

from kibitz_client.parsing.event_setup import sprt as sprt_of
from kibitz_protocol.tournaments import messages, views
from kibitz_protocol.tournaments.commands import CreateTournament
from kibitz_protocol.tournaments.fits import misfit
from kibitz_protocol.tournaments.terms import SprtTerms
from kibitz_protocol.values.engines import AdjudicationSpec, DrawRule, ResignRule
from tests.client.text.tournaments.test_plan import PLANS
from tests.web.modules import as_json, run_module
from tests.web.node import Node
from tests.web.tournaments.samples import entrant, game, live, row, shown, sprt, terms

ADVANCE = """(module, ...messages) => {
  let state = null;
  for (const message of messages) state = module.advanceTournament(state, message);
  if (state) for (const row of state.view.rows) delete row.entrant.rating;
  return state && {...state, live: module.liveGames(state).map(({game}) => game)};
}"""


def after(node: Node, view: views.TournamentView, *events: Any, seq: int = 5) -> dict[str, Any]:
    """Return the state of the page after a snapshot and some events or messages."""
    sent: list[BaseModel] = [messages.TournamentSnapshot(seq=seq, tournament=view)]
    for number, event in enumerate(events, seq + 1):
        state: Any = "paused" if getattr(event, "kind", "") == "paused" else "running"
        whole = hasattr(event, "t")
        sent.append(
            event
            if whole
            else messages.TournamentEvent(tournament="t1", seq=number, at=1000.0, state=state, event=event)
        )
    found: dict[str, Any] = run_module(node, "tournaments/state.js", ADVANCE, [sent])[0]
    return found


def order(state: dict[str, Any]) -> list[tuple[int, int, float]]:
    """Return rank, number and points of the shown rows."""
    return [(each["rank"], each["entrant"]["number"], each["points"]) for each in state["view"]["rows"]]


def test_standings_replace_named_rows(node: Node) -> None:
    """A row that is not named stays; those that share a rank are in the order that was sent."""
    view = shown(rows=[row(1, 1, 2), row(2, 2, 1), row(3, 2, 1), row(4, 4, 0)])
    moved = [row(4, 1, 3), row(1, 2, 2), row(2, 3, 1), row(3, 3, 1)]
    sent = messages.Standings(tournament="t1", seq=6, rows=moved, ranks=[4, 1, 3, 2], live=2, games_played=9)
    state = after(node, view, sent)
    assert order(state) == [(1, 4, 3), (2, 1, 2), (3, 3, 1), (3, 2, 1)]
    again = messages.Standings(tournament="t1", seq=7, rows=[], ranks=[4, 1, 2, 3])
    assert order(after(node, view, sent, again)) == [(1, 4, 3), (2, 1, 2), (3, 2, 1), (3, 3, 1)]
    assert (state["view"]["live"], state["view"]["games_played"], state["stale"]) == (2, 9, False)


def test_entrants_that_have_left_do_not_count(node: Node) -> None:
    """They stay in the standings, and the number of entrants is that of the others."""
    view = shown(rows=[row(1, 1, 2), row(2, 2, 1)])
    sent = messages.Standings(tournament="t1", seq=6, rows=[row(2, 2, 1, state="left")], ranks=[1, 2])
    state = after(node, view, sent)
    assert (len(state["view"]["rows"]), state["view"]["entrants"]) == (2, 1)


def test_rows_of_another_page_are_asked_for(node: Node) -> None:
    """An entrant that comes onto the page is unknown, and one that leaves it is dropped."""
    second = shown(rows=[row(number, number, 0) for number in (51, 52)], page=2, pages=2, entrants=52)
    ranks = [*range(2, 51), 51, 1, 52]
    sent = messages.Standings(tournament="t1", seq=6, rows=[row(51, 50, 2)], ranks=ranks)
    state = after(node, second, sent)
    assert order(state) == [(52, 52, 0)]
    assert state["stale"]
    other = messages.Standings(tournament="t1", seq=6, rows=[row(7, 7, 5)])
    assert order(after(node, second, other)) == [(51, 51, 0), (52, 52, 0)]


def test_a_game_changes_its_players(node: Node) -> None:
    """While they play, their rows lead to the game; the own row too. Afterwards both are ready."""
    own = views.OwnRow(row=row(2, 2, 1), why="the next round begins in a minute")
    view = shown(rows=[row(1, 1, 2), row(2, 2, 1), row(3, 3, 0)], own=own)
    begun = messages.GameChanged(kind="begun", game=live(7, 1, 2, "ABCDEF", round=3))
    state = after(node, view, begun)
    assert [(each["state"], each["next"]) for each in state["view"]["rows"]] == [
        *[("playing", "ABCDEF")] * 2,
        ("ready", None),
    ]
    assert (state["view"]["own"]["code"], state["live"], state["view"]["live"]) == ("ABCDEF", [7], 1)
    ended = messages.GameChanged(kind="counted", game=game(7, 1, 2, round=3))
    state = after(node, view, begun, ended)
    assert [(each["state"], each["next"]) for each in state["view"]["rows"]] == [("ready", None)] * 3
    assert (state["view"]["own"]["code"], state["live"], state["view"]["live"]) == (None, [], 0)
    assert state["view"]["games_played"] == view.games_played + 1


def test_a_set_result_ends_no_other_game(node: Node) -> None:
    """The organiser corrects an old game while one of its players plays another one."""
    view = shown(rows=[row(1, 1, 2), row(2, 2, 1)])
    begun = messages.GameChanged(kind="begun", game=live(7, 1, 2, "ABCDEF", round=3))
    corrected = messages.GameChanged(kind="result", game=game(3, 2, 1, set_by="Ada"), reason="a misclick", by="Ada")
    state = after(node, view, begun, corrected)
    assert [each["state"] for each in state["view"]["rows"]] == ["playing", "playing"]
    assert (state["live"], state["view"]["live"]) == ([7], 1)


def test_the_top_board_is_first(node: Node) -> None:
    """Live games are in the order of rounds, the latest first, and of boards."""
    begun = [
        messages.GameChanged(
            kind="begun", game=live(number, number, number + 1, f"GAME{number}A", round=at, board=board)
        )
        for number, at, board in ((1, 1, 2), (3, 2, 2), (5, 2, 1), (7, 1, 1))
    ]
    assert after(node, shown(), *begun)["live"] == [5, 3, 7, 1]


def test_entrants_come_and_go(node: Node) -> None:
    """Before the start a new entrant is a new row, unless the organiser approves each one; then it waits."""
    announced = shown(rows=[row(1, 1, 0)], state="announced")
    joined = messages.EntrantChanged(kind="joined", entrant=entrant(2))
    state = after(node, announced, joined)
    assert (order(state), state["view"]["entrants"]) == ([(1, 1, 0), (2, 2, 0)], 2)
    careful = shown(rows=[row(1, 1, 0)], state="announced", terms=terms(approve=True))
    state = after(node, careful, joined)
    assert (order(state), [each["number"] for each in state["view"]["waiting"]]) == ([(1, 1, 0)], [2])
    state = after(node, careful, joined, messages.EntrantChanged(kind="approved", entrant=entrant(2)))
    assert (order(state), state["view"]["waiting"]) == ([(1, 1, 0), (2, 2, 0)], [])


def test_entrants_rest(node: Node) -> None:
    """A row says what its entrant does, in its place."""
    rested = messages.EntrantChanged(kind="rested", entrant=entrant(2))
    left = messages.EntrantChanged(kind="left", entrant=entrant(1))
    state = after(node, shown(rows=[row(1, 1, 2), row(2, 2, 1)]), rested, left)
    assert [each["state"] for each in state["view"]["rows"]] == ["left", "resting"]


def test_pauses_and_rounds(node: Node) -> None:
    """The page says why an event is paused and since when, and when its next round begins."""
    paused = messages.Happened(kind="paused", reason="lunch")
    state = after(node, shown(), paused)["view"]
    assert (state["state"], state["reason"], state["paused_since"]) == ("paused", "lunch", 1000)
    ended = messages.RoundEnded(round=3, next_at=1234.0)
    assert after(node, shown(), ended)["view"]["next_at"] == 1234
    paired = messages.RoundPaired(round=4, pairs=[])
    state = after(node, shown(), ended, paired)["view"]
    assert (state["round"], state["next_at"]) == (4, None)


def test_old_and_foreign_messages_change_nothing(node: Node) -> None:
    """Events that the snapshot contains, and messages of other tournaments."""
    old = messages.TournamentEvent(
        tournament="t1", seq=5, at=1.0, state="finished", event=messages.Happened(kind="ended", reason="over")
    )
    other = messages.Standings(tournament="t2", seq=9, rows=[row(1, 8, 9)])
    assert after(node, shown(), old, other) == after(node, shown())


def test_the_course_of_a_test_is_kept(node: Node) -> None:
    """Frequent messages have the latest figures without the course."""
    view = shown("match", sprt=sprt())
    sent = messages.Standings(tournament="t1", seq=6, rows=[], sprt=sprt(llr=2.5, pairs=62, course=[]))
    found = after(node, view, sent)["view"]["sprt"]
    assert (found["llr"], found["pairs"]) == (2.5, 62)
    assert found["course"] == as_json(sprt().course)


def test_the_course_grows_with_each_pair(node: Node) -> None:
    """The game that completes a pair brings the figures after it."""
    figures = views.PairStatistics(first=1, second=2, pairs=[9, 9, 30, 9, 6], games=[40, 40, 46], elo=12, elo_error=30)
    counted = messages.GameChanged(kind="counted", game=game(126, 1, 2), statistics=figures, llr=1.25)
    half = messages.GameChanged(kind="counted", game=game(125, 2, 1))
    found = after(node, shown("match", sprt=sprt()), half, counted)["view"]["sprt"]
    assert (found["llr"], found["pairs"], found["course"][-1]) == (1.25, 63, [63, 1.25, 12, 30])
    assert len(found["course"]) == len(sprt().course) + 1


def test_challenges(node: Node) -> None:
    """They are listed until they end."""
    made = [
        messages.ChallengeChanged(kind="challenged", challenge=n, challenger=entrant(n + 3), challenged=entrant(n))
        for n in (1, 2)
    ]
    accepted = messages.ChallengeChanged(kind="accepted", challenge=2, challenger=entrant(5), challenged=entrant(2))
    dropped = messages.ChallengeChanged(kind="dropped", challenge=1, challenger=entrant(4), challenged=entrant(1))
    found = after(node, shown("ladder"), *made, accepted, dropped)["view"]["challenges"]
    assert [(each["challenge"], each["accepted"]) for each in found] == [(2, True)]


CREATE = """({creation}, typed) => {
  const fields = new Map(Object.entries(typed));
  return creation({
    game: "chess", options: {}, clock: null, format: typed.format,
    text: (name) => fields.get(name) ?? "", has: (name) => fields.has(name),
  });
}"""


def created(node: Node, **typed: str) -> CreateTournament:
    """Return the command that the form sends, as a server reads it."""
    typed = {"name": "Friday", "kind-person": "on", "start": "hand"} | {
        name.replace("__", "-"): value for name, value in typed.items()
    }
    (found,) = run_module(node, "tournaments/form/terms.js", CREATE, [[typed]])
    read: CreateTournament = TypeAdapter(CreateTournament).validate_python(found)
    return read


@pytest.mark.parametrize("style", ["match", "gauntlet", "round-robin", "swiss", "knockout", "arena", "ladder"])
def test_only_fields_that_fit_are_sent(node: Node, style: str) -> None:
    """A value that was typed for another format stays in the form."""
    every = dict.fromkeys(("games", "seeds", "cycles", "rounds", "most_pairs", "minutes", "reach", "break"), "7")
    boxes = dict.fromkeys(("pairs", "openings", "berserk", "bye"), "on")
    found = created(node, format=style, kind__engine="on", concurrency="2", **every, **boxes).terms
    assert misfit(found.model_copy(update={"games": found.games and 8})) is None
    fields = {
        "match": {"games", "pairs", "openings"},
        "gauntlet": {"seeds", "cycles", "pairs", "openings"},
        "round-robin": {"cycles", "pairs", "openings", "break_s"},
        "swiss": {"rounds", "bye", "break_s"},
        "knockout": {"most_pairs", "pairs", "openings", "break_s"},
        "arena": {"minutes"},
        "ladder": {"reach"},
    }
    every_event = {"format", "game", "options", "clock", "kinds", "approve", "rated", "private"}
    concurrency = set() if style == "ladder" else {"concurrency"}
    assert found.model_fields_set - every_event == fields[style] | concurrency


def test_terms_that_exclude_each_other_are_not_sent(node: Node) -> None:
    """Rated games have no openings, berserk needs a clock with a small increment, and engines no first deadline."""
    rated = created(node, format="match", rated="on", openings="on").terms
    assert (rated.rated, rated.openings) == (True, None)
    clocks = [{"kind": "fischer", "base_s": 180, "increment_s": 2}, {"kind": "fischer", "base_s": 60, "increment_s": 3}]
    switches = [["arena", False, clock] for clock in clocks]
    assert run_module(node, "tournaments/form/terms.js", "switchesOf", switches) == [["berserk"], []]
    engines = {"name": "x", "format": "match", "kind-engine": "on", "first_move": "60", "approve": "on"}
    (found,) = run_module(node, "tournaments/form/terms.js", CREATE, [[engines]])
    given = TypeAdapter(CreateTournament).validate_python(found).terms
    assert (given.first_move_s, given.approve, misfit(given)) == (None, False, None)


def test_engines_are_read(node: Node) -> None:
    """One a line, with a name of its own or without; limits are numbers."""
    typed = "level:7\n\n Strong = mcts:seconds=1.5\nalphabeta:nodes=5000,seed=3"
    found = created(node, format="round-robin", kind__engine="on", engines=typed).engines
    assert [each.name for each in found] == [None, "Strong", None]
    assert [each.engine.algorithm for each in found] == ["level", "mcts", "alphabeta"]
    assert found[0].engine.level == 7
    assert (found[1].engine.limit.seconds, found[2].engine.limit.nodes) == (1.5, 5000)
    bad = ["level:0", "level:x", "mcts:seconds", "mcts:seconds=soon", "a b", "x=", "mcts:seconds=1=2"]
    results = run_module(node, "tournaments/form/terms.js", "readEngines", [[line] for line in bad])
    assert [found["bad"] for found in results] == bad


def test_sequential_tests_are_read(node: Node) -> None:
    """Two hypotheses, with or without error rates and a model, as the option of the command has them."""
    good = ["0:10", "-5:5.5", "0:10:0.01:0.1", "0:10:0.05:0.05:logistic", "-2:0:normalized"]
    typed = [created(node, format="match", kind__engine="on", openings="on", sprt=each).terms for each in good]
    assert [made.sprt for made in typed] == [SprtTerms(**sprt_of(each)) for each in good]
    assert [misfit(made) for made in typed] == [None] * len(good)
    assert created(node, format="swiss", kind__engine="on", sprt="0:10").terms.sprt is None
    bad = ["0", "0:", "a:b", "0:10:0.05", "0:10:logistic:0.05:0.05", "0:10:0.05:0.05:elo", "--1:1", "1.1.1:2"]
    assert run_module(node, "tournaments/form/terms.js", "readSprt", [[each] for each in bad]) == [None] * len(bad)


def test_rules_of_adjudication_are_read(node: Node) -> None:
    """They are those of the options of the command, in any order."""
    rules = "proved draw=40:10:8  plies=300 resign=900:3"
    found = created(node, format="gauntlet", kind__engine="on", rules=rules).terms
    draw = DrawRule(from_move=40, score=10, moves=8)
    resign = ResignRule(score=900, moves=3)
    assert found.adjudication == AdjudicationSpec(resign=resign, draw=draw, most_plies=300, proved=True)
    one = created(node, format="match", kind__engine="on", rules="resign=600:4:one").terms.adjudication
    assert one == AdjudicationSpec(resign=ResignRule(score=600, moves=4, both=False))
    assert created(node, format="swiss", rules=rules).terms.adjudication is None
    bad = [
        "resign=900",
        "resign=0:3",
        "draw=40:10",
        "draw=0:10:8",
        "plies=",
        "plies=0",
        "proved=1",
        "resign",
        "x proved",
    ]
    assert run_module(node, "tournaments/form/terms.js", "readRules", [[each] for each in bad]) == [None] * len(bad)


def test_given_openings_replace_those_of_the_server(node: Node) -> None:
    """One a line; rated games have none."""
    typed = {"format": "match", "kind__engine": "on", "openings": "on", "given": "e4 e5\n\n d4  d5 c4 \n"}
    openings = created(node, **typed).terms.openings
    assert openings is not None
    assert (openings.source, openings.order) == ("given", "sequential")
    assert [each.moves for each in openings.given] == [["e4", "e5"], ["d4", "d5", "c4"]]
    assert created(node, **typed, rated="on").terms.openings is None


@pytest.mark.parametrize("name", ["sprt", "rules"])
def test_what_cannot_be_read_is_said(node: Node, name: str) -> None:
    """The form stays at the step with the field, and quotes it."""
    run = """({fault}, typed) => fault(1, {
      text: (name) => typed[name] ?? "", has: (name) => name === "kind-engine", format: "match", clockFine: true,
    })"""
    typed = {"engines": "level:1\nlevel:2", name: "0:soon"}
    assert run_module(node, "tournaments/form/terms.js", run, [[typed]]) == [{"key": "plan.badText", "text": "0:soon"}]


def test_the_start(node: Node) -> None:
    """By hand, at once, at a time or with a number of entrants."""
    assert created(node, format="swiss", start="now").start_now
    at = created(node, format="swiss", start="at", start_at="2030-01-01T19:30").terms.start_at
    assert at == time.mktime((2030, 1, 1, 19, 30, 0, 0, 0, -1))
    full = created(node, format="swiss", start="full", start_when="8", start_at="2030-01-01T19:30").terms
    assert (full.start_when, full.start_at) == (8, None)
    by_hand = created(node, format="swiss", start_when="8")
    assert (by_hand.start_now, by_hand.terms.start_when, by_hand.terms.start_at) == (False, None, None)


PLAN = """async ({planText}, creation) => {
  await (await import("/assets/words/events/index.js")).ready;
  return planText(creation);
}"""


def test_the_plan_is_that_of_the_terminal(node: Node) -> None:
    """Page and terminal say the same of an event, in a sentence that is known to be right."""
    found = run_module(node, "tournaments/form/plan.js", PLAN, [[made] for made, _ in PLANS])
    # The page groups digits as the language of its reader does.
    assert [re.sub(r"(?<=\d),(?=\d{3})", "", text) for text in found] == [expected for _, expected in PLANS]
