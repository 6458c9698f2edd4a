"""Finished matches in a browser: found in the archive, replayed, judged, and counted for their players."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kibitz_client.match.record import record_scenes
from kibitz_client.text.series import elo_text, normalized_text
from kibitz_client.tui.models.replay import ply_states
from kibitz_protocol.codec import decode_to_client
from kibitz_protocol.commands.statistics import EloFigures
from kibitz_server.core.tournament.statistics.pairs import pair_statistics
from kibitz_server.messages.tournaments.statistics import elo_data
from tests.web.conftest import Visitors
from tests.web.modules import run_module
from tests.web.node import Node
from tests.web.played import MOVES, Player, duel, rated_match

BY_SEARCH = {"algorithm": "alphabeta", "limit": {"depth": 2}}
WEAK = {"algorithm": "level", "level": 1}


@pytest.fixture(scope="session")
def rated(site: str) -> Iterator[list[str]]:
    """Play rated matches of two accounts, and return their codes: wins of each side and a draw.

    Once for the server of a worker, which may run other files between tests of this one: names are taken then.
    """
    with Player(site, "otter") as otter, Player(site, "marten") as marten:
        yield [
            rated_match(otter, marten),
            rated_match(marten, otter),
            rated_match(otter, marten),
            rated_match(marten, otter, MOVES["draw"]),
        ]


@pytest.fixture(scope="module")
def fought(site: str) -> str:
    """Let engines play a match with searches, and return its code."""
    return duel(site, "connect4", (BY_SEARCH, BY_SEARCH), options={"columns": 5, "rows": 5})


def test_a_match_is_found_and_replayed(visitors: Visitors, site: str, rated: list[str]) -> None:
    """A search by player and result has its own address, and its rows lead to the replay."""
    page = visitors.open("/archive")
    page.locator(".archive-row").first.wait_for()
    page.get_by_label("Player").fill("otter")
    page.get_by_label("Result").select_option("won")
    expect(page).to_have_url(f"{site}/archive?player=otter&result=won")
    rows = page.locator(".archive-row")
    expect(rows).to_have_count(2)
    expect(rows.locator(".outcome")).to_have_text(["won", "won"])
    page.reload()
    expect(rows).to_have_count(2)
    expect(page.get_by_label("Result")).to_have_value("won")
    page.get_by_role("link", name=f"Replay match {rated[0]}").focus()
    page.keyboard.press("Enter")
    page.locator(".replay kibitz-board").wait_for()
    expect(page.locator(".replay .code")).to_have_text(rated[0])


@pytest.mark.nightly
def test_a_search_without_matches_has_a_way_out(visitors: Visitors, rated: list[str]) -> None:  # noqa: ARG001
    """The empty list says so, and offers all matches."""
    page = visitors.open("/archive?player=nobody-of-this-name")
    page.get_by_text("No finished match fits").wait_for()
    page.get_by_role("link", name="Clear the search").last.click()
    page.locator(".archive-row").first.wait_for()


@pytest.mark.long
def test_a_replay_goes_through_the_plies(visitors: Visitors, site: str, rated: list[str]) -> None:
    """Keys, buttons and the address lead to a ply; the board, the moves and the result follow."""
    page = visitors.open(f"/replay/{rated[0]}?ply=2")
    cell = page.locator("[role=gridcell][aria-label^='b1,']")
    expect(cell).to_have_attribute("aria-label", "b1, nought, last move")
    expect(page.locator(".move.shown")).to_contain_text("b1")
    page.keyboard.press("]")
    expect(page.locator(".move.shown")).to_contain_text("a2")
    expect(page).to_have_url(f"{site}/replay/{rated[0]}?ply=3")
    page.keyboard.press("End")
    expect(page.locator(".verdict")).to_contain_text("@otter wins: three in a row")
    page.keyboard.press("Home")
    expect(page.locator(".verdict")).to_contain_text("Start position")
    expect(page.locator(".move.shown")).to_have_count(0)
    page.get_by_role("button", name="Forward").click()
    expect(page.locator(".scrub")).to_contain_text("1/5")
    page.get_by_role("slider").fill("4")
    expect(page.locator(".move.shown")).to_contain_text("b2")


@pytest.mark.long
def test_a_replay_runs_only_when_it_is_told_to(visitors: Visitors, rated: list[str]) -> None:
    """It begins at the start, runs to the end after a press, and stops there."""
    page = visitors.open(f"/replay/{rated[0]}")
    expect(page.locator(".scrub")).to_contain_text("0/5")
    page.get_by_label("Speed").select_option("8")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".scrub")).to_contain_text("5/5")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


@pytest.mark.long
def test_searches_are_drawn_in_a_replay(visitors: Visitors, fought: str) -> None:
    """The graph, the bar and the expected line of the search for the move that was played."""
    page = visitors.open(f"/replay/{fought}?ply=2")
    page.locator(".timeline .curve").wait_for()
    page.locator(".replay .evaluation").wait_for()
    page.get_by_role("tab", name="Engine").click()
    expect(page.locator(".engine")).to_have_count(2)


def test_an_analysis_judges_each_side(visitors: Visitors, rated: list[str]) -> None:
    """The moves get marks, a key goes to the next mistake, and the position before it can be played again."""
    page = visitors.open(f"/replay/{rated[0]}")
    page.get_by_role("button", name="Analyse the match").click()
    page.locator(".analysis table").wait_for()
    expect(page.get_by_role("button", name="Analyse deeper")).to_be_visible()
    page.keyboard.press("m")
    expect(page.locator(".verdict")).to_contain_text("the chance fell from")
    expect(page.locator(".move.shown")).to_contain_text("?")
    page.get_by_role("button", name="Try again").click()
    page.locator("dialog input[name=level][value='1']").check(force=True)
    page.locator("dialog").get_by_role("button", name="Play", exact=True).click()
    page.locator(".match:not(.replay) kibitz-board").wait_for()
    expect(page.locator("[role=gridcell][aria-label='a1, cross, last move']")).to_have_count(1)
    expect(page.locator(".player.turn")).to_contain_text("you")


@pytest.mark.long
def test_a_finished_match_leads_to_its_replay(visitors: Visitors, rated: list[str]) -> None:
    """The page of the match has a link, and a frame with a ply replays from there."""
    page = visitors.open(f"/{rated[0]}")
    page.locator(".controls").get_by_role("link", name="Analyse").click()
    page.locator(".replay").wait_for()
    framed = visitors.open(f"/embed/{rated[0]}?ply=3")
    expect(framed.locator(".scrub")).to_contain_text("3/5")
    expect(framed.get_by_role("link", name="Open in Kibitz")).to_have_attribute("href", f"/replay/{rated[0]}?ply=3")


def test_a_match_that_does_not_count_says_why(visitors: Visitors, site: str) -> None:
    """The match and the archive say that a rated match does not count; the match says why."""
    with Player(site, "wombat") as wombat, Player(site, "quokka") as quokka:
        code = rated_match(wombat, quokka, MOVES["win"][:2])
        quokka.ask(t="resign", match=code)
        page = visitors.open(f"/{code}")
        expect(page.locator(".uncounted")).to_have_text("Not counted for ratings: it ended after too few moves.")
        expect(page.locator(".match-head")).to_contain_text("rated, not counted")
    archive = visitors.open("/archive?player=wombat")
    expect(archive.locator(".archive-row, li").filter(has_text="wombat").first).to_contain_text("rated, not counted")


@pytest.mark.nightly
def test_an_unknown_replay_is_explained(visitors: Visitors) -> None:
    """The view says that there is no such match, and leads to the archive."""
    page = visitors.open("/replay/ZZZZZZ")
    expect(page.get_by_role("heading", name="There is no such match")).to_be_visible()
    page.get_by_role("link", name="To the archive").click()
    page.get_by_role("heading", name="Archive").wait_for()


@pytest.mark.long
def test_ratings_and_a_profile(visitors: Visitors, rated: list[str]) -> None:  # noqa: ARG001
    """The leaderboard leads to a profile with ratings, their graph, results and matches."""
    page = visitors.open("/ratings?game=tictactoe")
    rows = page.locator(".ratings tbody tr")
    expect(rows.locator("th").first).to_have_text("otter")
    expect(rows.first.locator("td")).to_have_text(["1", re.compile(r"^\d+ ±\d+\?$"), "4", "1"])
    expect(page.locator("main")).to_contain_text("Ordered by rating minus twice its deviation (±).")
    rows.get_by_role("link", name="otter").click()
    page.get_by_role("heading", name="otter").wait_for()
    expect(page.locator(".rating-tile").first).to_contain_text("4 matches · 1 opponent")
    page.locator(".rating-graph .curve").wait_for()
    expect(page.locator(".results tbody tr", has_text="marten").locator("td")).to_have_text(["2", "1", "1"])
    expect(page.locator(".archive-row")).to_have_count(4)
    page.get_by_role("link", name="Invite to a match").click()
    expect(page.get_by_label("Name of the player")).to_have_value("otter")


@pytest.mark.parametrize(("language", "mark"), [("en", "engines only"), ("de", "nur Engines")])
def test_a_rating_against_engines_only_is_marked(visitors: Visitors, site: str, language: str, mark: str) -> None:
    """The table, the profile and the seat of a player mark it in the language of the page."""
    name = f"shrew{language}"
    with Player(site, name) as shrew:
        seats = [{"kind": "me"}, {"kind": "engine", "engine": {"algorithm": "random", "limit": {}}}]
        options = {"hands": 1}
        created = shrew.ask(t="create", game="kuhn", options=options, seats=seats, rated=True)
        shrew.ask(t="give_client_seed", match=created["match"], client_seed="shrew")
        shrew.ask(t="resign", match=created["match"])
        page = visitors.open("/ratings?game=kuhn", locale=language)
        row = page.locator(".ratings tbody tr", has_text=name)
        expect(row).to_contain_text(mark)
        row.get_by_role("link").click()
        expect(page.locator(".rating-tile").first).to_contain_text(mark)
        code = shrew.ask(t="create", game="kuhn", options=options, seats=[{"kind": "me"}, {"kind": "open"}])["code"]
        page.goto(f"{site}/{code}")
        expect(page.locator(".player", has_text=name)).to_contain_text(f"({mark})")


@pytest.mark.nightly
def test_a_series_lists_its_games(visitors: Visitors, site: str) -> None:
    """The information of a match has the games of its series with their results, and what they say of two engines."""
    first = duel(site, "tictactoe", (WEAK, {**WEAK, "level": 2}), series=2)
    page = visitors.open(f"/replay/{first}")
    page.get_by_role("tab", name="Info").click()
    expect(page.locator(".series li")).to_have_count(2)
    expect(page.locator(".series-score .big")).to_have_text(re.compile(r"^[\d.]+ : [\d.]+$"))
    expect(page.locator(".series")).to_contain_text("Elo of the first over the second: not known yet")
    expect(page.locator(".series [aria-current]")).to_have_count(1)


def test_the_page_says_of_two_engines_what_the_app_says(module_page: Page) -> None:
    """The figures of a duel are the same sentences in the app and on the page."""
    figures = [
        elo_data(pair_statistics(counts))
        for counts in ([34, 54, 63, 64, 75], [5, 3, 2, 1, 0], [0, 1, 0, 0, 14], [14, 0, 0, 1, 0], [0, 0, 4, 0, 0])
    ]
    shown = run_module(module_page, "records/series.js", "strengthLines", [[each] for each in figures])
    for lines, each in zip(shown, map(EloFigures.model_validate, figures), strict=True):
        wanted = [f"Elo of the first over the second: {elo_text(each)}", *filter(None, [normalized_text(each)])]
        assert [line.replace("±", "+-").replace("%", " %").replace("  %", " %") for line in lines] == [
            line.replace(".0 %", " %") for line in wanted
        ]


@pytest.mark.long
def test_live_boards_are_shown_side_by_side(visitors: Visitors, site: str) -> None:
    """Two running matches stand beside each other, and a press opens one."""
    with Player(site) as host:
        codes = [
            host.ask(t="create", game=game, seats=[{"kind": "me"}, {"kind": "me"}])["code"]
            for game in ("reversi", "nim")
        ]
        page = visitors.open("/boards")
        reversi, nim = (page.locator(f".watched[href='/{code}']") for code in codes)
        for tile in (reversi, nim):
            tile.locator("svg.board-svg").wait_for()
        page.get_by_label("Game").select_option("reversi")
        expect(nim).to_have_count(0)
        reversi.click()
        expect(page).to_have_url(f"{site}/{codes[0]}")


@pytest.mark.nightly
def test_a_long_replay_changes_few_nodes_a_ply(visitors: Visitors, fought: str) -> None:
    """The list of moves is drawn once; another ply touches two of its buttons."""
    page = visitors.open(f"/replay/{fought}")
    page.locator(".move").first.wait_for()
    page.evaluate(
        """() => {
          window.changes = [];
          new MutationObserver((found) => window.changes.push(...found.map((each) => each.target.className)))
            .observe(document.querySelector("kibitz-moves"), {subtree: true, childList: true, attributes: true});
        }"""
    )
    page.keyboard.press("]")
    expect(page.locator(".move").first).to_have_class("move shown")
    page.keyboard.press("]")
    expect(page.locator(".move").nth(1)).to_have_class("move shown")
    assert 0 < page.evaluate("window.changes.length") <= 8
    assert page.evaluate("window.changes.every((name) => name.startsWith('move'))")


def test_states_by_ply_are_the_same_as_those_of_the_twin(node: Node, site: str, fought: str) -> None:
    """A takeback, a pause and the end replace the state of their ply."""
    with Player(site) as client:
        match = client.ask(t="create", game="tictactoe", seats=[{"kind": "me"}, {"kind": "me"}])["match"]
        for ply, move in enumerate(("a1", "b1")):
            client.ask(t="move", match=match, ply=ply, move=move)
        client.ask(t="offer", match=match, offer="takeback")
        client.ask(t="move", match=match, ply=1, move="c3")
        client.ask(t="resign", match=match)
        told = [_record(client, ref) for ref in (match, fought)]
    ask = """(module, messages) =>
      module.plyStates(messages).map((state) => [state.seq, state.position.ply, state.phase, state.moves.length])"""
    by_ply = [ply_states(_decoded(each)) for each in told]
    wanted = [[[each.seq, each.position.ply, each.phase, len(each.moves)] for each in states] for states in by_ply]
    assert len(wanted[0]) == 3
    assert run_module(node, "match/record.js", ask, [[each] for each in told]) == wanted


def _record(client: Player, match: str) -> list[dict[str, Any]]:
    page = client.ask(t="record", match=match)
    assert page["events"][-1]["seq"] == page["last"], "one page is enough"
    return [page["snapshot"], *page["events"]]


def _decoded(messages: list[dict[str, Any]]) -> list[Any]:
    return [message for message, _ in record_scenes(decode_to_client(json.dumps(each)) for each in messages)]
