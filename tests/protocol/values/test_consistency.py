"""Checks between the parts of a match that a server describes."""

from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from kibitz_protocol.commands.explain import Explained, Shown
from kibitz_protocol.to_client import Next, Presence, Snapshot, Thinking
from kibitz_protocol.validation.reasons import first_error
from kibitz_protocol.values.boards import Board, Heaps, Pits
from kibitz_protocol.values.consistency import message_fault, position_fault
from kibitz_protocol.values.facts import Declined, Finished, Moved, Seated
from kibitz_protocol.values.matches import MatchRow, RatingChange, Result, SeriesView
from kibitz_protocol.values.seats import Away
from kibitz_protocol.values.state import State
from tests.client.cards import TABLE, cards_state, hand
from tests.client.points import BACKGAMMON, INITIAL, counts, dice, points_state
from tests.client.samples import ENGINE, GRID, MATCH, OTTER, TREE, event, move, position, report, snapshot

OWNED = GRID.model_copy(update={"owners": {"X": 0, "O": 1}})
HEAPS = Heaps(cell_labels=["1", "2"], unit="object", most=5)
PITS = Pits(houses=1, cell_labels=["1", "", "1", ""], cell_names=["a", "b", "c", "d"], unit="seed")
SCORES = SeriesView(id="s", number=1, games=2, score=[1.0])


def fault(sample: BaseModel, **changes: Any) -> str:
    """Return what is wrong with a sample that has other fields."""
    with pytest.raises(ValidationError) as caught:
        type(sample).model_validate(sample.model_dump() | changes)
    return first_error(caught.value)[1]


@pytest.mark.parametrize(
    ("sample", "changes", "sentence"),
    [
        (GRID, {"cell_labels": ["a"]}, "has labels of 1 cells where the grid has 9"),
        (GRID, {"block": 4}, "has blocks of 4 cells, which are larger than the grid"),
        (GRID, {"stars": [9]}, "has a star on cell 9 where the grid has 9"),
        (GRID, {"owners": {"?": 0}}, "has an owner of the symbol '?', which it does not have"),
        (GRID, {"glyphs": {"?": "x"}}, "has a glyph of the symbol '?', which it does not have"),
        (
            GRID,
            {"ground": "dots", "column_labels": ["", ""], "row_labels": ["1"]},
            "has dots on an even number of columns or rows",
        ),
        (PITS, {"cell_labels": ["1"]}, "has labels of 1 cells where 1 houses a side make 4"),
        (PITS, {"cell_names": []}, "has names of 0 cells where 1 houses a side make 4"),
        (position(), {"paths": [[0]]}, "has 9 legal moves and 1 paths"),
        (snapshot(), {"seats": [ENGINE]}, "does not number its seats from 0 in order"),
        (snapshot(), {"seats": [OTTER, ENGINE, ENGINE]}, "does not number its seats from 0 in order"),
        (snapshot(), {"you": 2}, "names seat 2 where the match has 2 seats"),
        (snapshot(), {"yours": [7]}, "names seat 7 where the match has 2 seats"),
        (snapshot("4"), {"moves": [move(0, 4).model_copy(update={"seat": 3})]}, "names seat 3"),
        (snapshot(), {"result": Result(winner=2, reason="line")}, "names seat 2"),
        (snapshot(), {"result": Result(winner=0, reason="line", points=[1])}, "has a result with 1 points for 2 seats"),
        (
            snapshot(),
            {"result": Result(winner=0, reason="line", ratings=[RatingChange(before=1, after=2)])},
            "has a result with 1 ratings for 2 seats",
        ),
        (snapshot(), {"series": SCORES}, "has a series with 1 scores for 2 seats"),
        (snapshot(), {"state": position(remaining_ms=[1000])}, "has a state that has 1 entries of remaining_ms"),
        (snapshot(), {"state": position(to_move=5)}, "has a state that names seat 5"),
        (snapshot(), {"board": HEAPS}, "has a state that has rows, which only a grid has"),
        (points_state(), {"chances": ["31"]}, "has 1 chance outcomes and 0 weights"),
        (points_state(), {"chances": ["31"], "weights": [1]}, "has a side to move while a chance event is due"),
        (
            snapshot(board=BACKGAMMON, state=points_state()),
            {"state": points_state(trays=[dice(2, 1)])},
            "has a state that names seat 2",
        ),
    ],
)
def test_parts_that_do_not_fit(sample: BaseModel, changes: dict[str, Any], sentence: str) -> None:
    """A model whose parts do not fit each other is refused with a reason."""
    assert fault(sample, **changes).startswith(sentence)


