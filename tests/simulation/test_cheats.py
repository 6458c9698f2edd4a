"""Cheats do not reach the first half of a table of ratings, and each rule is why."""

import contextlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from kibitz_server.core.match.match import Match
from kibitz_server.core.match.state import MatchState
from kibitz_server.core.rated import RatedBounds
from kibitz_server.core.values.players import Human
from tests.simulation.rated.cheats import (
    AbortsBadCards,
    Cheat,
    DoesNotCome,
    OneAddress,
    OwnBot,
    PausesLostMatches,
    ShortMatches,
    TwoAddresses,
)
from tests.simulation.rated.day import short_day, whole_day
from tests.simulation.rated.program import OPTIONS

MANY = 1_000_000


class Lifted(NamedTuple):
    """What a cheat needs to succeed: bounds that are lifted, and an attribute of a class that takes a rule away."""

    cheat: type[Cheat]
    bounds: RatedBounds
    owner: Any = None
    name: str = ""
    value: Any = None

    @contextlib.contextmanager
    def in_place(self) -> Iterator[None]:
        """Take the rule away for the duration of the block."""
        if self.owner is None:
            yield
            return
        missing = object()
        right = vars(self.owner).get(self.name, missing)
        setattr(self.owner, self.name, self.value)
        try:
            yield
        finally:
            if right is missing:
                delattr(self.owner, self.name)
            else:
                setattr(self.owner, self.name, right)


NEVER_BEGUN = property(lambda _match: False, lambda _match, _begun: None)
LIFTED = (
    Lifted(AbortsBadCards, RatedBounds(quits=MANY, with_engines=MANY), MatchState, "begun", NEVER_BEGUN),
    # Refused to abort, it plays on: matches of one hand are luck, and the engine is there all day.
    Lifted(AbortsBadCards, RatedBounds(with_engines=MANY)),
    Lifted(DoesNotCome, RatedBounds(quits=MANY), MatchState, "begun", NEVER_BEGUN),
    Lifted(PausesLostMatches, RatedBounds(quits=MANY, with_engines=MANY), MatchState, "begun", NEVER_BEGUN),
    Lifted(OneAddress, RatedBounds(one_address=True, per_pair=MANY)),
    Lifted(TwoAddresses, RatedBounds(per_pair=MANY)),
    Lifted(ShortMatches, RatedBounds(per_pair=MANY, quits=MANY), Match, "_too_short", lambda _match, _events: None),
    Lifted(OwnBot, RatedBounds(per_pair=MANY), Human, "person", property(lambda human: human.id)),
)


@pytest.mark.parametrize("game", OPTIONS)
def test_cheats_are_in_the_second_half_of_a_table(game: str) -> None:
    """After some hours of one game, no cheat and no accomplice is in the first half of its table."""
    assert short_day(game, RatedBounds()).ahead() == {game: [], "all games": []}


@pytest.mark.long
@pytest.mark.timeout(300)
def test_a_day_of_rated_play() -> None:
    """After 24 hours of 40 programs of which eight cheat, none of these is in the first half of any table."""
    day = whole_day(RatedBounds())
    assert day.ahead() == {game: [] for game in (*OPTIONS, "all games")}
    assert sum(program.honest for program in day.programs) == 32
    assert len(day.cheats) == 8


@pytest.mark.long
@pytest.mark.timeout(120)
@pytest.mark.parametrize("lifted", LIFTED, ids=lambda lifted: f"{lifted.cheat.__name__} {lifted.name}".strip())
def test_without_its_rule_a_cheat_succeeds(lifted: Lifted) -> None:
    """Where the rule against it is lifted, a cheat is in the first half of the table of its game."""
    with lifted.in_place():
        day = short_day(lifted.cheat.game, lifted.bounds)
    (name,) = [cheat.name for cheat in day.cheats if type(cheat) is lifted.cheat]
    assert name in day.ahead()[lifted.cheat.game]
