"""No channel of the server tells a viewer what the viewer may not know of a running match."""

from collections.abc import Iterator
from typing import Any

import pytest

from kibitz_server.games.game import PUBLIC, Position
from kibitz_server.games.registry import declarations
from tests.games.chance import chance_games
from tests.twins.deals import Script, cards_of_lure, shown_before, twins, what_is_heard
from tests.twins.ends import restart
from tests.twins.planted import LEAKS
from tests.twins.playing import Then, Trial, differences

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
    """Fold where that is possible, so that no card is ever shown; otherwise bet, or raise by the least."""
    texts = [move.text for move in position.legal]
    return next((text for word in ("fold", "bet", "raise") for text in texts if text.startswith(word)), texts[0])


def passive(position: Position, _ply: int) -> str:
    """Check, or call."""
    texts = [move.text for move in position.legal]
    return next(text for word in ("check", "call") for text in texts if text.startswith(word))


HIDDEN_GAMES = [game.name for game in declarations() if game.hidden]
SHOWN_AT = {"kuhn": 2, "leduc": 4, "holdem": 8}
"""After how many checks and calls of a first hand all its cards are shown."""
LURE = Script("lure", {"hands": 4}, len(PLIES), lambda _, ply: PLIES[ply], cards_of_lure)


async def told(script: Script, viewer: int, then: Then | None = None, **terms: Any) -> dict[str, tuple[bytes, bytes]]:
    """Return in what twins differ for a viewer, by channel."""
    one, other = [await Trial.played(script, deal, then, **terms) for deal in twins(script, viewer)]
    return differences(one, other, viewer)


@pytest.mark.parametrize("terms", TERMS)
@pytest.mark.parametrize("viewer", VIEWERS)
async def test_twins_look_the_same(viewer: int, terms: str) -> None:
    """All that a viewer receives is the same in two matches that differ in cards which the viewer has not seen."""
    assert await told(LURE, viewer, **TERMS[terms]) == {}


@pytest.mark.parametrize("viewer", [PUBLIC, 0])
async def test_an_engine_tells_nothing_but_its_moves(viewer: int) -> None:
    """The time, the findings and the answers of an engine are the same whatever it holds, if its moves are."""
    assert await told(LURE, viewer, engine=True, **TERMS["at once"]) == {}


@pytest.mark.parametrize("viewer", VIEWERS)
async def test_a_restart_tells_nothing(viewer: int) -> None:
    """Nor does the next server, in what clients ask for and in what it publishes first."""
    assert await told(LURE, viewer, restart) == {}


@pytest.mark.parametrize("game", ["lure", *HIDDEN_GAMES])
@pytest.mark.parametrize("viewer", VIEWERS)
async def test_folded_cards_of_every_game_stay_hidden(viewer: int, game: str) -> None:
    """In each game that hides something, no viewer can tell apart two matches in which all cards are folded."""
    script = Script(game, {"hands": 3}, 2, folded, what_is_heard)
    assert await told(script, viewer) == {}


@pytest.mark.parametrize("game", HIDDEN_GAMES)
@pytest.mark.parametrize("viewer", VIEWERS)
async def test_only_shown_cards_of_every_game_are_shown(viewer: int, game: str) -> None:
    """A hand that was shown tells nothing of the next one, nor does the betting of a running hand."""
    shown_at = SHOWN_AT[game]
    for plies, known in ((shown_at - 1, what_is_heard), (shown_at + 1, shown_before(shown_at))):
        script = Script(game, {"hands": 3}, plies, passive, known)
        assert await told(script, viewer) == {}


@pytest.mark.parametrize("name", LEAKS)
async def test_a_planted_leak_is_found(name: str) -> None:
    """Each leak, of the game or of the server, is found in the channels that it reaches."""
    leak = LEAKS[name]
    pair = twins(LURE, leak.viewer)
    with leak.planted():
        one, other = [await Trial.played(LURE, deal, leak.then, engine=leak.engine) for deal in pair]
    assert set(leak.channels) <= set(differences(one, other, leak.viewer))
