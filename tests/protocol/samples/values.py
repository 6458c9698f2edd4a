"""Samples of the values that messages consist of."""

from kibitz_protocol import to_client as told
from kibitz_protocol.commands import explain
from kibitz_protocol.values.boards import Grid
from kibitz_protocol.values.engines import EngineSpec, Limit, SearchReport
from kibitz_protocol.values.games import GameInfo, OptionInfo
from kibitz_protocol.values.matches import Delay, MatchRow, MoveView, Result, SeriesView
from kibitz_protocol.values.seats import SeatView
from kibitz_protocol.values.state import State

TOKEN = "token-of-32-letters-or-so-it-seems"
ENGINE = EngineSpec(algorithm="alphabeta", limit=Limit(seconds=0.5, depth=8, nodes=1000, seed=7))
GRID = Grid(column_labels=["a"], row_labels=["1"], symbols={"-": "empty", "X": "cross"}, cell_labels=[], block=0)
GAME = GameInfo(
    name="mnk",
    title="m,n,k",
    summary="Place stones.",
    move_help="a move is an empty square",
    seats=["X", "O"],
    options=[
        OptionInfo(name="columns", default=3, range="1 to 19", meaning="squares from left to right"),
        OptionInfo(name="exact", default=False, range="true or false", meaning="a longer line does not win"),
    ],
    guide="Goal: a line.\nNotation: a1 is the bottom left.",
)
STATE = State(
    ply=1,
    to_move=1,
    position="0123456789ab",
    text="X O",
    rows=["X"],
    counts=[],
    blocks="",
    last=[0],
    legal=["a1"],
    paths=[[0]],
    counters={"discs": 2},
    remaining_ms=[60_000, 29_500, 60_000, 60_000],
    flag_ms=[150_000, 59_500, 150_000, 150_000],
    periods=[3, 2, 3, 3],
    ticking=1,
)
SEARCH = SearchReport(
    algorithm="alphabeta",
    score=-35,
    wins_in=None,
    depth=9,
    nodes=123_456,
    seconds=0.5,
    line=["b2", "a1"],
    selective=14,
    fill=710,
    shares=[("b2", 640), ("a1", 360)],
    exact=False,
    distance=None,
)
SEATS = [
    SeatView(seat=0, kind="human", name="Zoë"),
    SeatView(seat=1, kind="engine", name="alphabeta:depth=8"),
    SeatView(seat=2, kind="open", name=None),
    SeatView(seat=3, kind="open", name=None, kept_for="deep fox", bot=True),
]
SERIES = SeriesView(id="s1", number=2, games=10, score=[0.5, 1.5, 0, 0])
WON = Result(winner=0, reason="line", points=[2, 0, 0, 0])
DRAWN = Result(winner=None, reason="full board")
MOVE = MoveView(ply=0, seat=0, move="b2", elapsed_ms=1500, search=SEARCH)
ROW = MatchRow(
    match="m1",
    code="K7QX42",
    game="mnk",
    options={"columns": 3, "exact": False},
    phase="running",
    seats=SEATS,
    ply=4,
    clock="5+3",
    watchers=2,
    result=None,
    host="Zoë",
    rated=True,
    visibility="unlisted",
    watchable=True,
    delay=Delay(moves=2),
    series=SERIES,
    for_you=True,
)
LEAF = explain.TreeNode(
    node=1,
    move="1",
    player="max",
    alpha=None,
    beta=-2.5,
    value=3,
    bound="exact",
    pruned=False,
    why="leaf",
    children=[],
)
PRUNED = explain.TreeNode(
    node=None,
    move="2",
    player="max",
    alpha=3,
    beta=-2.5,
    value=None,
    bound="exact",
    pruned=True,
    why="left out: after 1 min has enough here (alpha 3, beta -2.5)",
    children=[],
)
TREE = explain.TreeNode(
    node=0,
    move=None,
    player="min",
    alpha=None,
    beta=-2.5,
    value=3,
    bound="at least",
    pruned=False,
    why="min takes the lowest: 1",
    children=[LEAF, PRUNED],
)
ZOE = told.Identity(id="id-zoe", name="Zoë", account=True, role="player")
BOT = told.Identity(id="id-bot", name="Zoë's bot", account=True, role="bot")
