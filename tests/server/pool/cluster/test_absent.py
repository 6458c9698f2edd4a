"""Workers that are refused or gone stay in the list of an operator for a while."""

import msgspec

from kibitz_server.pool.cluster.absent import GONE_S, MOST_GONE, AbsentWorkers
from kibitz_server.pool.cluster.wire import PROTOCOL, Here
from kibitz_server.pool.status import PlaceStatus

HERE = Here(PROTOCOL, "tcp://192.0.2.9:1", "one start", 4, {}, {"kibitz": "0.1.0"})
USED = PlaceStatus("tcp://192.0.2.9:2", slots=4, busy=2, taken=1, finished=7, lost=3, heard_s=30.0, version="0.1.0")


def test_a_worker_that_is_gone_keeps_its_losses_and_its_speeds() -> None:
    """It has no slots any more, and the time of its last sign of life."""
    absent = AbsentWorkers()
    absent.part(USED, "it is silent", 100.0)
    [status] = absent.status(105.0)
    assert status == PlaceStatus(
        USED.place, "gone", finished=7, lost=3, heard_s=35.0, version="0.1.0", why="it is silent"
    )


def test_a_refused_worker_is_listed_until_it_is_silent() -> None:
    """It announces itself again and again."""
    absent = AbsentWorkers()
    absent.refuse(HERE, "it is old", 100.0)
    absent.refuse(HERE, "it is old", 102.0)
    assert absent.status(103.0) == (
        PlaceStatus(HERE.worker, "refused", slots=4, heard_s=1.0, version="0.1.0", why="it is old"),
    )
    absent.forget(132.0, 30.0)
    assert absent.status(132.0)
    absent.forget(132.1, 30.0)
    assert not absent.status(132.1)


def test_a_worker_that_is_gone_is_listed_for_a_bounded_time() -> None:
    """The time begins with its last sign of life."""
    absent = AbsentWorkers()
    absent.part(USED, "it has left", 30.0)
    absent.forget(GONE_S, 30.0)
    assert absent.status(GONE_S)
    absent.forget(GONE_S + 0.1, 30.0)
    assert not absent.status(GONE_S)


def test_a_worker_that_is_used_again_is_not_absent() -> None:
    """Each address is in one place."""
    absent = AbsentWorkers()
    absent.refuse(msgspec.structs.replace(HERE, worker=USED.place), "it is old", 100.0)
    absent.part(USED, "it has left", 100.0)
    absent.accept(USED.place)
    assert not absent.status(100.0)


def test_without_a_connection_no_worker_is_refused() -> None:
    """Those that are gone stay in the list."""
    absent = AbsentWorkers()
    absent.refuse(HERE, "it is old", 100.0)
    absent.part(USED, "it has left", 100.0)
    absent.forget_refused()
    assert [status.state for status in absent.status(100.0)] == ["gone"]


def test_the_list_is_bounded() -> None:
    """Of many workers that come and go, the last ones are listed."""
    absent = AbsentWorkers()
    for port in range(MOST_GONE + 3):
        absent.part(PlaceStatus(f"tcp://192.0.2.9:{port}"), "it has left", 100.0)
    listed = [status.place.rpartition(":")[2] for status in absent.status(100.0)]
    assert listed == [str(port) for port in range(3, MOST_GONE + 3)]
