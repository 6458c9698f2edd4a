"""What the docs say of the protocol is what a real server says."""

import pytest

from tests.transcripts.page import FOLDER, page, play_all, transcripts_in

pytestmark = pytest.mark.io


async def test_the_transcripts_are_what_is_said_today() -> None:
    """Word by word, but for ids and times."""
    played = await play_all()
    kept = {path.stem: path.read_text() for path in sorted(FOLDER.glob("*.txt"))}
    for name, text in played.items():
        assert kept.get(name) == text, "run `make transcripts` and read the diff"
    assert set(kept) == set(played)


def test_the_page_is_made_of_the_transcripts() -> None:
    """It has every message of the protocol, with its sentence, its fields and where it was said."""
    fresh = (FOLDER.parent / "README.md").read_text() == page(transcripts_in(FOLDER))
    assert fresh, "docs/protocol/README.md is stale: run `make transcripts`"
