"""Codes of matches that are not listed: how long it takes to guess one at the rate that the limits allow."""

from typing import Any, get_args

import pytest
from pydantic import BaseModel

from kibitz_protocol import to_server
from kibitz_protocol.match_codes import ALPHABET, LONG, SHORT
from kibitz_server.limits.config import Limits
from tests.pages import ROOT

YEAR_S = 365 * 86_400
MATCHES = 100
"""Matches that are not listed, at any moment of the year."""
BLOCKS = 1_000
"""Address blocks of an attacker, each of which guesses all the time."""


def tries_per_s(limits: Limits) -> float:
    """Return how many codes an address block can try in a second, in all ways together.

    A message of a client names one match: `watch`, `join`, `start`, `record`, `explain` and all others. A page, a
    preview, a frame and a picture are requests for one match each, and the upgrade to a WebSocket names none.
    """
    messages = limits.messages.times(limits.per_address)
    return sum(rate.amount / rate.per_s for rate in (messages, limits.pages, limits.handshakes))


def chance(length: int, limits: Limits, blocks: int = BLOCKS) -> float:
    """Return the expected number of matches that are found in a year; at most this is the chance that one is."""
    return tries_per_s(limits) * blocks * YEAR_S * MATCHES / float(len(ALPHABET) ** length)


def references(model: type[BaseModel]) -> int:
    """Return how many matches a command can name."""
    found = 0
    for name, field in model.model_fields.items():
        parts: list[Any] = [field.annotation]
        for part in parts:
            parts += get_args(part)
        assert name != "match" or not any(part is list or part is tuple for part in parts), model
        found += name == "match"
        found += any(isinstance(part, type) and issubclass(part, BaseModel) and references(part) for part in parts)
    return found


def test_a_match_that_is_not_listed_is_not_found_in_a_year() -> None:
    """With the default limits, 1,000 address blocks find one of 100 matches with a chance below 1 in 300."""
    assert tries_per_s(Limits()) == 860
    assert chance(LONG, Limits()) < 1 / 300
    assert chance(SHORT, Limits(), blocks=1) > 1000, "a short code is no secret"
    figure = f"{chance(LONG, Limits()):.2%}".replace("%", " %")
    assert figure in (ROOT / "docs/security.md").read_text(), f"docs/security.md must have {figure}"


@pytest.mark.parametrize("model", get_args(to_server.AnyCommand), ids=lambda model: model.__name__)
def test_a_command_names_at_most_one_match(model: type[BaseModel]) -> None:
    """A command with a list of codes would try them all at once."""
    assert references(model) <= 1
