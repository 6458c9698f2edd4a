"""State of the engine pool at each place, for operators: slots, load, speeds and losses."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from kibitz_server.engine.driver import MachineCode
from kibitz_server.pool.placement import Use

State = Literal["used", "starting", "silent", "leaving", "refused", "gone", "down"]
"""`starting`: the slots of a new worker are being made. `refused`: a worker whose version does not fit. `gone`: a
worker that was used and has left, or was silent for long. `down`: no process of this machine runs."""


@dataclass(frozen=True, slots=True)
class PlaceStatus:
    """State of this machine, or of one worker of the cluster.

    `busy` slots run searches of this server, `taken` ones those of another. `speeds` are positions or playouts a
    second, the last measured first. `unused` has the reason for each game that is not searched here. `heard_s` is the
    time since the last sign of life of a worker.
    """

    place: str
    state: State = "used"
    slots: int = 0
    busy: int = 0
    taken: int = 0
    finished: int = 0
    lost: int = 0
    speeds: tuple[tuple[MachineCode, float], ...] = ()
    unused: Mapping[str, str] = field(default_factory=dict)
    heard_s: float | None = None
    version: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class EngineStatus:
    """State of all places: this machine first, then the workers of the cluster.

    `cluster` is its address, None without one; `trouble` says why it is not connected. `connections` counts how often
    the server has connected to it.
    """

    use: Use = Use.SPARE
    waiting: int = 0
    cluster: str | None = None
    trouble: str = ""
    connected: bool = False
    connections: int = 0
    places: tuple[PlaceStatus, ...] = ()
