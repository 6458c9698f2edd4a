"""The list of places where a server searches, as an operator reads it."""

import json

from kibitz_protocol.commands.admin import Engines
from kibitz_server.cli.admin.output import lines
from kibitz_server.engine.driver import MachineCode
from kibitz_server.handlers.admin import views
from kibitz_server.pool.placement import Use
from kibitz_server.pool.status import EngineStatus, PlaceStatus

CHESS, WIDE, NARROW = (
    MachineCode("alphabeta", "chess", ()),
    MachineCode("mcts", "connect4", (("columns", 9),)),
    MachineCode("mcts", "connect4", (("columns", 7),)),
)
LOCAL = PlaceStatus("local", slots=2, busy=1, finished=7, speeds=((CHESS, 654_321.0),))
GOOD = PlaceStatus(
    "tcp://192.0.2.9:40001",
    slots=4,
    busy=2,
    taken=1,
    finished=120,
    lost=3,
    speeds=((WIDE, 1_250_400.2), (NARROW, 9.0), (CHESS, 800_000.0)),
    unused={"go": "another version of the game", "chess": "its move was not legal", "reversi": "not offered"},
    heard_s=0.2512,
    version="0.1.0",
)
OLD = PlaceStatus("tcp://192.0.2.10:40002", "refused", slots=8, heard_s=1.0, why="it has distributed 2020.1")
CLUSTER = EngineStatus(Use.PREFER, 5, "tcp://192.0.2.8:8786", "", True, 2, (LOCAL, GOOD, OLD))


def shown(status: EngineStatus, *, as_json: bool = False) -> list[str]:
    """Return the output of a status that was sent as a message."""
    return lines(Engines.model_validate(views.engines(status)), as_json)


def test_each_place_is_a_row() -> None:
    """A row has slots, load, losses, the last sign of life and the speed that was measured last."""
    headings, local, good, old, *_ = [line.split() for line in shown(CLUSTER)]
    assert headings == "place state slots busy taken finished lost heard speed version".split()
    assert local == "local used 2 1 0 7 0 - 654 k/s chess alphabeta -".split()
    assert good == "tcp://192.0.2.9:40001 used 4 2 1 120 3 0.2 s ago 1,250 k/s connect4 mcts 0.1.0".split()
    assert old[:3] == ["tcp://192.0.2.10:40002", "refused", "8"]


def test_what_is_not_used_has_its_reason() -> None:
    """Below the table are the queue, the cluster, refused workers, and the games of each reason."""
    assert shown(CLUSTER)[4:] == [
        "5 waiting for a slot",
        "cluster tcp://192.0.2.8:8786: connected (2 since the start), use: prefer",
        "tcp://192.0.2.9:40001 is not used for chess: its move was not legal",
        "tcp://192.0.2.9:40001 is not used for go: another version of the game",
        "tcp://192.0.2.9:40001 is not used for reversi: not offered",
        "tcp://192.0.2.10:40002 is not used: it has distributed 2020.1",
    ]


def test_a_lost_cluster_and_a_missing_one_are_told_apart() -> None:
    """A server that is not connected says why; one without a cluster says how to use one."""
    lost = EngineStatus(cluster="tcp://192.0.2.8:8786", trouble="no scheduler answers there", places=(LOCAL,))
    assert shown(lost)[-1] == "cluster tcp://192.0.2.8:8786: NOT CONNECTED (no scheduler answers there), use: spare"
    assert "serve --engines" in shown(EngineStatus(places=(LOCAL,)))[-1]


def test_a_worker_that_is_gone_says_why() -> None:
    """It keeps its row for a while, with what it lost."""
    gone = PlaceStatus("tcp://192.0.2.9:40001", "gone", finished=7, lost=1, heard_s=40.0, why="it is silent")
    assert shown(EngineStatus(places=(gone,)))[1].split()[:7] == [gone.place, "gone", "0", "0", "0", "7", "1"]
    assert shown(EngineStatus(places=(gone,)))[-1] == "tcp://192.0.2.9:40001 is gone: it is silent"


def test_of_many_games_the_first_ones_are_named() -> None:
    """A worker may offer one game of twenty."""
    few = PlaceStatus("tcp://192.0.2.9:40001", unused=dict.fromkeys("abcdefgh", "not offered"), heard_s=0.0)
    assert shown(EngineStatus(places=(few,)))[-1].endswith("is not used for a, b, c, d, e, f and 2 more: not offered")


def test_as_json_it_is_one_object() -> None:
    """The object has the state of the cluster and all places. Options of a game do not repeat its speed."""
    [line] = shown(CLUSTER, as_json=True)
    told = json.loads(line)
    assert (told["use"], told["cluster"], told["connected"]) == ("prefer", "tcp://192.0.2.8:8786", True)
    good = told["places"][1]
    assert good["heard_s"] == 0.25
    assert good["speeds"] == [
        {"game": "connect4", "algorithm": "mcts", "per_s": 1_250_400},
        {"game": "chess", "algorithm": "alphabeta", "per_s": 800_000},
    ]
