"""A match with hidden cards that ends early shows no viewer more than was shown before its end, on any channel."""

from collections.abc import Iterator
from typing import Any

import pytest

from kibitz_server.core.match import state
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.endings import EndKind, MatchEnd
from kibitz_server.games.game import PUBLIC
from kibitz_server.handlers import access, archive
from kibitz_server.messages import record
from tests.effort import cases
from tests.games.chance import chance_games
from tests.simulation.planted import Broken, Planted
from tests.twins.deals import Script, what_is_heard
from tests.twins.ends import EARLY, resigned
from tests.twins.playing import Trial
from tests.twins.test_twins import HIDDEN_GAMES, VIEWERS, folded, told

PLIES = (0, 1, 2)
"""How many moves come before the end: no side, one side or each side has moved."""
GAMES = ["lure", *HIDDEN_GAMES]


@pytest.fixture(autouse=True)
def games_with_chance() -> Iterator[None]:
    """Add the small games with chance."""
    with chance_games():
        yield


def _hands(game: str, plies: int) -> Script:
    """Return a match of some hands in which no card is shown."""
    return Script(game, {"hands": 3}, plies, folded, what_is_heard)


@pytest.mark.property
@pytest.mark.parametrize("name", EARLY)
@pytest.mark.parametrize("game", GAMES)
async def test_an_early_end_shows_nothing_more(game: str, name: str) -> None:
    """For every early end, each game, viewer and phase, all that may be asked for is the same in both twins."""
    end, terms = EARLY[name]

    async def then(trial: Trial) -> None:
        await end(trial)
        assert trial.match.secret_kept

    tries = [(viewer, plies) for viewer in VIEWERS for plies in PLIES]
    first = list(EARLY).index(name) + GAMES.index(game)
    for number in range(cases(1, 3)):
        viewer, plies = tries[(4 * first + 4 * number) % len(tries)]
        assert await told(_hands(game, plies), viewer, then, **terms) == {}, (viewer, plies)


def _by_rules(_right: Broken, _event: Any, **_options: Any) -> MatchEnd:
    """Take each end for one by the rules."""
    return MatchEnd(EndKind.RULES)


def _everything(_right: Broken, _request: Any, room: Any) -> tuple[int, int | None, bool]:
    """Give everyone the record of all cards of a match that is over."""
    return room.match.seq, None, True


def _seed(_right: Broken, _match: Match, event: Any, _audience: int | None) -> Any:
    """Show each event as it was stored."""
    return event


LEAKS: dict[str, tuple[Any, str, Broken, tuple[str, ...]]] = {
    "an end that reveals all": (state, "how_ended", _by_rules, ("end", "watch", "record", "questions", "broker")),
    "a record of all cards": (archive, "_seen", _everything, ("record",)),
    "a record of stored events": (record, "heard", _seed, ("record",)),
    "an analysis board": (access, "check_revealed", lambda *_: None, ("questions",)),
}
"""Planted leaks after an early end: owner and name of the function, what it does, and the channels that tell it."""


@pytest.mark.parametrize("leak", LEAKS)
async def test_a_planted_leak_after_the_end_is_found(leak: str) -> None:
    """Each leak is found in the channels that it reaches."""
    owner, name, broken, channels = LEAKS[leak]
    with Planted(owner, name, broken, ()).in_place():
        assert set(channels) <= set(await told(_hands("lure", 1), PUBLIC, resigned))