def shown(**changes: Any) -> Shown:
    return Shown(**changes)


@pytest.mark.parametrize(
    ("board", "found", "sentence"),
    [
        (GRID, shown(rows=["---"]), "does not have 3 rows of 3 cells"),
        (GRID, shown(rows=["---", "--", "---"]), "does not have 3 rows of 3 cells"),
        (GRID, shown(rows=["---", "-?-", "---"]), "has the symbol '?', which the board does not have"),
        (GRID, shown(rows=["---"] * 3, counts=[1]), "has counts, which a grid does not have"),
        (GRID, shown(rows=["---"] * 3, blocks="-"), "has owners of blocks where the board has no whole blocks"),
        (GRID, shown(rows=["---"] * 3, shades="XO"), "has shades of 2 cells where the grid has 9"),
        (GRID, shown(rows=["---"] * 3, shades="?--------"), "has a shade of '?', which belongs to no side"),
        (OWNED, shown(rows=["---"] * 3, shades="X-----O--"), None),
        (HEAPS, shown(counts=[1, 5], shades="X"), "has rows, which only a grid has"),
        (GRID, shown(rows=["---"] * 3, last=[9]), "names cell 9 where the board has 9"),
        (
            GRID.model_copy(update={"block": 3}),
            shown(rows=["---"] * 3, blocks="--"),
            "does not have owners of 1 blocks",
        ),
        (PITS, shown(counts=[1, 2]), "has 2 counts where the board has 4 cells"),
        (HEAPS, shown(counts=[1, 6]), "has a count of 6 where the board has at most 5"),
        (HEAPS, shown(counts=[1, 5]), None),
        (HEAPS, shown(counts=[1, -5]), "has a count of -5 where the board has at least 0"),
        (BACKGAMMON, shown(counts=INITIAL, rows=["-"]), "has rows, which only a grid has"),
        (BACKGAMMON, shown(counts=INITIAL[1:]), "has 27 counts where the board has 28 cells"),
        (BACKGAMMON, shown(counts=counts(c5=-51)), "has a count of -51 where the board has at least -50"),
        (BACKGAMMON, shown(counts=counts(bar0=-1)), "has checkers of the other seat in cell 24"),
        (BACKGAMMON, shown(counts=counts(off1=1)), "has checkers of the other seat in cell 27"),
        (BACKGAMMON, shown(counts=INITIAL, last=[28]), "names cell 28 where the board has 28"),
        (BACKGAMMON, shown(counts=INITIAL, trays=[dice(0, 7)]), "has the face 'd7', which the board does not have"),
        (BACKGAMMON, points_state(legal=["8/5"], paths=[[7, 4, 5]]), "has a path of 3 cells where each step has two"),
        (BACKGAMMON, points_state(), None),
        (TABLE, cards_state(), None),
        (TABLE, shown(rows=["--"]), "has rows, which only a grid has"),
        (TABLE, shown(counts=[1]), "has 1 counts where the board has 0 cells"),
        (TABLE, shown(last=[0]), "names cell 0 where the board has 0"),
        (TABLE, shown(trays=[hand(0, "A")]), "has the face 'A', which the board does not have"),
        (TABLE, cards_state(paths=[[], [0]]), "names cell 0 where the board has 0"),
    ],
)
def test_positions_and_boards(board: Board, found: Shown | State, sentence: str | None) -> None:
    """A position has the cells of its board."""
    assert position_fault(board, found) == sentence


def test_a_move_of_a_heap_names_it() -> None:
    """The question for one of several moves of a heap needs the heap."""
    changed = position().model_dump() | {"rows": [], "counts": [3, 5], "paths": [[]] * 9}
    assert position_fault(HEAPS, State.model_validate(changed)) == "has a move from no heap"


def test_a_cell_of_a_path_or_a_line_is_on_the_board() -> None:
    """Every cell that a state names is a cell of its board."""
    for what in ("paths", "lines"):
        changed = position().model_dump() | {what: [[0, 9]] * 9}
        assert position_fault(GRID, State.model_validate(changed)) == "names cell 9 where the board has 9"


