"""Cases of hostile messages, which run against every client: line mode, app, client library, records and feed.

The fuzz target `client` begins with them.
"""

import json
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel

from kibitz_protocol.codec import encode
from kibitz_protocol.to_client import Finished, Moved, Presence, Said
from kibitz_protocol.values.boards import Heaps, Pits
from kibitz_protocol.values.matches import Result
from kibitz_protocol.values.seats import Away
from tests.client.cards import TABLE, cards_state, hand
from tests.client.points import BACKGAMMON, INITIAL, counts, points_state
from tests.client.samples import MATCH, event, move, position, report, snapshot, thinking
from tests.protocol.validation.test_legible import HARMFUL


class Case(NamedTuple):
    """A hostile server's messages.

    `frames` are what the server sends after the client has entered the match. The client must end with one sentence
    (`refused`), go on and show the text without the characters that are not legible (`shown`), or go on (`skipped`).
    """

    name: str
    wrong: str
    expect: Literal["refused", "shown", "skipped"]
    frames: list[str]


def changed(message: BaseModel | str, *path: str | int, to: Any) -> str:
    """Return a message as text, with another value at a path; without a path, with other fields."""
    data = json.loads(encode(message)) if isinstance(message, BaseModel) else json.loads(message)
    place = data
    for step in path[:-1]:
        place = place[step]
    if path:
        place[path[-1]] = to
    else:
        data |= to
    return json.dumps(data)


GRID_STATE = json.loads(encode(position()))
NUMBERS = {"rows": [], "paths": [[0], [1]], "legal": ["1", "2"]}
HEAPS = json.loads(encode(Heaps(cell_labels=["1", "2"], unit="object", most=7)))
HEAPS_STATE = GRID_STATE | NUMBERS | {"counts": [3, 7]}
PITS = json.loads(encode(Pits(houses=2, cell_labels=["1", "2", "", "1", "2", ""], cell_names=["a"] * 6, unit="seed")))
PITS_STATE = GRID_STATE | NUMBERS | {"counts": [4] * 6}
DIE = {"kind": "die", "text": "1", "words": "one"}
FIRST = encode(snapshot()).decode()
MOVED = encode(event(4, Moved(move=move(0, 4, report())), position("4"))).decode()
SAID = encode(Said(match=MATCH, room="watchers", name="mia", text="why?", at=0.0)).decode()
ENDED = encode(
    event(5, Finished(result=Result(winner=0, reason="line")), position("4", to_move=None), "finished")
).decode()


