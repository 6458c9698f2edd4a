"""Tests of the metrics, and of the dashboard that shows them."""

import json
import re
from pathlib import Path

from kibitz_server.limits.client import ClientLimiter
from kibitz_server.limits.config import Limits
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.limits.token_bucket import Rate
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.net.outbox import Outbox
from kibitz_server.telemetry.loop_lag import INTERVAL_S, LoopLag
from kibitz_server.telemetry.metrics import FEED, Metrics, ServerStatus
from tests.fakes.server import ManualScheduler, settle
from tests.server.conftest import ENGINE, InProcessServer

DASHBOARD = Path(__file__).parents[3] / "docs" / "grafana" / "kibitz.json"
ME, OPEN = {"kind": "me"}, {"kind": "open"}


def value(metrics: Metrics, name: str, **labels: str) -> float:
    """Return a sample; 0 if it was never counted."""
    return metrics.registry.get_sample_value(f"kibitz_{name}", labels) or 0.0


async def test_moves_matches_and_answers_are_counted(server: InProcessServer) -> None:
    """Moves are counted by player, ends by reason, and the time to an answer by command."""
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
    """Refusals of the rules and of the rate limiter are counted."""
    guard = RateLimiter(Limits(chat=Rate(1, 60)), server.scheduler.time, server.pool.waiting)
    ann, metrics = server.connect("ann"), server.runtime.metrics
    ann.session._limiter = ClientLimiter(guard, "ann", "home", guest=True)
    ann.ask("join", match="NOWHERE")
    ann.ask("chat", match="NOWHERE", text="hello")
    ann.ask("chat", match="NOWHERE", text="hello?")
    assert value(metrics, "refusals_total", code="unknown_match") == 2
    assert value(metrics, "refusals_total", code="too_many") == 1


async def test_searches_are_counted_by_how_they_ended(server: InProcessServer) -> None:
    """Searches are counted as finished, cancelled or failed, with their wait and their time."""
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
    """Each dropped message that a snapshot replaces is counted."""
    dropped: list[int] = []
    outbox = Outbox(most_messages=4, on_drop=dropped.append)
    for _ in range(5):
        outbox.put(OutgoingMessage(b"event", "a"))
    assert dropped == [5]


def test_the_lag_is_the_delay_of_the_timer() -> None:
    """The lag is measured every half second, until `stop`."""
    scheduler, late = ManualScheduler(), list[float]()
    pulse = LoopLag(scheduler, late.append)
    scheduler.advance(3 * INTERVAL_S)
    assert late == [0, 0, 0]
    pulse.stop()
    scheduler.advance(3 * INTERVAL_S)
    assert len(late) == 3


def test_gauges_are_read_for_each_scrape() -> None:
    """Two scrapes give two values."""
    metrics, there = Metrics(), [1]
    metrics.add_status(ServerStatus(connections=lambda: there[0], matches=lambda: {"open": there[0]}))
    assert value(metrics, "connections") == value(metrics, "matches", phase="open") == 1
    there[0] = 2
    assert value(metrics, "connections") == value(metrics, "matches", phase="open") == 2


def test_slots_are_counted_by_place() -> None:
    """Slots of this machine and of all workers together have series of their own, and so have their searches."""
    metrics = Metrics()
    busy, lost = {("local", "busy"): 2, ("remote", "busy"): 3, ("remote", "idle"): 1}, {("remote", "lost"): 4}
    metrics.add_status(
        ServerStatus(slots=lambda: busy, placed=lambda: lost, workers=lambda: 2, cluster_connections=lambda: 5)
    )
    assert value(metrics, "slots", place="local", state="busy") == 2
    assert value(metrics, "slots", place="remote", state="busy") == 3
    assert value(metrics, "slots", place="remote", state="idle") == 1
    assert value(metrics, "slot_searches", place="remote", outcome="lost") == 4
    assert (value(metrics, "cluster_workers"), value(metrics, "cluster_connections")) == (2, 5)


def test_the_dashboard_names_only_metrics_that_exist() -> None:
    """The dashboard shows every metric, and no unknown ones."""
    metrics = Metrics()
    metrics.add_status(ServerStatus(feed=lambda: dict.fromkeys(FEED, 0)))
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
    """Panels have unique ids and fit the width of the page."""
    panels = board()["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    assert all(panel["gridPos"]["x"] + panel["gridPos"]["w"] <= 24 for panel in panels)


def board() -> dict[str, list[dict[str, dict[str, int]]]]:
    """Return the bundled dashboard."""
    loaded: dict[str, list[dict[str, dict[str, int]]]] = json.loads(DASHBOARD.read_text())
    return loaded


def test_durations_are_a_histogram() -> None:
    """Each bucket includes those before it, and its upper bound; there are a sum and a count."""
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