@pytest.mark.parametrize(
    "message",
    [
        event(4, Moved(move=move(0, 4).model_copy(update={"seat": 7}))),
        event(4, Seated(seat=OTTER.model_copy(update={"seat": 7}))),
        event(4, Declined(seat=0, offer="draw", by=7)),
        event(4, Finished(result=Result(winner=7, reason="line"))),
        event(4, Moved(move=move(0, 4)), position(to_move=7)),
        Thinking(match=MATCH, ply=0, seat=7, search=report()),
        Presence(match=MATCH, away=[Away(seat=7, away_ms=0, claim_ms=None)]),
    ],
)
def test_a_seat_that_the_match_does_not_have(message: Any) -> None:
    """No message names a seat beyond those of the snapshot."""
    sentence = message_fault(GRID, 2, message)
    assert sentence is not None
    assert sentence.endswith("names seat 7 where the match has 2 seats")
    assert message_fault(GRID, 8, message) is None


def test_the_score_of_the_next_match_has_all_seats() -> None:
    """The points of a series are those of each seat."""
    ended = Next(match=MATCH, why="series", next=None, code=None, series=SCORES)
    assert message_fault(GRID, 2, ended) == "has a series with 1 scores for 2 seats"


def test_rows_of_the_lobby() -> None:
    """A row of the lobby has a clock for each seat."""
    fields: dict[str, Any] = {"match": "m", "code": "K7QX", "game": "mnk", "options": {}, "phase": "running"}
    fields |= {"seats": [OTTER, ENGINE], "ply": 0, "clock": None, "watchers": 0, "result": None}
    good = MatchRow(**fields, remaining_ms=[1000, 1000])
    assert fault(good, remaining_ms=[1000]) == "has 1 clocks for 2 seats"
    assert fault(good, to_move=2) == "names seat 2 where the match has 2 seats"


ORDER = "has steps that do not enter and leave the nodes in the order of its tree"
STEPS = TREE.model_dump(exclude_defaults=True)["steps"]
"""The steps of the sample, whose node 6 is pruned."""


def test_the_steps_of_a_tree_fit_it() -> None:
    """The steps enter each searched node and come back from it, or an older server sends none."""
    assert Explained.model_validate(TREE.model_dump()).steps == TREE.steps
    assert not Explained.model_validate(TREE.model_dump(exclude={"steps"})).steps


@pytest.mark.parametrize(
    "steps",
    [
        STEPS[:-1],
        [*STEPS, {"to": 7}],
        [*STEPS, STEPS[-1]],
        [{"to": 2**53 - 1}],
        [{"to": 0, "child": 1}],
        [*STEPS[:3], {"to": 0, "child": 2}, *STEPS[4:]],
        [*STEPS[:-1], {"to": 6}, {"to": 4, "child": 6}, STEPS[-1]],
    ],
)
def test_steps_that_do_not_fit_their_tree(steps: list[dict[str, Any]]) -> None:
    """A step that is missing, strange or at a pruned node is refused, so that a client can trust all numbers."""
    assert fault(TREE, steps=steps) == ORDER


def test_steps_below_a_pruned_node() -> None:
    """A pruned node is never entered, and no node below it, whatever its tree has there."""
    pruned = TREE.root.children[1].model_copy(update={"pruned": True})
    root = TREE.root.model_copy(update={"children": [TREE.root.children[0], pruned]})
    assert fault(TREE, root=root, steps=STEPS) == ORDER
    data = TREE.model_dump() | {"root": root.model_dump(), "steps": STEPS[:7]}
    assert len(Explained.model_validate(data).steps) == 7
    hidden = root.model_copy(update={"value": None})
    assert fault(TREE, root=hidden, steps=STEPS[:7]) == ORDER


def test_the_positions_of_a_tree_fit_its_board() -> None:
    """A node of a tree shows a position of the board, and none without a board."""
    wrong = TREE.root.model_copy(update={"shown": Shown(rows=["--"])})
    assert fault(TREE, root=wrong, board=GRID) == "has a node that does not have 3 rows of 3 cells"
    assert fault(TREE, root=wrong, board=None) == "shows positions without a board"
    assert Explained.model_validate(TREE.model_dump()) == TREE
    assert Snapshot.model_validate(snapshot().model_dump()) == snapshot()
