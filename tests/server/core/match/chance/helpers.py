"""Matches with chance for the tests of this folder, and their events."""

from typing import Any

from kibitz_server.core.match.commands import Command, GiveClientSeed
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.events import Event
from tests.games.chance import SEED
from tests.server.core.make import ADA, BEN, make_match

OTHER_SEED = "0dd5" * 16
"""A seed of another match."""


def kinds(events: tuple[Event, ...] | list[Event]) -> list[str]:
    """Return the names of the classes of events."""
    return [type(event).__name__ for event in events]


def waiting(**fields: Any) -> Match:
    """Return a match of dash whose last seat is free."""
    return make_match("dash", server_seed=SEED, **{"seats": (ADA, None), **fields})


def events_of(match: Match, commands: list[tuple[Command, float]]) -> list[Event]:
    """Return all events of a match with two players who give their client seeds and then send commands."""
    log: list[Event] = [match.created]
    for player in (ADA, BEN):
        log += match.handle(GiveClientSeed(player.id, f"of-{player.name}"), 0.0).events
    for command, at in commands:
        log += match.handle(command, at).events
    return log
