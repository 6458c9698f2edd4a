from pathlib import Path

import pytest

from kibitz_server.games.registry import declarations
from tests.server.games.playthroughs import FOLDER, retold


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
def test_a_playthrough_reads_as_it_did(file: Path) -> None:
    """A golden game gives the same boards, legal moves and result as when it was written."""
    assert retold(file.read_text()) == file.read_text()


def test_every_game_has_a_playthrough() -> None:
    """Each game of the registry has its golden file."""
    assert {file.stem for file in FOLDER.glob("*.txt")} >= {game.name for game in declarations()}
