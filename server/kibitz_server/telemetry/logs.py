"""Logs on standard error: one line for each event, as text on a terminal and otherwise as JSON.

A separate thread formats and writes the lines, so that a terminal or a pipe without a reader does not block matches.
If too many lines wait, the newest are lost, and the next line has their number.
"""

import atexit
import contextvars
import logging
import queue
import sys
from logging.handlers import QueueHandler, QueueListener

import structlog

from kibitz_server.telemetry.redact import redact

MAX_WAITING = 10_000
CONNECTION: contextvars.ContextVar[int] = contextvars.ContextVar("connection")
"""Number of the connection whose bytes are processed. Each log line has it, also those of tasks and timers that began
there."""


class LogQueue(QueueHandler):
    """Handler that queues unformatted records for the writing thread, and never blocks."""

    def __init__(self, waiting: "queue.Queue[logging.LogRecord]") -> None:
        super().__init__(waiting)
        self.lost = 0

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        """Return the record unchanged, as it stays in this process."""
        return record

    def enqueue(self, record: logging.LogRecord) -> None:
        waiting: queue.Queue[logging.LogRecord] = self.queue  # type: ignore[assignment]
        try:
            if self.lost and isinstance(record.msg, dict):
                record.msg["lines_lost"] = self.lost
            waiting.put_nowait(record)
            self.lost = 0
        except queue.Full:
            self.lost += 1


def add_connection(
    _logger: structlog.typing.WrappedLogger, _method: str, event: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    """Add the connection to a log line, if there is one."""
    number = CONNECTION.get(None)
    if number is not None:
        event["connection"] = f"{number:08x}"
    return event


def set_up(level: str, cached: bool = False) -> None:
    """Send structlog and the standard library's logging to standard error.

    Args:
        level: Lowest level to log.
        cached: Whether the settings hold for the life of the process, so that loggers can be cached.
    """
    at_terminal = sys.stderr.isatty()
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        add_connection,
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
    log_queue = LogQueue(queue.Queue(MAX_WAITING))
    writer = QueueListener(log_queue.queue, handler)
    writer.start()
    atexit.register(writer.stop)
    root = logging.getLogger()
    root.handlers = [log_queue]
    root.setLevel(level.upper())
    # At INFO, Alembic logs each of its plug-ins.
    logging.getLogger("alembic").setLevel(max(logging.WARNING, root.level))
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            # Here, because the writing thread cannot access the current exception.
            structlog.processors.format_exc_info,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        # Lines below the level cost nothing with this wrapper; the filter above runs for each line.
        wrapper_class=structlog.make_filtering_bound_logger(root.level),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=cached,
    )
