"""No channel of the server tells a viewer what the viewer may not know of a match that goes on."""

from collections.abc import Iterator
from typing import Any

import pytest

from kibitz_server.games.game import PUBLIC, Position
from kibitz_server.games.registry import declarations
from tests.games.chance import chance_games
from tests.twins.deals import Script, cards_of_lure, twins, what_is_heard
from tests.twins.planted import LEAKS
from tests.twins.playing import Channels, Trial, differences

VIEWERS = (PUBLIC, 0, 1)
PLIES = ("bet", "fold", "check", "check", "bet")
"""A hand that is folded, one that is shown, and one that goes on."""
TERMS: dict[str, dict[str, Any]] = {
    "at once": {"clock": {"kind": "fischer", "base_s": 600}},
    "a move later": {"delay": {"moves": 1}},
    "seconds later": {"delay": {"seconds": 10}},
}


@pytest.fixture(autouse=True)
def games_with_chance() -> Iterator[None]:
    """Add the small games with chance."""
    with chance_games():
        yield


def folded(position: Position, _ply: int) -> str:
    """Fold where that is possible, so that no card is ever shown; else bet, or raise by the least."""
    texts = [move.text for move in position.legal]
    return next((text for word in ("fold", "bet", "raise") for text in texts if text.startswith(word)), texts[0])


LURE = Script("lure", {"hands": 4}, len(PLIES), lambda _, ply: PLIES[ply], cards_of_lure)


async def played(script: Script, seed: int, **terms: Any) -> Channels:
    """Return what left the server in a match."""
    return await Trial(script, seed, **terms).play()


async def told(script: Script, viewer: int, **terms: Any) -> dict[str, tuple[bytes, bytes]]:
    """Return in what the most different twins differ for a viewer, by channel."""
    first, second = next(twins(script, viewer))
    return differences(await played(script, first, **terms), await played(script, second, **terms), viewer)


@pytest.mark.parametrize("terms", TERMS)
@pytest.mark.parametrize("viewer", VIEWERS)
async def test_twins_look_the_same(viewer: int, terms: str) -> None:
    """All that a viewer receives is the same in two matches that differ in cards which the viewer has not seen."""
    assert await told(LURE, viewer, **TERMS[terms]) == {}


@pytest.mark.parametrize("game", ["lure", *(game.name for game in declarations() if game.hidden)])
@pytest.mark.parametrize("viewer", VIEWERS)
async def test_folded_cards_of_every_game_stay_hidden(viewer: int, game: str) -> None:
    """In each game that hides something, no viewer can tell apart two matches in which all cards are folded."""
    script = Script(game, {"hands": 3}, 2, folded, what_is_heard)
    assert await told(script, viewer) == {}


@pytest.mark.parametrize("name", LEAKS)
async def test_a_planted_leak_is_found(name: str) -> None:
    """Each leak, of the game or of the server, is found in the channels that it reaches."""
    leak = LEAKS[name]
    pair = next(twins(LURE, leak.viewer))
    with leak.planted():
        one, other = [await played(LURE, seed) for seed in pair]
    found = differences(one, other, leak.viewer)
    assert set(leak.channels) <= set(found)
