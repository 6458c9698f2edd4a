"""Logs: one line an event on standard error, for people at a terminal, as JSON for everything else."""

import logging
import sys

import structlog

from kibitz_server.shell.redact import redact


def set_up(level: str) -> None:
    """Send structlog and the standard library's logging to standard error from `level` on."""
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
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