def boards() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield snapshots with boards and positions that are wrong: a name, what is wrong, and the changed fields."""
    grid = json.loads(FIRST)["board"]
    heaps = {"board": HEAPS, "state": HEAPS_STATE}
    pits = {"board": PITS, "state": PITS_STATE}
    points = {"board": json.loads(encode(BACKGAMMON)), "state": json.loads(encode(points_state()))}
    table = {"board": json.loads(encode(TABLE)), "state": json.loads(encode(cards_state()))}

    def board(base: dict[str, Any], **fields: Any) -> dict[str, Any]:
        return base | {"board": base["board"] | fields}

    def state(base: dict[str, Any], **fields: Any) -> dict[str, Any]:
        return base | {"state": base["state"] | fields}

    cells = {"board": grid, "state": GRID_STATE}
    yield "giant heap", "a heap of two billion objects", state(heaps, counts=[3, 2_000_000_000])
    yield "giant most", "heaps of at most two billion objects", board(heaps, most=2_000_000_000)
    yield "negative heap", "a heap of -1 objects", state(heaps, counts=[3, -1])
    yield "fewer heaps than labels", "one count for two heaps", state(heaps, counts=[3])
    yield "no heaps", "a board without heaps", board(heaps, cell_labels=[])
    yield "fuller than most", "a heap of 9 where the board has at most 7", state(heaps, counts=[3, 9])
    yield "pits without counts", "no counts", state(pits, counts=[])
    yield "negative houses", "-2 houses a side", board(pits, houses=-2)
    yield "giant houses", "10^12 houses a side", board(pits, houses=10**12)
    yield "too few pit labels", "one label for six pits", board(pits, cell_labels=["1"])
    yield "too few pit names", "no names of pits", board(pits, cell_names=[])
    yield "block without columns", "blocks on a grid without columns", board(cells, column_labels=[], block=3)
    yield "large block", "blocks of four cells on three columns", board(cells, block=4)
    yield "too few cell labels", "one label for nine cells", board(cells, cell_labels=["a"])
    yield "giant labels", "a label of 4000 letters", board(cells, column_labels=["a" * 4000, "b", "c"])
    yield "star outside", "a star on cell 99 of 9", board(cells, stars=[99])
    yield "rows of different lengths", "a row of one cell", state(cells, rows=["---", "-", "---"])
    yield "too few rows", "one row of three", state(cells, rows=["---"])
    yield "unknown symbol", "a symbol that the board does not have", state(cells, rows=["---", "-?-", "---"])
    yield "one path", "one path for nine moves", state(cells, paths=[[0]])
    yield "path outside", "a path to cell 99 of 9", state(cells, paths=[[99]] * 9)
    yield "negative path", "a path to cell -5", state(cells, paths=[[-5]] * 9)
    yield "last outside", "a last move on cell 9 of 9", state(cells, last=[9])
    yield "owners without blocks", "owners of blocks on a board without blocks", state(cells, blocks="XO-")
    yield "owner of no symbol", "an owner of a symbol that the board does not have", board(cells, owners={"?": 0})
    yield "owner 99", "a symbol of seat 99", board(cells, owners={"X": 99})
    yield "giant glyph", "a glyph of 4000 letters", board(cells, glyphs={"X": "a" * 4000})
    yield "three edges", "owners of three edges", board(cells, edges=[0, 1, 0])
    yield "unknown ground", "a ground of no known kind", board(cells, ground="sand")
    yield "dots on an even side", "dots on four columns", board(cells, ground="dots", column_labels=["a"] * 4)
    yield "too few shades", "one shade for nine cells", state(cells, shades="-")
    yield "shade of nobody", "a shade that belongs to no side", state(cells, shades="?" * 9)
    yield "points without counts", "no counts of 28 cells", state(points, counts=[])
    yield "three hundred checkers", "300 checkers on a point", state(points, counts=[300, *INITIAL[1:]])
    yield "other bar", "checkers of Black on the bar of White", state(points, counts=counts(bar0=-2))
    yield "half a step", "a path of three cells", state(points, legal=["8/5"], paths=[[7, 4, 5]])
    yield "path off the points", "a step to cell 28", state(points, legal=["8/5"], paths=[[7, 28]])
    yield "one list of labels", "names of one seat for two", board(points, cell_labels=[["1"] * 28])
    yield "too few names of points", "two names of 28 cells", board(points, cell_labels=[["1"] * 2] * 2)
    yield "three sides", "checkers of three sides", board(points, names=["White", "Black", "Red"])
    yield "unknown face", "a die with seven", state(points, trays=[{"name": "dice", "owner": 0, "faces": ["d7"]}])
    yield "dice of seat 7", "dice of seat 7", state(points, trays=[{"name": "dice", "owner": 7, "faces": ["d1"]}])
    yield "giant face", "a face of 4000 letters", board(points, faces={"d1": DIE | {"text": "a" * 4000}})
    yield "unknown kind of face", "a coin", board(points, faces={"d1": DIE | {"kind": "coin"}})
    due = {"chances": ["31"], "legal": [], "paths": [], "to_move": None}
    yield "chance without weight", "a chance outcome without a weight", state(points, **due)
    yield "chance beside moves", "a chance outcome while a side may move", state(points, chances=["31"], weights=[1])
    yield "a table with counts", "a count of no cell", state(table, counts=[1])
    yield "a table with rows", "a row of no grid", state(table, rows=["-"])
    yield "path on a table", "a move of cell 0 where there are no cells", state(table, paths=[[], [0]])
    yield "unknown card", "a card that is not in the pack", state(table, trays=[hand(0, "A").model_dump()])
    yield "unknown shape", "a board of no known shape", board(cells, shape="sphere")
    yield "clock with one seat", "one clock for two seats", state(cells, remaining_ms=[1000], flag_ms=[1000])
    yield "endless clock", "10^300 milliseconds", state(cells, remaining_ms=[10**300, 1], flag_ms=[1, 1])
    yield "seat 7 to move", "seat 7 of two is to move", state(cells, to_move=7)
    yield "huge ply", "10^30 moves", state(cells, ply=10**30)
    yield "no seats", "a match without seats", {"seats": []}
    yield "seat 7", "a match whose only seat is number 7", {"seats": [json.loads(FIRST)["seats"][0] | {"seat": 7}]}
    yield "you are nobody", "the client has seat 5 of two", {"you": 5}
    yield "one point", "points of one seat for two", {"result": {"winner": 0, "reason": "line", "points": [1]}}
    yield "time beyond calendars", "a match created in the year 10^292", {"created_at": 1e300}
    yield "no game", "the game is null", {"game": None}
    yield "moves of no seat", "a move of seat 6 of two", {"moves": [json.loads(encode(move(0, 4))) | {"seat": 6}]}


def later() -> Iterator[tuple[str, str, list[str]]]:
    """Yield messages after a good snapshot that are wrong."""
    yield "event of seat 7", "a move of seat 7 of two", [FIRST, changed(MOVED, "event", "move", "seat", to=7)]
    yield "event on another board", "rows for one column", [FIRST, changed(MOVED, "state", "rows", to=["-"])]
    yield "event of a number too large", "event 10^40", [FIRST, changed(MOVED, "seq", to=10**40)]
    yield "event without a snapshot", "the snapshot is missing", [MOVED]
    yield (
        "presence of seat 7",
        "seat 7 of two is away",
        [
            FIRST,
            encode(Presence(match=MATCH, away=[Away(seat=7, away_ms=0, claim_ms=None)])).decode(),
        ],
    )
    yield "search of seat 7", "seat 7 of two searches", [FIRST, changed(thinking(0), "seat", to=7)]
    yield (
        "search without end",
        "a search of 10^300 seconds",
        [FIRST, changed(thinking(0), "search", "seconds", to=1e300)],
    )
    yield "text that is a number", "chat that is not a text", [FIRST, changed(SAID, "text", to=5)]
    yield "chat without a time", "a time that is not a number", [FIRST, SAID.replace('"at":0.0', '"at":NaN')]
    yield "no JSON", "text that is not JSON", [FIRST, "hello"]
    yield "a list", "JSON that is not an object", [FIRST, "[1, 2]"]
    yield "deep nesting", "100,000 open brackets", [FIRST, "[" * 100_000]
    yield "long text", "a notice of 2 MB", [FIRST, "x" * 2_000_000]
    yield "long number", "a number of 100,000 digits", [FIRST, "9" * 100_000]
    yield "lone surrogate", "half of a character", [FIRST, SAID.replace("why?", "\\ud800")]


def dirty_frames(text: str) -> list[str]:
    """Return a snapshot, a move and chat with a text in all places that a client shows."""
    label = text[:30]
    first = changed(FIRST, "seats", 0, "name", to=text)
    first = changed(first, "game", "title", to=text)
    first = changed(first, "game", "seats", to=[text, text])
    first = changed(first, "board", "row_labels", to=[label, label, label])
    first = changed(first, "state", "counters", to={text: 5})
    moved = changed(MOVED, "event", "move", "move", to=text)
    moved = changed(moved, "event", "move", "search", "line", to=[text])
    return [first, moved, changed(SAID, to={"name": text, "text": text})]


def harmless() -> Iterator[tuple[str, str, Literal["shown", "skipped"], list[str]]]:
    """Yield messages that a client goes on after."""
    for name, text in HARMFUL.items():
        first, moved, said = dirty_frames(dirty := f"a{text}b")
        first = changed(first, to={"code": dirty, "host": dirty, "options": {"columns": dirty}})
        first = changed(first, "seats", 1, "label", to=dirty)
        moved = changed(moved, "state", "legal", to=[dirty] * 8)
        notice = json.dumps({"t": "notice", "text": dirty})
        yield name, f"texts with: {name}", "shown", [first, moved, said, notice, ENDED]
    yield "unknown type", "a message of a newer version", "skipped", [FIRST, '{"t":"fireworks"}', MOVED, ENDED]
    unknown = changed(FIRST, to={"sparkle": {"deep": [1, {"a": None}]}})
    yield "unknown field", "a field of a newer version", "skipped", [unknown, MOVED, ENDED]
    markup = changed(SAID, to={"name": "[red]", "text": "[b]bold[/b] [@click=app.quit]x[/] [/nothing] \\["})
    yield "markup", "chat with the markup of a library for terminals", "skipped", [FIRST, MOVED, markup, ENDED]
    yield "twice", "a repeated event", "skipped", [FIRST, MOVED, MOVED, ENDED]


def cases() -> Iterator[Case]:
    """Yield every case."""
    for name, wrong, fields in boards():
        yield Case(name, wrong, "refused", [changed(FIRST, to=fields)])
    for name, wrong, frames in later():
        yield Case(name, wrong, "refused", frames)
    for name, wrong, expect, frames in harmless():
        yield Case(name, wrong, expect, frames)


CASES = list(cases())


def case_of(name: str) -> Case:
    """Return the case of a name."""
    return next(case for case in CASES if case.name == name)
