"""Tests that logs contain no secrets."""

import io
import logging
from typing import Any

import pytest
import structlog

from kibitz_server.telemetry.redact import redact, scrub

TOKEN = "kbz_9fQ2-x8_LmNoPqRsTuVwXyZ0123456789"


@pytest.mark.parametrize(
    "text",
    [
        "token=hunter2hunter2",
        '{"t":"hello","token":"hunter2hunter2"}',
        "{'password': 'hunter2 hunter2', 'name': 'ann'}",
        r'frame "{\"password\":\"hunter2hunter2\"}"',
        "Hello(name='ann', token='hunter2hunter2')",
        "Authorization: Bearer hunter2hunter2",
        "postgresql+psycopg://kibitz:hunter2@db/kibitz",
        "new_password: hunter2",
    ],
)
def test_secrets_inside_a_text_are_taken_out(text: str) -> None:
    """Text after a sensitive name, and the password of a URL, is removed."""
    assert "hunter2" not in scrub(text)
    assert "[redacted]" in scrub(text)


@pytest.mark.parametrize("form", ["seed={}", '{{"seed":"{}"}}', r"{{\"seed\": \"{}\"}}", "MatchCreated(seed='{}')"])
def test_the_seed_of_a_match_is_taken_out(form: str) -> None:
    """A seed that is still secret decides all draws; the seeds of searches are short numbers and stay."""
    assert scrub(form.format("5eed" * 16)).count("[redacted]") == 1
    assert "5eed" not in scrub(form.format("5eed" * 16))
    assert scrub("seed=7") == "seed=7"


def test_tokens_are_recognised_by_their_prefix() -> None:
    """A token is found anywhere in a text."""
    assert scrub(f"said {TOKEN}, and went") == "said kbz_[redacted], and went"


@pytest.mark.parametrize(
    "text",
    ["a match was created", "unknown token", "the token belongs to nobody", "ws://127.0.0.1:8765", "3:2 for ann"],
)
def test_other_texts_stay_as_they_are(text: str) -> None:
    """A sentence about tokens is unchanged."""
    assert scrub(text) == text


def test_values_under_a_sensitive_name_are_hidden() -> None:
    """Values are hidden at any depth, and in the `repr` of objects."""

    class Command:
        def __repr__(self) -> str:
            return "Login(name='ann', password='hunter2')"

    event: dict[str, Any] = {
        "event": "x",
        "password": "hunter2",
        "command": Command(),
        "more": {"access_token": ["hunter2"], "list": [{"secret": "hunter2"}], "kept": [1, True, None, "yes"]},
        "tokens": 3,
    }
    told = redact(None, "info", event)
    assert "hunter2" not in repr(told)
    assert told["more"]["kept"] == [1, True, None, "yes"]
    assert told["tokens"] == 3


def test_tracebacks_and_other_libraries_are_covered() -> None:
    """The last processor redacts the formatted text of exceptions."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.processors.format_exc_info, redact, structlog.processors.JSONRenderer(default=str)]
        )
    )
    logger = logging.getLogger("tests.redact")
    logger.propagate = False
    logger.addHandler(handler)
    try:
        raise ValueError(f"bad frame {{'token': '{TOKEN}', 'password': 'hunter2'}}")
    except ValueError:
        logger.exception("broke with %s", {"password": "hunter2"})
    finally:
        logger.removeHandler(handler)
    assert "broke with" in out.getvalue()
    assert "ValueError" in out.getvalue()
    assert "hunter2" not in out.getvalue()
    assert TOKEN not in out.getvalue()
