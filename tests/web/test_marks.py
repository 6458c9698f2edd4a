"""Names on the page: engines are marked in every language, and told from people who have the name of one."""

from collections.abc import Callable

import pytest

from kibitz_protocol.values.seats import SeatView, is_meant, reference
from kibitz_server.accounts.names import is_free
from tests.web.modules import as_json, run_module
from tests.web.node import Node

NAMES = ("level:5", "alphabeta:depth=4", "random")
ENGINES = [SeatView(seat=1, kind="engine", name=name) for name in NAMES]
PEOPLE = [
    SeatView(seat=1, kind="human", name=name, account=account) for name in NAMES for account in (None, False, True)
]
OTTER = as_json(SeatView(seat=0, kind="human", name="otter"))
WON = {"winner": 1, "reason": "line", "points": None, "ratings": None}
PLACES: dict[str, Callable[[SeatView], list[object]]] = {
    "nameOf": lambda view: [as_json(view)],
    "versus": lambda view: [{"seats": [OTTER, as_json(view)]}],
    "outcomeText": lambda view: [WON, [OTTER, as_json(view)]],
    "resultText": lambda view: [WON, [OTTER, as_json(view)]],
    "shownName": lambda view: [view.name, view.kind == "engine", view.account],
}


@pytest.mark.parametrize("place", PLACES)
def test_lists_of_the_page_mark_engines(node: Node, place: str) -> None:
    """The text of an engine has the mark, and that of a person of its name has the name without it."""
    shown = run_module(node, "app/format.js", place, [PLACES[place](view) for view in ENGINES])
    for view, text in zip(ENGINES, shown, strict=True):
        assert "engine" in text.lower()
        assert (view.name or "").removeprefix("level:") in text
    shown = run_module(node, "app/format.js", place, [PLACES[place](view) for view in PEOPLE])
    for view, text in zip(PEOPLE, shown, strict=True):
        assert "engine" not in text.lower()
        assert (f"@{view.name}" if view.account else str(view.name)) in text


def test_a_drawn_seed_is_not_shown(node: Node) -> None:
    """Events draw a seed for each search; a seed that a player has typed stays."""
    names = ["level:6,seed=5814455271227173704", "alphabeta:nodes=200,seed=5814455271227173704", "mcts:seed=7"]
    shown = run_module(
        node, "app/format.js", "(module, name) => module.shownName(name, true)", [[name] for name in names]
    )
    assert shown == ["Engine level 6", "Engine alphabeta:nodes=200", "Engine mcts:seed=7"]


def test_an_aborted_match_is_no_draw(node: Node) -> None:
    """Its reason says how it ended; a match without a winner that was played to its end is a draw."""
    seats = [OTTER, as_json(ENGINES[0])]
    results = [("aborted", "no-show: otter made no first move"), ("finished", "agreement")]
    inputs = [
        [{"phase": phase, "seats": seats, "board": None, "result": WON | {"winner": None, "reason": reason}}, None]
        for phase, reason in results
    ]
    shown = run_module(node, "app/format.js", "endText", inputs)
    assert shown == ["Aborted: no-show: otter made no first move", "Draw: agreement"]


def test_no_player_has_a_name_of_an_engine_on_the_page(node: Node) -> None:
    """What the page shows for an engine is refused as the name of a player."""
    run = "(module, name) => module.shownName(name, true)"
    names = [f"level:{level}" for level in range(1, 11)] + ["cfr:nodes=5", "textbook", "mcts:seconds=0.5"]
    for text in run_module(node, "app/format.js", run, [[name] for name in names]):
        assert not is_free(text)


def test_players_are_meant_as_in_the_app(node: Node) -> None:
    """Page and app find the same players by a text, with the mark of an engine or an account or without."""
    views = [*ENGINES, *PEOPLE, SeatView(seat=1, kind="open", name=None)]
    texts = ["level:5", "@level:5", "engine level:5", " Engine Level:5", "ann", "random", ""]
    pairs = [(view, text) for view in views for text in texts]
    found = run_module(node, "app/format.js", "isMeant", [[as_json(view), text] for view, text in pairs])
    assert found == [is_meant(view, text) for view, text in pairs]
    marks = run_module(node, "app/format.js", "reference", [["ann", False], ["level:5", True]])
    assert marks == [reference("ann", engine=False), reference("level:5", engine=True)]
