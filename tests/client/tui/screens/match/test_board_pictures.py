"""The match screen of every game matches its picture at three sizes."""

import pytest

from kibitz_server.games.registry import declarations
from tests.client.tui.screens.match.board_pictures import KEPT, LINES, SIZES, drawn, kept

pytestmark = pytest.mark.app


@pytest.mark.parametrize("name", LINES)
async def test_as_it_was_kept(name: str) -> None:
    """A game matches its pictures. `python -m tests.client.tui.screens.match.board_pictures` redraws them."""
    for size, text in (await drawn(name)).items():
        assert text == kept(name, size).read_text(encoding="utf-8")


def test_every_game_has_its_pictures() -> None:
    """Every game has a picture at every size, and there are no others."""
    assert {game.name for game in declarations()} == set(LINES)
    assert {file.name for file in KEPT.iterdir()} == {kept(name, size).name for name in LINES for size in SIZES}
