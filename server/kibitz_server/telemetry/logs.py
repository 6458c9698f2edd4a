"""Logs: one line an event on standard error, for people at a terminal, as JSON for everything else.

Lines are put into words and written by a thread of their own: a terminal or a pipe that nobody reads holds up no match.
When too many wait, the newest are lost; the next one that is not says how many.
"""

import atexit
import logging
import queue
import sys
from logging.handlers import QueueHandler, QueueListener

import structlog

from kibitz_server.telemetry.redact import redact

MOST_WAITING = 10_000


class LogQueue(QueueHandler):
    """Puts records aside as they are, for the thread that writes; never waits."""

    def __init__(self, waiting: "queue.Queue[logging.LogRecord]") -> None:
        super().__init__(waiting)
        self.lost = 0

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        """The record itself: it stays in this process."""
        return record

    def enqueue(self, record: logging.LogRecord) -> None:
        """See `QueueHandler`."""
        waiting: queue.Queue[logging.LogRecord] = self.queue  # type: ignore[assignment]
        try:
            if self.lost and isinstance(record.msg, dict):
                record.msg["lines_lost"] = self.lost
            waiting.put_nowait(record)
            self.lost = 0
        except queue.Full:
            self.lost += 1


def set_up(level: str, lasting: bool = False) -> None:
    """Send structlog and the standard library's logging to standard error from `level` on.

    What is `lasting` holds for the life of the process, which makes each line cheaper.
    """
    at_terminal = sys.stderr.isatty()
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=not at_terminal),
    ]
    last: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer() if at_terminal else structlog.processors.JSONRenderer()
    )
    to_text = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            redact,
            last,
        ],
    )
    handler = logging.StreamHandler()
    handler.setFormatter(to_text)
    shelf = LogQueue(queue.Queue(MOST_WAITING))
    writer = QueueListener(shelf.queue, handler)
    writer.start()
    atexit.register(writer.stop)
    root = logging.getLogger()
    root.handlers = [shelf]
    root.setLevel(level.upper())
    # Which of its plug-ins it sets up is nobody's news.
    logging.getLogger("alembic").setLevel(max(logging.WARNING, root.level))
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            # Here, because the thread that writes does not have the exception at hand.
            structlog.processors.format_exc_info,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        # What is below the level should cost nothing; the filter above asks for each line.
        wrapper_class=structlog.make_filtering_bound_logger(root.level),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=lasting,
    )
