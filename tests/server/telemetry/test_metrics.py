"""What a server counts, and the dashboard that draws it."""

import json
import re
from pathlib import Path

from kibitz_server.limits.config import Limits
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.limits.token_bucket import Rate
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.net.outbox import Outbox
from kibitz_server.telemetry.loop_lag import BEAT_S, LoopLag
from kibitz_server.telemetry.metrics import FEED, Metrics, ServerStatus
from tests.fakes import ManualScheduler, settle
from tests.server.conftest import ENGINE, InProcessServer

DASHBOARD = Path(__file__).parents[3] / "docs" / "grafana" / "kibitz.json"
ME, OPEN = {"kind": "me"}, {"kind": "open"}


def value(metrics: Metrics, name: str, **labels: str) -> float:
    """A sample; 0 when it was never counted."""
    return metrics.registry.get_sample_value(f"kibitz_{name}", labels) or 0.0


async def test_moves_matches_and_answers_are_counted(server: InProcessServer) -> None:
    """Each move by who played it, each end by its reason, each command by the time to its answer."""
    ann, metrics = server.connect("ann"), server.runtime.metrics
    code = ann.host(seats=[ME, ENGINE])
    ann.ask("move", match=code, ply=0, move="b2")
    await server.pool.last.finish()
    server.store.commit()
    ann.ask("resign", match=code)
    assert value(metrics, "moves_total", by="human") == value(metrics, "moves_total", by="engine") == 1
    assert value(metrics, "matches_ended_total", reason="resignation") == 1
    assert value(metrics, "answer_seconds_count", command="move") == 1
    assert value(metrics, "commit_seconds_count") >= 3
    assert server.runtime.rooms.census() == {"finished": 1}


async def test_refusals_are_counted_by_code(server: InProcessServer) -> None:
    """Those of the rules, and those of the guard."""
    guard = RateLimiter(Limits(chat=Rate(1, 60)), server.scheduler.time, server.pool.waiting)
    ann, metrics = server.connect("ann"), server.runtime.metrics
    ann.session._limiter = guard.for_client("ann", "home", guest=True)
    ann.ask("join", match="NOWHERE")
    ann.ask("chat", match="NOWHERE", text="hello")
    ann.ask("chat", match="NOWHERE", text="hello?")
    assert value(metrics, "refusals_total", code="unknown_match") == 2
    assert value(metrics, "refusals_total", code="too_many") == 1


async def test_searches_are_counted_by_how_they_ended(server: InProcessServer) -> None:
    """Finished, cancelled or failed, with the time they waited and the time they had."""
    ann, metrics = server.connect("ann"), server.runtime.metrics
    code = ann.host(seats=[ENGINE, ENGINE])
    server.scheduler.advance(0.5)
    await server.pool.last.finish()
    server.store.commit()
    ann.host(seats=[ME, ENGINE])
    room = server.runtime.rooms.find(code)
    assert room is not None
    server.scheduler.advance(0.5)
    server.pool.last.cancel()
    await settle()
    assert value(metrics, "searches_total", outcome="finished") == 1
    assert value(metrics, "searches_total", outcome="cancelled") == 1
    assert value(metrics, "search_seconds_sum") == 1.0


async def test_what_is_dropped_for_a_slow_client_is_counted() -> None:
    """Each message for which a snapshot is owed."""
    dropped: list[int] = []
    outbox = Outbox(most_messages=4, on_drop=dropped.append)
    for _ in range(5):
        outbox.put(OutgoingMessage(b"event", "a"))
    assert dropped == [5]


def test_the_loop_is_late_by_what_its_beat_is_late() -> None:
    """Half a second from beat to beat, until it is stopped."""
    scheduler, late = ManualScheduler(), list[float]()
    pulse = LoopLag(scheduler, late.append)
    scheduler.advance(3 * BEAT_S)
    assert late == [0, 0, 0]
    pulse.stop()
    scheduler.advance(3 * BEAT_S)
    assert len(late) == 3


def test_what_stands_is_read_when_it_is_asked_for() -> None:
    """Two looks give two numbers."""
    metrics, there = Metrics(), [1]
    metrics.stand(ServerStatus(connections=lambda: there[0], matches=lambda: {"open": there[0]}))
    assert value(metrics, "connections") == value(metrics, "matches", phase="open") == 1
    there[0] = 2
    assert value(metrics, "connections") == value(metrics, "matches", phase="open") == 2


def test_the_dashboard_names_only_metrics_that_exist() -> None:
    """A graph of something that is not counted would stay empty for ever, and no metric is left without one."""
    metrics = Metrics()
    metrics.stand(ServerStatus(feed=lambda: dict.fromkeys(FEED, 0)))
    families = list(metrics.registry.collect())
    known = {family.name for family in families}
    samples = known | {f"{name}_total" for name in known}
    samples |= {
        f"{family.name}_{end}" for family in families if family.type == "histogram" for end in ("bucket", "sum")
    }
    drawn = set(re.findall(r"kibitz_\w+", json.dumps([panel.get("targets") for panel in board()["panels"]])))
    assert drawn
    assert drawn <= samples
    assert known == {re.sub(r"_(total|bucket|sum)$", "", name) for name in drawn}


def test_the_dashboard_can_be_laid_out() -> None:
    """Panels have ids of their own and fit the width of the page."""
    panels = board()["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    assert all(panel["gridPos"]["x"] + panel["gridPos"]["w"] <= 24 for panel in panels)


def board() -> dict[str, list[dict[str, dict[str, int]]]]:
    """The bundled dashboard."""
    loaded: dict[str, list[dict[str, dict[str, int]]]] = json.loads(DASHBOARD.read_text())
    return loaded


def test_durations_are_a_histogram() -> None:
    """Each bucket holds what is in those before it, its end included; and there are the sum and the number."""
    metrics = Metrics()
    for seconds in (0.0001, 0.0005, 0.003, 9.0):
        metrics.answer_s["move"].observe(seconds)
    buckets = {end: value(metrics, "answer_seconds_bucket", command="move", le=end) for end in ("0.0005", "0.005")}
    assert buckets == {"0.0005": 2, "0.005": 3}
    assert value(metrics, "answer_seconds_bucket", command="move", le="5.0") == 3
    assert value(metrics, "answer_seconds_bucket", command="move", le="+Inf") == 4
    assert value(metrics, "answer_seconds_count", command="move") == 4
    assert round(value(metrics, "answer_seconds_sum", command="move"), 4) == 9.0036
    assert b'kibitz_commit_seconds_bucket{le="0.001"} 0.0' in metrics.text()
