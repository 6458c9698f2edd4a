"""What the metrics and the logs are told of the events of matches."""

import structlog

from kibitz_server.core.events import Event, MatchAborted, MatchFinished, MatchStarted, MovePlayed
from kibitz_server.core.match import Match
from kibitz_server.core.players import Engine
from kibitz_server.shell.metrics import Metrics

log = structlog.get_logger(__name__)


def tally(metrics: Metrics, match: Match, events: tuple[Event, ...]) -> None:
    """Count what happened."""
    for event in events:
        match event:
            case MatchStarted():
                log.info("a match began", match=match.created.id, game=match.created.game)
            case MovePlayed():
                metrics.moves["engine" if isinstance(match.seats[event.seat], Engine) else "human"].inc()
            case MatchFinished(result):
                metrics.matches.labels(result.reason).inc()
                log.info("a match is over", match=match.created.id, reason=result.reason)
            case MatchAborted():
                metrics.matches.labels("aborted").inc()
            case _:
                pass
